create table webhook_endpoint (
  id text collate "C" primary key,
  account_id text not null references account,
  url text not null,
  enabled boolean not null default true,
  version integer not null default 1,
  last_sequence bigint not null default 0,
  created_at timestamptz not null,
  created_by text not null
) with (fillfactor = 50);
create index webhook_endpoint_account on webhook_endpoint (account_id);

-- Signing keys. The private half is sealed with WEBHOOK_SECRET.
create table webhook_key (
  id text collate "C" primary key,
  endpoint_id text not null references webhook_endpoint,
  public_key jsonb not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index webhook_key_signing on webhook_key (endpoint_id) where retired_at is null;

-- One notification to one endpoint. Its body is built from the activity, which is immutable.
create table webhook_delivery (
  id uuid primary key default gen_random_uuid(),
  endpoint_id text not null,
  sequence bigint not null,
  type text not null,
  payment_request_id text not null,
  activity_number integer not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  last_result text,
  created_at timestamptz not null,
  delivered_at timestamptz
) with (fillfactor = 70);
create unique index webhook_delivery_sequence on webhook_delivery (endpoint_id, sequence);
