-- Limits of accounts that differ from the configured ones. The usage of a quota is the balance of the ledger counter
-- quota:<account>:<type>:<asset type>:<interval>, whose ceiling is the limit.
create table quota_limit (
  account_id text not null references account,
  type text not null check (type in ('topup', 'spend')),
  asset_type text not null,
  period text not null check (period in ('monthly', 'yearly')),
  cents bigint not null check (cents >= 0),
  primary key (account_id, type, asset_type, period)
);
