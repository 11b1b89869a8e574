-- owner: identity
-- Passkeys that open the desk, the operators' console. A code by SMS is enough to sign in as a customer and add a passkey, so those
-- never open the desk: an operator enrols a passkey with a link that two people agreed on.
alter table identity.passkey add column desk boolean not null default false;

-- A link to enrol one passkey for the desk. Only the SHA-256 of its code is stored.
create table identity.desk_enrolment (
  code_hash bytea primary key check (length(code_hash) = 32),
  person_id uuid not null references identity.person (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index desk_enrolment_person on identity.desk_enrolment (person_id);
create index desk_enrolment_expiry on identity.desk_enrolment (expires_at);
