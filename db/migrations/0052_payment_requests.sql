-- A payment request. What must not be exceeded (the amount due, the expiry) is guarded by the ledger, in the counter due:<id>;
-- this row says the same a second time. `version` is the number of its activities: whoever changes the row has read it at that
-- version, so that two who decide at the same moment never overwrite each other.
create table payment_request (
  id text collate "C" primary key,
  version integer not null check (version > 0),
  status text not null default 'new' check (status in ('new', 'paid', 'expired', 'cancelled')),
  test boolean not null,
  amount bigint not null check (amount > 0 and amount < 100000000),
  remaining bigint not null check (remaining between 0 and amount),
  refunded bigint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  updated_at timestamptz not null,
  short_code text collate "C" not null unique,
  config_id text not null references merchant_config,
  merchant_id text not null references merchant,
  merchant_account_id text not null references account,
  merchant_name text not null,
  settlement_wallet_id text not null,
  created_by text not null,
  created_by_account_id text not null references account,
  created_by_account_name text not null,
  -- The customer's account, where a patron code or a connection has bound the request to one.
  patron_account_id text references account,
  external_ref text,
  -- What was asked and never changes: options, line items, references, addresses, in the form of the wire.
  terms jsonb not null,
  -- The payments made, in their order, each with what was given back of it.
  legs jsonb not null default '[]',
  conditions jsonb not null default '[]',
  cancellation_reason text,
  pre_auth boolean not null default false,
  pre_auth_status text check (pre_auth_status in ('pending', 'authorized', 'released')),
  pre_auth_expires_at timestamptz,
  -- What of an authorised amount was confirmed; without pre-authorisation what is paid is confirmed.
  confirmed bigint not null default 0,
  check (expires_at > created_at and expires_at <= created_at + interval '24 hours'),
  check (refunded between 0 and amount - remaining),
  check (pre_auth = (pre_auth_status is not null)),
  check (confirmed between 0 and amount),
  check ((status = 'cancelled') = (cancellation_reason is not null))
) with (fillfactor = 70); -- room for the paid version of the row beside the new one
create index payment_request_expiry on payment_request (expires_at);
create index payment_request_external_ref on payment_request (merchant_account_id, external_ref, id) where external_ref is not null;
create index payment_request_pre_auth on payment_request (pre_auth_expires_at) where pre_auth;

-- What happened to a request, numbered without a gap. Never changed.
create table payment_activity (
  payment_request_id text collate "C" not null,
  number integer not null,
  id text collate "C" not null,
  type text not null,
  amount bigint not null,
  created_at timestamptz not null,
  created_by text not null,
  merchant_id text not null,
  posting bigint, -- the ledger's, where money moved
  -- Of a call with a key, or of one that could be a repetition: what it asked, to tell a repetition from another wish.
  idempotency_key text,
  asked bytea,
  detail jsonb not null,
  primary key (payment_request_id, number)
);
create index payment_activity_merchant on payment_activity (merchant_id, created_at, payment_request_id, number);
create function payment_activity_kept() returns trigger language plpgsql as $$
begin
  raise exception 'what happened to a payment request is not changed afterwards' using errcode = 'insufficient_privilege';
end $$;
create trigger kept before update or delete on payment_activity for each statement execute function payment_activity_kept();

-- How far the sweep of expired requests has come.
create table payment_sweep (
  name text primary key,
  upto timestamptz not null
);
