-- What other modules may know of a person: whom to write to, and whether enough is known of them for direct debit.
create or replace function identity.profile_of(person_id uuid) returns table (given_name text, family_name text, phone text, email text)
language sql stable as $$
  select p.given_name, p.family_name, p.phone, p.email from identity.person p where p.id = profile_of.person_id
$$;
