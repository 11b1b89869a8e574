-- Profile of a person, for other modules: contact details and what direct debit needs.
create or replace function identity.profile_of(person_id uuid) returns table (given_name text, family_name text, phone text, email text)
language sql stable as $$
  select p.given_name, p.family_name, p.phone, p.email from identity.person p where p.id = profile_of.person_id
$$;
