-- Bank accounts that people and organisations have linked. The number is encrypted with the key named beside it; a keyed fingerprint
-- of its canonical form finds equal numbers, and lists show it masked.
create table bank_account (
  id text collate "C" primary key,
  account_id text not null references account,
  type text not null default 'nikau',
  name text not null check (name <> ''),
  sealed_number bytea not null,
  key_id text not null,
  fingerprint bytea not null,
  masked_number text not null,
  liveness text not null check (liveness in ('main', 'test')),
  status text not null default 'created' check (status in ('created', 'active', 'archived')),
  verified_at timestamptz,
  -- Wrong verification codes so far.
  failed_attempts smallint not null default 0 check (failed_attempts between 0 and 5),
  -- At most two accounts may link the same bank account number; each takes one slot.
  holder_slot smallint not null check (holder_slot between 1 and 2),
  -- At most four bank accounts of an owner may have direct debit; each takes one slot. Null without an authority.
  debit_slot smallint check (debit_slot between 1 and 4),
  created_at timestamptz not null,
  created_by uuid not null,
  archived_at timestamptz,
  check ((status = 'archived') = (archived_at is not null)),
  check (status <> 'active' or verified_at is not null)
);
-- The same limits as the locks enforce, as a second line of defence.
create unique index bank_account_once on bank_account (account_id, fingerprint) where status <> 'archived';
create unique index bank_account_holders on bank_account (fingerprint, holder_slot) where status <> 'archived';
create unique index bank_account_debits on bank_account (account_id, debit_slot) where status <> 'archived';
create index bank_account_list on bank_account (account_id, created_at);

-- What a person agreed to, when, and which version of the terms: the proof that a debit was authorised, retained after it ends.
create table direct_debit_authority (
  bank_account_id text collate "C" primary key references bank_account,
  terms_version text not null,
  full_name text not null,
  phone text not null,
  email text not null,
  agreed_at timestamptz not null,
  agreed_by uuid not null,
  ended_at timestamptz
);
