-- What the API keys of another account may do for a merchant. A change revokes the grant and inserts a new one.
create table integrator_grant (
  id text collate "C" primary key,
  merchant_id text not null references merchant,
  integrator_account_id text not null references account,
  permissions text[] not null check (
    permissions <@ array['create', 'cancel', 'capture', 'refund', 'record-external-payment'] and cardinality(permissions) > 0),
  created_at timestamptz not null,
  created_by text not null,
  revoked_at timestamptz,
  revoked_by text,
  check ((revoked_at is null) = (revoked_by is null))
);
create unique index integrator_grant_live on integrator_grant (merchant_id, integrator_account_id) where revoked_at is null;

-- A webhook URL proves that it wants the events by answering a challenge. A changed URL waits in pending_url, and the old one
-- receives the events until then.
alter table webhook_endpoint
  add column verified_at timestamptz,
  add column pending_url text,
  add column challenge text,
  add column challenge_attempts integer not null default 0,
  add check ((pending_url is null) = (challenge is null));
-- These have been receiving events.
update webhook_endpoint set verified_at = created_at;
