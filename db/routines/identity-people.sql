-- Adds a person for the seed data, who uses their number today however long they have been with us. Returns the id of the person with
-- this number, existing or new.
create or replace function identity.add_person(
  id uuid, phone text, given_name text, family_name text, email text, at timestamptz default now()
) returns uuid language sql as $$
  with added as (
    insert into identity.person as p (id, phone, phone_verified, given_name, family_name, email, email_verified, last_signed_in_at, created_at, updated_at)
    values (add_person.id, add_person.phone, true, add_person.given_name, add_person.family_name, add_person.email, add_person.email is not null, now(), at, at)
    on conflict (phone) do nothing returning p.id
  )
  select added.id from added union all select p.id from identity.person p where p.phone = add_person.phone limit 1
$$;

-- Contact details: the mobile number, and the email address if it is verified.
create or replace function identity.contacts(people uuid[]) returns table (id uuid, given_name text, phone text, email text)
language sql stable security definer set search_path = identity, pg_temp as $$
  select p.id, p.given_name, p.phone, case when p.email_verified then p.email end from identity.person p where p.id = any (contacts.people)
$$;
