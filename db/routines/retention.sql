-- owner: security-events
-- Blanks where events older than `before` came from, at most `batch` per call. Returns how many, so that the caller repeats until 0.
create or replace function blank_security_events(before timestamptz, batch int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  blanked int;
begin
  update public.security_event set address = null, device = null, detail = detail - array['device', 'email'] where id in (
    select id from public.security_event
    where at < before and (address is not null or device is not null or detail ?| array['device', 'email']) limit batch for update skip locked);
  get diagnostics blanked = row_count;
  return blanked;
end
$$;

-- Deletes people who last signed in before `before`, never had an account, and have neither a session nor a passkey. At most `batch` per
-- call; returns how many.
create or replace function identity.delete_unused_people(before timestamptz, batch int) returns int
language plpgsql security definer set search_path = identity, pg_temp as $$
declare
  deleted int;
begin
  delete from identity.person where id in (
    select p.id from identity.person p
    where p.created_at < before and p.updated_at < before and (p.last_signed_in_at is null or p.last_signed_in_at < before)
      and not exists (select from public.account_member m where m.person_id = p.id)
      and not exists (select from identity.passkey k where k.person_id = p.id)
      and not exists (select from identity.sign_in s where s.person_id = p.id)
      and not exists (select from identity.oidc o where o.model = 'Session' and o.payload ->> 'accountId' = p.id::text)
    limit batch for update skip locked);
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
