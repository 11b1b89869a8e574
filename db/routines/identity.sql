-- What other processes may ask of the identity schema. They never read its tables.

-- Whom an access token speaks for, or no row. The argument is the SHA-256 of the token in lower-case hexadecimal.
-- A token is good while its own row, its grant and its session stand, and the session is still this person's with this grant.
-- An answer may be kept in memory until expires_at, by a process that listens on identity_revoked and drops what is named there.
create or replace function identity.access_token(token_hash text, at timestamptz default now())
returns table (sub uuid, client_id text, scope text, session_uid text, signed_in_at timestamptz, expires_at timestamptz)
language sql stable parallel safe as $$
  select (token.payload ->> 'accountId')::uuid, token.payload ->> 'clientId', coalesce(token.payload ->> 'scope', ''), session.uid,
    to_timestamp((session.payload ->> 'loginTs')::bigint), token.expires_at
  from identity.oidc token
  join identity.oidc held on held.model = 'Grant' and held.id = token.grant_id and held.expires_at > at
  join identity.oidc session on session.model = 'Session' and session.uid = token.payload ->> 'sessionUid' and session.expires_at > at
  where token.model = 'AccessToken'
    and token.id = token_hash
    and token.expires_at > at
    and session.payload ->> 'accountId' = token.payload ->> 'accountId'
    and session.payload #>> array['authorizations', token.payload ->> 'clientId', 'grantId'] = token.grant_id
  order by session.expires_at desc
  limit 1
$$;

-- Tells every listening process which access tokens have just died, by the same hash. Heard when the transaction commits.
-- The end of a grant ends its tokens here as well, so that a token saved a moment too late cannot outlive it.
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

-- A change to one's own profile; null leaves a value as it is. Another e-mail address is unverified until it is confirmed.
-- Answers the whole person, or no row for an unknown one.
create or replace function identity.update_profile(
  person_id uuid, given_name text default null, family_name text default null, email text default null,
  feature_updates boolean default null, marketing_updates boolean default null, at timestamptz default now()
) returns setof identity.person language sql as $$
  update identity.person p set
    given_name = coalesce(update_profile.given_name, p.given_name),
    family_name = coalesce(update_profile.family_name, p.family_name),
    email = coalesce(update_profile.email, p.email),
    email_verified = p.email_verified and (update_profile.email is null or lower(update_profile.email) = lower(p.email)),
    feature_updates = coalesce(update_profile.feature_updates, p.feature_updates),
    marketing_updates = coalesce(update_profile.marketing_updates, p.marketing_updates),
    updated_at = at
  where p.id = update_profile.person_id
  returning p.*
$$;

-- The address was proven to be theirs; only if it is still the one on the profile.
create or replace function identity.confirm_email(person_id uuid, email text, at timestamptz default now()) returns boolean language sql as $$
  with confirmed as (
    update identity.person p set email_verified = true, updated_at = at
    where p.id = confirm_email.person_id and lower(p.email) = lower(confirm_email.email)
    returning 1
  )
  select exists (select from confirmed)
$$;

-- Removes what has run out, at most `batch` rows of each kind in one call, passing over rows that another call holds.
-- Answers how many went, so that the caller comes back while there is more.
create or replace function identity.sweep(at timestamptz default now(), batch int default 1000) returns int language plpgsql as $$
declare
  gone int;
  total int := 0;
begin
  delete from identity.oidc where (model, id) in (select model, id from identity.oidc where expires_at <= at limit batch for update skip locked);
  get diagnostics gone = row_count; total := total + gone;
  delete from identity.sign_in where interaction in (select interaction from identity.sign_in where keep_until <= at limit batch for update skip locked);
  get diagnostics gone = row_count; total := total + gone;
  delete from identity.allowance where key in (select key from identity.allowance where resets_at <= at limit batch for update skip locked);
  get diagnostics gone = row_count; total := total + gone;
  delete from identity.passkey_challenge where owner in (select owner from identity.passkey_challenge where expires_at <= at limit batch for update skip locked);
  get diagnostics gone = row_count; total := total + gone;
  return total;
end
$$;
