-- owner: accounts
-- A newly verified business takes no more than the limits of the configuration until an operator has looked at it again. One without a
-- row, verified before, has no limits.
create table business_limit (
  account_id text primary key references account,
  since timestamptz not null,
  lifted_at timestamptz,
  operator text,
  proposal_id text,
  check ((lifted_at is null) = (operator is null) and (lifted_at is null) = (proposal_id is null))
);

-- owner: businesses
-- The business as its owners describe it. One business has one account.
create table business_detail (
  account_id text primary key references account,
  nzbn text not null unique check (nzbn ~ '^\d{13}$'),
  legal_name text not null check (legal_name <> ''),
  trading_name text not null check (trading_name <> ''),
  category_code text check (category_code ~ '^\d{4}$'),
  -- Null until they have said whether it is registered.
  gst_registered boolean,
  gst_number text check (gst_number ~ '^\d{9}$'),
  -- "online", or the address; null until they have said.
  place jsonb,
  -- The test shop, which the live one is made from.
  shop_id text not null references merchant,
  live_shop_id text references merchant,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (gst_number is null or gst_registered)
);

-- What the bank of a payout account said about its name, and when an operator accepted one that does not match.
alter table bank_account
  add column payee_check text check (payee_check in ('match', 'partly', 'no-match', 'no-account', 'cannot-check')),
  add column payee_accepted_at timestamptz;

-- Adds a kind to the list, whichever migration wrote the list last.
do $$
declare
  list constant text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'operator_exception_kind_check');
begin
  alter table operator_exception drop constraint operator_exception_kind_check;
  execute 'alter table operator_exception add constraint operator_exception_kind_check ' || replace(list, 'ARRAY[', 'ARRAY[''payee-name-mismatch''::text, ');
end $$;
