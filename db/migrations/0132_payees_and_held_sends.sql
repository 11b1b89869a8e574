-- When a code that was sent to the number was last entered. Carriers give numbers to other people, so a number proved too long ago is
-- nobody's: it neither receives nor claims.
alter table identity.person add column phone_proved_at timestamptz;
update identity.person set phone_proved_at = coalesce(last_signed_in_at, now()) where phone_verified;
create index person_email on identity.person (lower(email)) where email_verified;

-- When the person was first seen in the browser of this session. Null for sessions from before.
alter table identity.session_device add column device_first_seen_at timestamptz;

-- The people an account sends to.
create table payee (
  id text collate "C" primary key,
  account_id text not null references account,
  alias text not null check (alias <> ''),
  -- What the sender calls them, and what they were called when they were last sent to.
  own_name text check (length(own_name) between 1 and 50),
  shown_name text check (shown_name <> ''),
  first_sent_at timestamptz not null,
  last_sent_at timestamptz not null,
  last_value bigint check (last_value > 0),
  last_message text check (length(last_message) between 1 and 100),
  unique (account_id, alias)
);
create index payee_last_sent on payee (last_sent_at);

-- What a person chose in place of the given name and the first letter of the family name. No row: nothing chosen, and shown.
create table shown_name (
  person_id uuid primary key,
  chosen text check (length(chosen) between 1 and 30),
  visible boolean not null,
  updated_at timestamptz not null
);

-- The aliases a person has checked or sent to for the first time, for the limit of a day.
create table first_send_alias (
  person_id uuid not null,
  alias text not null,
  at timestamptz not null,
  primary key (person_id, alias)
);
create index first_send_alias_age on first_send_alias (at);

-- What an account sent, for the scam brake: how much is usual, and how much went to new people. A token has the value 0.
create table recent_send (
  id bigint generated always as identity primary key,
  account_id text not null references account,
  value bigint not null check (value >= 0),
  first_time boolean not null,
  at timestamptz not null
);
create index recent_send_account on recent_send (account_id, at);
create index recent_send_age on recent_send (at);

-- Sends that wait for their sender's second thought. They hold no money and never send themselves.
create table held_send (
  id text collate "C" primary key,
  account_id text not null references account,
  person_id uuid not null,
  asset_id text not null references asset,
  recipient_alias text not null check (recipient_alias <> ''),
  -- Their shown name when the send was held.
  recipient_name text check (recipient_name <> ''),
  first_time boolean not null,
  value bigint not null check (value > 0),
  message text check (length(message) between 1 and 100),
  purpose text not null,
  created_at timestamptz not null,
  decide_at timestamptz not null check (decide_at >= created_at),
  forgotten_at timestamptz not null check (forgotten_at >= decide_at),
  -- When the sender was asked to decide.
  asked_at timestamptz,
  outcome text check (outcome in ('sent', 'cancelled', 'forgotten')),
  settled_at timestamptz,
  check ((outcome is null) = (settled_at is null))
);
create index held_send_person on held_send (person_id, created_at) where outcome is null;
create index held_send_due on held_send (decide_at) where outcome is null;
create index held_send_settled on held_send (settled_at) where outcome is not null;

-- Who may be asked about a person's sends. The alias is kept until it is accepted.
create table trusted_person (
  id text collate "C" primary key,
  person_id uuid not null,
  alias text,
  trusted_person_id uuid check (trusted_person_id <> person_id),
  asked_at timestamptz not null,
  accepted_at timestamptz,
  ended_at timestamptz,
  check ((accepted_at is null) = (trusted_person_id is null)),
  check ((alias is null) = (accepted_at is not null))
);
create unique index trusted_person_asked on trusted_person (person_id, alias) where ended_at is null and alias is not null;
create unique index trusted_person_accepted on trusted_person (person_id, trusted_person_id) where ended_at is null and accepted_at is not null;
create index trusted_person_alias on trusted_person (alias) where ended_at is null and accepted_at is null;
create index trusted_person_trusted on trusted_person (trusted_person_id) where ended_at is null and accepted_at is not null;
create index trusted_person_recent on trusted_person (person_id, asked_at);

-- What a trusted person thinks of a send. It neither sends nor blocks.
create table opinion_request (
  id text collate "C" primary key,
  held_send_id text not null references held_send on delete cascade,
  trust_id text not null references trusted_person on delete cascade,
  asked_at timestamptz not null,
  opinion text check (opinion in ('fine', 'stop')),
  answered_at timestamptz,
  unique (held_send_id, trust_id),
  check ((opinion is null) = (answered_at is null))
);
create index opinion_request_trust on opinion_request (trust_id);
