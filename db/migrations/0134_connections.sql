-- A shop's connection to a customer's wallet. The shop creates it, and the customer who opens its address authorises it; without that
-- it expires. With limits the shop takes money without approval; they are null until the customer allows it.
create table connection (
  id text collate "C" primary key,
  merchant_id text not null references merchant,
  test boolean not null,
  created_by text not null,
  created_by_account_id text not null references account,
  created_by_account_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  status text not null default 'created' check (status in ('created', 'authorized', 'ended')),
  -- The customer.
  account_id text references account,
  person_id uuid,
  authorised_at timestamptz,
  paused_at timestamptz,
  ended_at timestamptz,
  limit_each bigint check (limit_each > 0),
  limit_month bigint check (limit_month >= limit_each),
  check (num_nonnulls(account_id, person_id, authorised_at) = case when status = 'created' then 0 else 3 end),
  check ((status = 'ended') = (ended_at is not null)),
  check ((limit_each is null) = (limit_month is null)),
  check (status = 'authorized' or paused_at is null),
  check (status = 'authorized' or limit_each is null)
);
create index connection_account on connection (account_id) where account_id is not null;
create index connection_expiry on connection (expires_at) where status = 'created';

-- Payments that a connected shop made without approval. The ledger counter permission:<connection>:<month> has their sum.
create table permission_use (
  payment_request_id text collate "C" primary key references payment_request,
  connection_id text collate "C" not null references connection,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  amount bigint not null check (amount > 0),
  posting bigint not null,
  used_at timestamptz not null,
  -- When the message to the customer was queued.
  notified_at timestamptz
);
create index permission_use_connection on permission_use (connection_id, used_at desc);
create index permission_use_not_notified on permission_use (used_at) where notified_at is null;

-- An event is about a payment activity or about a connection.
alter table outbox_event
  add column connection_id text,
  alter column payment_request_id drop not null,
  alter column activity_number drop not null,
  add check (num_nonnulls(payment_request_id, activity_number) = 2 and connection_id is null or num_nonnulls(payment_request_id, activity_number) = 0 and connection_id is not null);
alter table webhook_delivery
  add column connection_id text,
  alter column payment_request_id drop not null,
  alter column activity_number drop not null,
  add check (num_nonnulls(payment_request_id, activity_number) = 2 and connection_id is null or num_nonnulls(payment_request_id, activity_number) = 0 and connection_id is not null);
