-- How an org appears on the tokens that it issues.
create table issuer (
  account_id text primary key references account,
  slug text not null unique check (slug <> ''),
  name text not null unique check (name <> ''),
  website text,
  -- The name of the colour that screens use for the issuer.
  brand_color text not null,
  conditions text[] not null default '{}',
  img text
);

-- A kind of token. `sold` ones are gift cards, which by law last three years or longer; `promotional` ones are free.
create table collection (
  id text collate "C" primary key,
  account_id text not null references issuer,
  asset_family text not null check (asset_family in ('nikau.token', 'cca.coke')),
  test boolean not null,
  name text not null check (name <> ''),
  type text not null check (type in ('product', 'discount')),
  origin text not null check (origin in ('sold', 'promotional')),
  max_value bigint check (max_value > 0),
  expires_after_period text check (expires_after_period in ('hour', 'day', 'week', 'month', 'year')),
  expires_after_duration integer check (expires_after_duration > 0),
  expires_at timestamptz,
  img text,
  product_code text,
  external_id text,
  status text not null default 'active' check (status in ('active', 'archived')),
  created_at timestamptz not null,
  check ((expires_after_period is null) = (expires_after_duration is null)),
  check (type <> 'discount' or max_value is not null),
  unique (account_id, external_id)
);

create table token (
  asset_id text collate "C" primary key references asset,
  collection_id text not null references collection,
  idempotency_key text not null,
  active_from timestamptz not null,
  external_id text,
  unique (collection_id, idempotency_key)
);

-- Where a product token can be used, and for what.
create table redemption_condition (
  collection_id text not null references collection,
  merchant_id text not null references merchant,
  -- [{sku, name, maxValue}], maxValue in cents as text
  allowed_products jsonb not null,
  primary key (collection_id, merchant_id)
);

-- Activity of an account's tokens. A sent token is in the lists of both accounts.
create table token_activity (
  account_id text not null references account,
  number bigint generated always as identity,
  asset_id text not null references asset,
  action text not null check (action in ('received', 'redeemed', 'refunded', 'sent')),
  party text,
  posting bigint not null,
  at timestamptz not null,
  primary key (account_id, number)
);

-- One reminder per token and number of days before its expiry.
create table expiry_reminder (
  asset_id text not null references asset,
  days smallint not null,
  queued_at timestamptz not null,
  primary key (asset_id, days)
);
create index asset_expiring on asset (expires_at) where status = 'active' and category = 'token' and expires_at is not null;
