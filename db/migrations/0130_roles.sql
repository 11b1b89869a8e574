-- Nothing is open to everybody: db/grants.sql grants each function and table to the roles that need it.
revoke create on schema public from public;
alter default privileges revoke execute on functions from public;
