create table merchant (
  id text primary key,
  name text not null check (name <> ''),
  -- A physical shop has a location; a web shop has none.
  type text not null check (type in ('physical', 'e-commerce')),
  category_code text not null check (category_code ~ '^\d{4}$'),
  test boolean not null,
  gst_number text,
  logo text,
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  street text,
  suburb text,
  city text,
  post_code text,
  state text,
  country text,
  created_at timestamptz not null default now(),
  check ((type = 'physical') = (lat is not null and lng is not null and street is not null and city is not null and country is not null))
);
create index merchant_place on merchant (lat, lng) where type = 'physical';
create index merchant_name on merchant (name, id);

create table merchant_accepted_asset (
  merchant_id text not null references merchant,
  asset_type text not null,
  product_ids text[] not null default '{}',
  primary key (merchant_id, asset_type)
);
create index merchant_accepted_asset_type on merchant_accepted_asset (asset_type, merchant_id);

-- Wallet apps registered to pay merchants. Nikau is one of them.
create table consumer_wallet (
  id text primary key,
  name text not null,
  account_id text not null,
  connect_url text not null,
  pay_url text not null,
  logo_media_upload_id text,
  logo_img text,
  primary_color_hex text not null check (primary_color_hex ~ '^#[0-9A-Fa-f]{6}$'),
  status text not null default 'active',
  asset_types jsonb not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  test boolean not null
);
