create table merchant_config (
  id text collate "C" primary key,
  merchant_id text not null references merchant,
  payment_options jsonb not null,
  -- Payments of its requests settle here.
  settlement_wallet_id text not null references asset,
  allowed_redirect_urls text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by text not null
);
create index merchant_config_merchant on merchant_config (merchant_id);
create index merchant_account on merchant (account_id, name, id);
