-- Passkeys of operators, for the worker, which acts when two people have agreed.

-- A link to enrol a passkey for the desk. It replaces one that was not used, so that at most one works.
create or replace function identity.add_desk_enrolment(person_id uuid, code_hash bytea, expires_at timestamptz) returns void
language plpgsql security definer set search_path = identity, pg_temp as $$
begin
  delete from identity.desk_enrolment e where e.person_id = add_desk_enrolment.person_id and e.used_at is null;
  insert into identity.desk_enrolment (code_hash, person_id, expires_at)
  values (add_desk_enrolment.code_hash, add_desk_enrolment.person_id, add_desk_enrolment.expires_at);
end
$$;

-- Removes the person's passkeys for the desk and their link, and ends their sessions at the desk. Those as a customer stay. Returns how
-- many passkeys there were. Call it before add_desk_enrolment to replace a passkey.
create or replace function identity.remove_desk_passkeys(person_id uuid) returns int
language plpgsql security definer set search_path = identity, pg_temp as $$
declare
  removed int;
begin
  delete from identity.passkey k where k.person_id = remove_desk_passkeys.person_id and k.desk;
  get diagnostics removed = row_count;
  delete from identity.desk_enrolment e where e.person_id = remove_desk_passkeys.person_id and e.used_at is null;
  perform identity.end_sessions(remove_desk_passkeys.person_id, s.uid) from (
    select distinct o.uid from identity.oidc o
    where o.model = 'Session' and o.payload ->> 'accountId' = remove_desk_passkeys.person_id::text and o.payload -> 'authorizations' ? 'nikau-desk'
    order by o.uid
  ) s;
  return removed;
end
$$;

-- How many passkeys for the desk each of these people has, and when one was last used.
create or replace function identity.desk_passkeys_of(people uuid[]) returns table (person_id uuid, passkeys int, last_used_at timestamptz)
language sql stable rows 20 security definer set search_path = identity, pg_temp as $$
  select p.id, count(k.id)::int, max(k.last_used_at)
  from unnest(desk_passkeys_of.people) as p (id) left join identity.passkey k on k.person_id = p.id and k.desk
  group by p.id
$$;
