-- What an account holds: a money wallet, a token, a credit line. The balance is in the ledger account `asset:<id>`; this row has the
-- owner and the display.
create table asset (
  id text collate "C" primary key,
  account_id text not null references account,
  category text not null check (category in ('money', 'token')),
  type text not null check (type ~ '^[a-z][a-z0-9.-]*\.(main|test)$'),
  -- Expiry is not a status: it follows from expires_at.
  status text not null default 'active' check (status in ('active', 'disabled', 'spent', 'archived')),
  settlement boolean not null default false,
  description text,
  -- The ledger account of a credit line has the floor -credit_limit.
  credit_limit bigint check (credit_limit > 0),
  expires_at timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  -- The order of the list: spendable wallets, settlement wallets, credit lines, tokens.
  place smallint not null generated always as (
    case when category = 'token' then 3 when credit_limit is not null then 2 when settlement then 1 else 0 end) stored,
  check (not settlement or (category = 'money' and credit_limit is null)),
  check (credit_limit is null or category = 'money')
);
-- One spendable wallet per ledger and account, also under concurrent calls.
create unique index asset_spendable_wallet on asset (account_id, type) where category = 'money' and not settlement and credit_limit is null;
create index asset_list on asset (account_id, place, (coalesce(expires_at, 'infinity')), id) where status = 'active';

-- The org that owns the merchant and its settlement wallets.
alter table merchant add column account_id text references account;

-- The purpose of a movement on a wallet: one row per posting that has an entry on one. Parties are stored masked, as the counterparty
-- may see them, so that lists need no lookups.
create table movement (
  posting bigint primary key,
  topup_id text,
  withdrawal_id text,
  payment_request_id text,
  asset_transfer_id text,
  returned boolean not null default false, -- an unclaimed asset transfer that was returned
  src_wallet_id text,
  dest_wallet_id text,
  src_party text,
  dest_party text,
  -- The monthly quota and the amount counted, negative if restored. The yearly quota is the same id without the month.
  quota text,
  counted bigint,
  check (num_nonnulls(topup_id, withdrawal_id, payment_request_id, asset_transfer_id) = 1),
  check (not returned or asset_transfer_id is not null),
  check ((quota is null) = (counted is null))
);
