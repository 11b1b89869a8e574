-- Ends the person's live sessions: all, only one, or all but one. Their grants, tokens and step-ups end with them, and deleting the
-- tokens notifies identity_revoked on commit. Returns how many sessions ended.
create or replace function identity.end_sessions(
  person_id uuid, only_uid text default null, except_uid text default null, at timestamptz default now()
) returns int language plpgsql security definer set search_path = identity, pg_temp as $$
#variable_conflict use_column
declare
  uids text[];
begin
  uids := array(
    select distinct s.uid from identity.oidc s
    where s.model = 'Session' and s.payload ->> 'accountId' = end_sessions.person_id::text and s.expires_at > at
      and (only_uid is null or s.uid = only_uid) and s.uid is distinct from except_uid
    order by s.uid);
  -- First, because whatever saves one of these sessions at the same moment waits here (identity.on_session_save).
  insert into identity.session_device as d (session_uid, person_id, device, first_used_at, last_used_at, ended_at, delete_after)
  select uid, end_sessions.person_id, 'Unknown device', at, at, at, at + interval '61 days' from unnest(uids) as uid
  on conflict (session_uid) do update set ended_at = excluded.ended_at, delete_after = excluded.delete_after;
  delete from identity.oidc where model = 'Grant' and id in (
    select authorisation.value ->> 'grantId' from identity.oidc s, jsonb_each(s.payload -> 'authorizations') authorisation
    where s.model = 'Session' and s.uid = any (uids));
  delete from identity.oidc where model = 'Session' and uid = any (uids);
  delete from identity.step_up where session_uid = any (uids);
  delete from identity.step_up_code where session_uid = any (uids);
  return cardinality(uids);
end
$$;

-- A request that was in flight when its session was ended would save the session again: that row is dropped. The lock waits for an end
-- that has not committed yet.
create or replace function identity.on_session_save() returns trigger language plpgsql as $$
declare
  ended timestamptz;
begin
  select ended_at into ended from identity.session_device where session_uid = new.uid for share;
  if ended is not null then
    return null;
  end if;
  return new;
end
$$;
create or replace trigger session_save before insert on identity.oidc for each row when (new.model = 'Session') execute function identity.on_session_save();

-- A person's live sessions as an operator sees them, by a hash of their id: the id itself would be worth stealing. Those at the desk
-- are not a customer's.
create or replace function identity.listed_sessions(person_id uuid, at timestamptz)
returns table (id text, uid text, device text, first_used_at timestamptz, last_used_at timestamptz, is_new boolean)
language sql stable rows 5 security definer set search_path = identity, pg_temp as $$
  select left(encode(sha256(convert_to(s.uid, 'UTF8')), 'hex'), 24), s.uid, coalesce(d.device, 'Unknown device'), coalesce(d.first_used_at, s.signed_in_at),
    coalesce(d.last_used_at, s.signed_in_at), coalesce(d.device_first_seen_at > listed_sessions.at - interval '7 days', false)
    from (
      select o.uid, max(to_timestamp((o.payload ->> 'loginTs')::bigint)) as signed_in_at from identity.oidc o
       where o.model = 'Session' and o.payload ->> 'accountId' = listed_sessions.person_id::text and o.expires_at > listed_sessions.at
         and not coalesce(o.payload -> 'authorizations' ? 'nikau-desk', false)
       group by o.uid
    ) s left join identity.session_device d on d.session_uid = s.uid
   order by 5 desc, 1
$$;

-- Ends one of them. Returns how many ended: 0 if there is none with that hash.
create or replace function identity.end_listed_session(person_id uuid, id text, at timestamptz) returns int
language sql volatile security definer set search_path = identity, pg_temp as $$
  select coalesce(sum(identity.end_sessions(end_listed_session.person_id, s.uid, null, end_listed_session.at)), 0)::int
    from identity.listed_sessions(end_listed_session.person_id, end_listed_session.at) s where s.id = end_listed_session.id
$$;

-- Removes every passkey of a customer. Those for the desk stay: two operators agree about them.
create or replace function identity.remove_passkeys(person_id uuid) returns int
language sql volatile security definer set search_path = identity, pg_temp as $$
  with removed as (delete from identity.passkey k where k.person_id = remove_passkeys.person_id and not k.desk returning 1)
  select count(*)::int from removed
$$;
