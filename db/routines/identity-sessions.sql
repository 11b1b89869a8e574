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
