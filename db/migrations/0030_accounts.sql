create table account (
  id text primary key,
  type text not null check (type in ('individual', 'org')),
  name text not null check (name <> ''),
  region text check (region in ('NZ', 'AU', 'US')),
  test boolean not null default false,
  -- The owner of an individual account. Unique, so that concurrent calls create one.
  individual_of uuid unique,
  created_at timestamptz not null,
  created_by text not null,
  check ((type = 'individual') = (individual_of is not null)),
  check ((type = 'org') = (region is not null))
);

create table account_member (
  account_id text not null references account,
  person_id uuid not null,
  role text not null check (role in ('account-owner', 'cashier', 'merchant-terminal', 'external-asset-provider')),
  added_at timestamptz not null,
  primary key (account_id, person_id)
);
create index account_member_person on account_member (person_id);
