-- The current code of a step-up. Like that of a sign-in it is stored as a keyed hash, over session, recipient and code.
create table identity.step_up_code (
  session_uid text primary key,
  person_id uuid not null references identity.person (id) on delete cascade,
  channel text not null check (channel in ('sms', 'email')),
  code_hash bytea not null,
  sends int not null default 1,
  tries int not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- The SMS code of a step-up with two codes was right; the email code is still needed.
  sms_verified_at timestamptz
);
create index step_up_code_expiry on identity.step_up_code (expires_at);

-- The device of each session, for the list that its owner sees. A row that has ended stays until delete_after, so that a request which
-- was in flight cannot save the session again.
create table identity.session_device (
  session_uid text primary key,
  person_id uuid not null references identity.person (id) on delete cascade,
  device text not null check (length(device) between 1 and 100),
  first_used_at timestamptz not null,
  last_used_at timestamptz not null,
  ended_at timestamptz,
  delete_after timestamptz not null
);
create index session_device_delete_after on identity.session_device (delete_after);
create index oidc_session_person on identity.oidc ((payload ->> 'accountId')) where model = 'Session';

-- Each change of an email address, with the address before it. The link that undoes the change has a random token, stored as its
-- SHA-256.
create table identity.email_change (
  token_hash bytea primary key,
  person_id uuid not null references identity.person (id) on delete cascade,
  previous_email text,
  previous_verified boolean not null,
  previous_verified_at timestamptz,
  previous_changed_at timestamptz,
  changed_at timestamptz not null,
  undone_at timestamptz,
  delete_after timestamptz not null
);
create index email_change_person on identity.email_change (person_id, changed_at);
create index email_change_delete_after on identity.email_change (delete_after);

-- Confirmation emails of the last day, for the limit per person and per address. The address is a keyed hash.
create table confirmation_email (
  id bigint generated always as identity primary key,
  person_id uuid not null,
  address_hash bytea not null,
  sent_at timestamptz not null
);
create index confirmation_email_person on confirmation_email (person_id, sent_at);
create index confirmation_email_address on confirmation_email (address_hash, sent_at);
create index confirmation_email_sent_at on confirmation_email (sent_at);
