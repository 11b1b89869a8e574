-- Adds a person for the seed data, who uses their number today however long they have been with us. Returns the id of the person with
-- this number, existing or new.
create or replace function identity.add_person(
  id uuid, phone text, given_name text, family_name text, email text, at timestamptz default now()
) returns uuid language sql as $$
  with added as (
    insert into identity.person as p (id, phone, phone_verified, given_name, family_name, email, email_verified, last_signed_in_at, phone_proved_at, created_at, updated_at)
    values (add_person.id, add_person.phone, true, add_person.given_name, add_person.family_name, add_person.email, add_person.email is not null, now(), now(), at, at)
    on conflict (phone) do nothing returning p.id
  )
  select added.id from added union all select p.id from identity.person p where p.phone = add_person.phone limit 1
$$;

-- Contact details: the mobile number, and the email address if it is verified.
create or replace function identity.contacts(people uuid[]) returns table (id uuid, given_name text, phone text, email text)
language sql stable security definer set search_path = identity, pg_temp as $$
  select p.id, p.given_name, p.phone, case when p.email_verified then p.email end from identity.person p where p.id = any (contacts.people)
$$;

-- The time in which the owner of an account can undo a change of the address is over.
create or replace function identity.is_settled_email(changed_at timestamptz, verified_at timestamptz, at timestamptz) returns boolean
language sql immutable as $$
  select coalesce(changed_at <= at - interval '72 hours', true) and coalesce(verified_at <= at - interval '72 hours', true)
$$;

-- Who has a number or an email address (+64…, or in lower case), at most one row. A number counts if a code sent to it was entered
-- after `proved_since` and its owner is not dormant; an address as for sign-in codes: verified, neither changed nor verified in the last
-- 72 hours, and nobody else's as well. Both are looked up whatever the alias, so that the time says nothing. `rows 1`: with the default
-- of 1000 a join would read whole tables, and only if there is a row.
create or replace function identity.recipient_of(alias text, proved_since timestamptz, at timestamptz default now())
returns table (person_id uuid, given_name text, family_name text)
language sql stable rows 1 security definer set search_path = identity, pg_temp as $$
  select p.id, p.given_name, p.family_name from identity.person p
  where p.phone = recipient_of.alias and p.phone_verified and p.phone_proved_at > proved_since
    and coalesce(p.last_signed_in_at, p.created_at) >= at - interval '365 days'
  union all
  select (array_agg(p.id))[1], min(p.given_name), min(p.family_name) from identity.person p
  where lower(p.email) = recipient_of.alias and p.email_verified
  having count(*) = 1 and bool_and(identity.is_settled_email(p.email_changed_at, p.email_verified_at, recipient_of.at))
$$;

-- A person's verified number and email address, and whether each may claim what was sent to it; the rules of recipient_of.
create or replace function identity.aliases_of(person_id uuid, proved_since timestamptz, at timestamptz default now())
returns table (alias text, confirmed boolean)
language sql stable rows 2 security definer set search_path = identity, pg_temp as $$
  select p.phone, coalesce(p.phone_proved_at > proved_since and coalesce(p.last_signed_in_at, p.created_at) >= at - interval '365 days', false)
  from identity.person p where p.id = aliases_of.person_id and p.phone_verified
  union all
  select lower(p.email), identity.is_settled_email(p.email_changed_at, p.email_verified_at, aliases_of.at)
  from identity.person p where p.id = aliases_of.person_id and p.email_verified
$$;

-- Names alone, for what people read of each other.
create or replace function identity.names_of(people uuid[]) returns table (id uuid, given_name text, family_name text)
language sql stable rows 5 security definer set search_path = identity, pg_temp as $$
  select p.id, p.given_name, p.family_name from identity.person p where p.id = any (names_of.people)
$$;

-- Whether a session runs in a browser in which its person was first seen after `since`. Somebody who joined after it has no older one to
-- compare with, so theirs does not count as new.
create or replace function identity.is_new_device(person_id uuid, session_uid text, since timestamptz) returns boolean
language sql stable security definer set search_path = identity, pg_temp as $$
  select exists (
    select from identity.session_device d join identity.person p on p.id = d.person_id
    where d.session_uid = is_new_device.session_uid and d.person_id = is_new_device.person_id and d.device_first_seen_at > since and p.created_at <= since)
$$;
