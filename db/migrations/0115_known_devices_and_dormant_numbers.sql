-- When a person last used their number and when their email address changed: a number that was not used for a year proves too little,
-- and a new email address is no way in at first.
alter table identity.person
  add column last_signed_in_at timestamptz,
  add column email_changed_at timestamptz,
  add column email_verified_at timestamptz;
-- Nothing recorded earlier sign-ins, so the year of those who verified their number starts now.
update identity.person set last_signed_in_at = now() where phone_verified;

-- Browsers in which a person has signed in. The cookie is random and stored as its SHA-256; a browser that several people share has
-- one cookie and a row for each of them.
create table identity.device (
  token_hash bytea not null,
  person_id uuid not null references identity.person (id) on delete cascade,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (token_hash, person_id)
);
create index device_person on identity.device (person_id);
create index device_last_seen on identity.device (last_seen_at);

-- The number of a dormant person was proved, and a second proof is needed before the sign-in is complete.
alter table identity.sign_in
  add column second_proof text check (second_proof in ('needed', 'done')),
  add check (second_proof is null or person_id is not null);

-- The code of the second proof, by the channel that the first code did not use.
create table identity.second_code (
  interaction text primary key references identity.sign_in (interaction) on delete cascade,
  channel text not null check (channel in ('sms', 'email')),
  code_hash bytea not null,
  sends int not null default 1,
  tries int not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
