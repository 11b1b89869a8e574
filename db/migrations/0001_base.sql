-- Searches ignore macrons: Whangarei finds Whangārei.
create extension if not exists unaccent;
