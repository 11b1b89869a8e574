-- owner: tills
-- Staff tills: a device of a shop, with an API key of its own once it is paired.
create table till (
  id text primary key,
  account_id text not null references account,
  merchant_id text not null references merchant,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  created_by text not null,
  -- Of the code that pairs a device, until it is used.
  pairing_hash bytea unique,
  pairing_expires_at timestamptz,
  key_name text,
  paired_at timestamptz,
  switched_off_at timestamptz,
  last_used_at timestamptz,
  foreign key (account_id, key_name) references api_key (account_id, name),
  check ((pairing_hash is null) = (pairing_expires_at is null)),
  check ((key_name is null) = (paired_at is null))
);
create unique index till_name on till (merchant_id, lower(name));
create index till_account on till (account_id);
create unique index till_key on till (account_id, key_name);

-- The code with which a member starts at the tills of a business.
create table till_code (
  account_id text not null references account,
  person_id uuid not null,
  salt bytea not null,
  code_hash bytea not null,
  set_at timestamptz not null,
  primary key (account_id, person_id)
);

-- Wrong codes of a person at a till since they last started there.
create table till_sign_on (
  till_id text not null references till,
  person_id uuid not null,
  tries smallint not null check (tries between 1 and 5),
  locked_until timestamptz,
  primary key (till_id, person_id)
);

-- Who is at a till, until they leave or the turn is not used for 30 minutes.
create table till_turn (
  till_id text primary key references till,
  person_id uuid not null,
  token_hash bytea not null,
  started_at timestamptz not null,
  used_at timestamptz not null
);

-- In cents, where a shop has changed them.
create table till_limit (
  merchant_id text primary key references merchant,
  per_payment bigint not null check (per_payment >= 0),
  per_day bigint not null check (per_day >= 0),
  refund bigint not null check (refund >= 0),
  updated_at timestamptz not null
);

-- What a till asked for, by its idempotency key. Without a request the till gave the key up, and it never makes one.
create table till_sale (
  till_id text not null references till,
  idempotency_key text not null,
  payment_request_id text collate "C" unique references payment_request,
  created_at timestamptz not null,
  primary key (till_id, idempotency_key)
);
create index till_sale_created on till_sale (till_id, created_at) where payment_request_id is not null;
