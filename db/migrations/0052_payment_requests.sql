-- A payment request. The ledger enforces the amount due and the expiry, in the counter due:<id>; this row repeats them. `version` is
-- the number of activities and the optimistic lock: every update names the version that it has read. `status` follows from the
-- transition table in packages/contract/src/payment-request-states.ts and is set by request/store.ts and pay/store.ts only.
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
  -- The customer's account, if a patron code or a connection has bound the request to one.
  patron_account_id text references account,
  external_ref text,
  -- Payment options, line items, references and redirect addresses, in wire format. Never changes.
  terms jsonb not null,
  -- The payments made, in order, each with the amount refunded.
  tenders jsonb not null default '[]',
  conditions jsonb not null default '[]',
  cancellation_reason text,
  pre_auth boolean not null default false,
  pre_auth_status text check (pre_auth_status in ('pending', 'authorized', 'released')),
  pre_auth_expires_at timestamptz,
  -- The captured part of a pre-authorised amount; 0 without pre-authorisation.
  captured bigint not null default 0,
  -- The pending external payment that the remaining amount is reserved for. The counter due:<id> is used up meanwhile.
  reserved_for text,
  check (expires_at > created_at and expires_at <= created_at + interval '24 hours'),
  check (refunded between 0 and amount - remaining),
  check (pre_auth = (pre_auth_status is not null)),
  check (captured between 0 and amount),
  check ((status = 'cancelled') = (cancellation_reason is not null))
) with (fillfactor = 70); -- room on the page for the paid version of the row
create index payment_request_expiry on payment_request (expires_at);
create index payment_request_external_ref on payment_request (merchant_account_id, external_ref, id) where external_ref is not null;
create index payment_request_pre_auth on payment_request (pre_auth_expires_at) where pre_auth;

-- The activities of a request, numbered without a gap. Append-only.
create table payment_activity (
  payment_request_id text collate "C" not null,
  number integer not null,
  id text collate "C" not null,
  type text not null,
  amount bigint not null,
  created_at timestamptz not null,
  created_by text not null,
  merchant_id text not null,
  posting bigint, -- the ledger posting, if money moved
  -- For calls that may be repeated: the hash tells a retry from another request with the same key.
  idempotency_key text,
  request_hash bytea,
  detail jsonb not null,
  primary key (payment_request_id, number)
);
create index payment_activity_merchant on payment_activity (merchant_id, created_at, payment_request_id, number);
create function payment_activity_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'payment_activity is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on payment_activity for each statement execute function payment_activity_append_only();

-- The time up to which expired requests have been swept.
create table payment_sweep (
  name text primary key,
  swept_until timestamptz not null
);
