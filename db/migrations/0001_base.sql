-- Names are kept unique without regard to macrons: Whangārei is found by Whangarei.
create extension if not exists unaccent;
