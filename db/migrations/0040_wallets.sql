-- Whatever an account holds: a money wallet, a token, a credit line. How much of it there is stands in the ledger, in the
-- account `asset:<id>`; this row says whose it is and how it is shown.
create table asset (
  id text collate "C" primary key,
  account_id text not null references account,
  category text not null check (category in ('money', 'token')),
  type text not null check (type ~ '^[a-z][a-z0-9.-]*\.(main|test)$'),
  -- Expiry is no status of the row: it happens by itself when the time comes.
  status text not null default 'active' check (status in ('active', 'disabled', 'spent', 'archived')),
  settlement boolean not null default false,
  description text,
  -- A credit line may be drawn to this depth; its ledger account has the floor -credit_limit.
  credit_limit bigint check (credit_limit > 0),
  expires_at timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  -- The order of the list: what one pays with every day, then settlement wallets, credit lines, tokens.
  place smallint not null generated always as (
    case when category = 'token' then 3 when credit_limit is not null then 2 when settlement then 1 else 0 end) stored,
  check (not settlement or (category = 'money' and credit_limit is null)),
  check (credit_limit is null or category = 'money')
);
-- One wallet to spend from per ledger and account, whoever races to open it.
create unique index asset_spendable_wallet on asset (account_id, type) where category = 'money' and not settlement and credit_limit is null;
create index asset_list on asset (account_id, place, (coalesce(expires_at, 'infinity')), id) where status = 'active';

-- A merchant's money belongs to an org, in a settlement wallet.
alter table merchant add column account_id text references account;

-- What a movement on a wallet was for: one row per posting of the ledger that touches one. Parties are written as the other
-- side may see them, masked, so that a list needs to look nothing up.
create table movement (
  posting bigint primary key,
  topup_id text,
  withdrawal_id text,
  payment_request_id text,
  asset_transfer_id text,
  returned boolean not null default false, -- an asset transfer that nobody claimed and that came back
  src_wallet_id text,
  dest_wallet_id text,
  src_party text,
  dest_party text,
  -- The monthly quota it counts against and how much; negative where it gives back. The year's is the same id without the month.
  quota text,
  counted bigint,
  check (num_nonnulls(topup_id, withdrawal_id, payment_request_id, asset_transfer_id) = 1),
  check (not returned or asset_transfer_id is not null),
  check ((quota is null) = (counted is null))
);
