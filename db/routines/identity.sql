-- The interface of the identity schema for other processes, which never read its tables.

-- The person an access token belongs to, or no row. The argument is the SHA-256 of the token in lower-case hexadecimal.
-- A token is valid while its row, its grant and its session exist, and the session still belongs to this person with this grant.
-- The result may be cached until expires_at by a process that listens on identity_revoked and evicts the hashes it receives.
create or replace function identity.access_token(token_hash text, at timestamptz default now())
returns table (sub uuid, client_id text, scope text, session_uid text, signed_in_at timestamptz, expires_at timestamptz)
language sql stable parallel safe security definer set search_path = identity, pg_temp as $$
  select (token.payload ->> 'accountId')::uuid, token.payload ->> 'clientId', coalesce(token.payload ->> 'scope', ''), session.uid,
    to_timestamp((session.payload ->> 'loginTs')::bigint), token.expires_at
  from identity.oidc token
  join identity.oidc token_grant on token_grant.model = 'Grant' and token_grant.id = token.grant_id and token_grant.expires_at > at
  join identity.oidc session on session.model = 'Session' and session.uid = token.payload ->> 'sessionUid' and session.expires_at > at
  where token.model = 'AccessToken'
    and token.id = token_hash
    and token.expires_at > at
    and session.payload ->> 'accountId' = token.payload ->> 'accountId'
    and session.payload #>> array['authorizations', token.payload ->> 'clientId', 'grantId'] = token.grant_id
  order by session.expires_at desc
  limit 1
$$;

-- The last authentication of a session, by sign-in or step-up, and whether the person has a passkey. No row if the session has ended.
-- Passkeys for the desk count in sessions at the desk and the others in the customers', each nowhere else.
create or replace function identity.authentication(session_uid text, at timestamptz default now())
returns table (acr text, authenticated_at timestamptz, has_passkey boolean)
language sql stable parallel safe security definer set search_path = identity, pg_temp as $$
  select latest.acr, latest.authenticated_at, exists (select from identity.passkey k where k.person_id = session.person_id and k.desk = session.desk)
  from (
    select uid, (payload ->> 'accountId')::uuid as person_id, payload, coalesce(payload -> 'authorizations' ? 'nikau-desk', false) as desk from identity.oidc
    where model = 'Session' and uid = authentication.session_uid and expires_at > at and payload ? 'accountId'
    order by expires_at desc limit 1
  ) session
  cross join lateral (
    select case
        when session.desk <> (session.payload -> 'amr' ? 'desk') then 'code'
        when session.payload -> 'amr' ? 'pop' then 'passkey'
        when session.payload -> 'amr' ?& array['sms', 'email'] then 'two-codes'
        else 'code'
      end as acr,
      to_timestamp((session.payload ->> 'loginTs')::bigint) as authenticated_at
    union all
    select s.acr, s.authenticated_at from identity.step_up s where s.session_uid = session.uid and s.person_id = session.person_id
    order by authenticated_at desc limit 1
  ) latest
$$;

-- Notifies listeners of revoked access tokens by the same hash, on commit. Deleting a grant deletes its tokens here as well, so that
-- a token saved concurrently cannot outlive it.
create or replace function identity.on_oidc_delete() returns trigger language plpgsql as $$
begin
  if old.model = 'AccessToken' and old.expires_at > now() then
    perform pg_notify('identity_revoked', old.id);
  elsif old.model = 'Grant' then
    delete from identity.oidc where grant_id = old.id;
  end if;
  return null;
end
$$;
create or replace trigger oidc_delete after delete on identity.oidc for each row execute function identity.on_oidc_delete();

-- Updates a profile; null keeps a value. A new email address is unverified until it is confirmed. Returns the person, or no row if
-- unknown.
create or replace function identity.update_profile(
  person_id uuid, given_name text default null, family_name text default null, email text default null,
  feature_updates boolean default null, marketing_updates boolean default null, at timestamptz default now()
) returns setof identity.person language sql security definer set search_path = identity, pg_temp as $$
  update identity.person p set
    given_name = coalesce(update_profile.given_name, p.given_name),
    family_name = coalesce(update_profile.family_name, p.family_name),
    email = coalesce(update_profile.email, p.email),
    email_verified = p.email_verified and (update_profile.email is null or lower(update_profile.email) = lower(p.email)),
    email_verified_at = case when update_profile.email is null or lower(update_profile.email) = lower(p.email) then p.email_verified_at end,
    email_changed_at = case when update_profile.email is null or lower(update_profile.email) = lower(p.email) then p.email_changed_at else at end,
    feature_updates = coalesce(update_profile.feature_updates, p.feature_updates),
    marketing_updates = coalesce(update_profile.marketing_updates, p.marketing_updates),
    updated_at = at
  where p.id = update_profile.person_id
  returning p.*
$$;

-- Marks the email address as verified if it is still the one on the profile.
create or replace function identity.confirm_email(person_id uuid, email text, at timestamptz default now()) returns boolean
language sql security definer set search_path = identity, pg_temp as $$
  with confirmed as (
    update identity.person p set email_verified = true, email_verified_at = case when p.email_verified then p.email_verified_at else at end, updated_at = at
    where p.id = confirm_email.person_id and lower(p.email) = lower(confirm_email.email)
    returning 1
  )
  select exists (select from confirmed)
$$;

-- Deletes expired rows, at most `batch` of each table per call, skipping rows locked by another call. Returns how many were deleted,
-- so that the caller repeats until it is 0.
create or replace function identity.delete_expired(at timestamptz default now(), batch int default 1000) returns int language plpgsql as $$
declare
  deleted int;
  total int := 0;
begin
  delete from identity.oidc where (model, id) in (select model, id from identity.oidc where expires_at <= at limit batch for update skip locked);
  get diagnostics deleted = row_count; total := total + deleted;
  delete from identity.sign_in where interaction in (select interaction from identity.sign_in where delete_after <= at limit batch for update skip locked);
  get diagnostics deleted = row_count; total := total + deleted;
  -- A browser that was not used for 13 months is new again.
  delete from identity.device where (token_hash, person_id) in (
    select token_hash, person_id from identity.device where last_seen_at <= at - interval '13 months' limit batch for update skip locked);
  get diagnostics deleted = row_count; total := total + deleted;
  delete from identity.rate_limit where key in (select key from identity.rate_limit where resets_at <= at limit batch for update skip locked);
  get diagnostics deleted = row_count; total := total + deleted;
  delete from identity.step_up_code where session_uid in (select session_uid from identity.step_up_code where expires_at <= at limit batch for update skip locked);
  get diagnostics deleted = row_count; total := total + deleted;
  delete from identity.step_up where session_uid in (
    select session_uid from identity.step_up where authenticated_at <= at - interval '1 day' limit batch for update skip locked);
  get diagnostics deleted = row_count; total := total + deleted;
  delete from identity.session_device where session_uid in (select session_uid from identity.session_device where delete_after <= at limit batch for update skip locked);
  get diagnostics deleted = row_count; total := total + deleted;
  delete from identity.email_change where token_hash in (select token_hash from identity.email_change where delete_after <= at limit batch for update skip locked);
  get diagnostics deleted = row_count; total := total + deleted;
  delete from identity.passkey_challenge where owner in (select owner from identity.passkey_challenge where expires_at <= at limit batch for update skip locked);
  get diagnostics deleted = row_count; total := total + deleted;
  delete from identity.desk_enrolment where code_hash in (select code_hash from identity.desk_enrolment where expires_at <= at limit batch for update skip locked);
  get diagnostics deleted = row_count; total := total + deleted;
  return total;
end
$$;
