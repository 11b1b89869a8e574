-- The OpenID provider's schema: people, provider state, sign-ins in progress, passkeys and rate limits.
create schema identity;

-- A person is identified by their mobile number. The id is the `sub` of every token and never changes.
create table identity.person (
  id uuid primary key,
  phone text not null unique check (phone ~ '^\+64[0-9]{8,10}$'),
  phone_verified boolean not null default false,
  email text check (length(email) between 3 and 254),
  email_verified boolean not null default false,
  given_name text check (length(given_name) between 1 and 50),
  family_name text check (length(family_name) between 1 and 50),
  feature_updates boolean not null default false,
  marketing_updates boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (email is not null or not email_verified)
);

-- State of the provider: sessions, interactions, grants, codes and tokens, one row each. If the id is itself a bearer secret (access
-- token, refresh token, authorisation code, session), the column has its SHA-256 in hexadecimal and the payload does not repeat it.
-- 256 random bits need no salt and no slow hash.
create table identity.oidc (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  user_code text,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, id)
);
create index oidc_grant on identity.oidc (grant_id) where grant_id is not null;
-- Not unique: two tabs that return from sign-in at once each give the session a new id, and the later one counts.
create index oidc_uid on identity.oidc (model, uid) where uid is not null;
create unique index oidc_user_code on identity.oidc (model, user_code) where user_code is not null;
create index oidc_expiry on identity.oidc (expires_at);

-- A sign-in in progress. The code is stored as a keyed hash over interaction, number and code, so it is valid nowhere else.
create table identity.sign_in (
  interaction text primary key,
  phone text not null,
  -- The channel of the current code, and the last requested channel. The page shows only the latter, so that it does not reveal
  -- whether the account has an email address.
  channel text not null check (channel in ('sms', 'email')),
  requested_channel text not null check (requested_channel in ('sms', 'email')),
  code_hash bytea not null,
  sends int not null default 1,
  tries int not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  verified_at timestamptz,
  person_id uuid references identity.person (id),
  delete_after timestamptz not null,
  check ((verified_at is null) = (person_id is null))
);
create index sign_in_delete_after on identity.sign_in (delete_after);

-- Rate limits shared by all instances. The key is a keyed hash, so the table does not reveal numbers or IP addresses.
create table identity.rate_limit (
  key bytea primary key,
  hits int not null,
  resets_at timestamptz not null
);
create index rate_limit_reset on identity.rate_limit (resets_at);

create table identity.passkey (
  id text primary key,
  person_id uuid not null references identity.person (id) on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  backed_up boolean not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_person on identity.passkey (person_id);

-- A challenge is deleted when it is answered.
create table identity.passkey_challenge (
  owner text primary key,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on identity.passkey_challenge (expires_at);
