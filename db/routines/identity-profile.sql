-- Profile of a person, for other modules: contact details and what direct debit needs.
create or replace function identity.profile_of(person_id uuid) returns table (given_name text, family_name text, phone text, email text)
language sql stable security definer set search_path = identity, pg_temp as $$
  select p.given_name, p.family_name, p.phone, p.email from identity.person p where p.id = profile_of.person_id
$$;

-- Replaces the email address, which is unverified until it is confirmed, and keeps the previous one for 72 hours of undo and 30 days of
-- questions. Returns the previous one; no row if the address is theirs already or the person is unknown.
create or replace function identity.change_email(person_id uuid, email text, token_hash bytea, at timestamptz default now())
returns table (previous_email text, previous_verified boolean)
language sql security definer set search_path = identity, pg_temp as $$
  with previous as (
    select p.* from identity.person p where p.id = change_email.person_id and lower(p.email) is distinct from lower(change_email.email) for update
  ), recorded as (
    insert into identity.email_change (token_hash, person_id, previous_email, previous_verified, previous_verified_at, previous_changed_at, changed_at, delete_after)
    select change_email.token_hash, p.id, p.email, p.email_verified, p.email_verified_at, p.email_changed_at, at, at + interval '33 days' from previous p
  )
  update identity.person p set email = change_email.email, email_verified = false, email_verified_at = null, email_changed_at = at, updated_at = at
  from previous where p.id = previous.id
  returning previous.email, previous.email_verified
$$;

-- Restores the address from before a change of the last 72 hours, by the hash of its token. Changes that followed it are undone too, so
-- that their links cannot bring a later address back. No row if the token is not valid.
create or replace function identity.undo_email_change(token_hash bytea, at timestamptz default now())
returns table (person_id uuid, restored_email text, replaced_email text, replaced_verified boolean)
language plpgsql security definer set search_path = identity, pg_temp as $$
#variable_conflict use_column
declare
  change identity.email_change;
  replaced identity.person;
begin
  select c.* into change from identity.email_change c where c.token_hash = undo_email_change.token_hash;
  select p.* into replaced from identity.person p where p.id = change.person_id for update;
  update identity.email_change c set undone_at = at
  where c.token_hash = undo_email_change.token_hash and c.undone_at is null and c.changed_at > at - interval '72 hours';
  if not found then
    return;
  end if;
  update identity.email_change c set undone_at = at where c.person_id = change.person_id and c.changed_at >= change.changed_at and c.undone_at is null;
  update identity.person p set email = change.previous_email, email_verified = change.previous_verified, email_verified_at = change.previous_verified_at,
    email_changed_at = change.previous_changed_at, updated_at = at
  where p.id = change.person_id;
  return query select change.person_id, change.previous_email, replaced.email, replaced.email_verified;
end
$$;
