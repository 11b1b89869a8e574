-- Bank accounts that people and orgs have linked. The number is readable only with the key named beside it; equality is told by
-- a keyed fingerprint of its canonical form, and lists show it masked.
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
  -- Wrong codes so far.
  tries smallint not null default 0 check (tries between 0 and 5),
  -- Which of the places of its number it takes: two accounts here at most may link one bank account.
  holder_place smallint not null check (holder_place between 1 and 2),
  -- Which of the owner's four places for direct debit it takes; null without an authority.
  debit_place smallint check (debit_place between 1 and 4),
  created_at timestamptz not null,
  created_by uuid not null,
  archived_at timestamptz,
  check ((status = 'archived') = (archived_at is not null)),
  check (status <> 'active' or verified_at is not null)
);
-- The limits once more, for whoever gets past the locks.
create unique index bank_account_once on bank_account (account_id, fingerprint) where status <> 'archived';
create unique index bank_account_holders on bank_account (fingerprint, holder_place) where status <> 'archived';
create unique index bank_account_debits on bank_account (account_id, debit_place) where status <> 'archived';
create index bank_account_list on bank_account (account_id, created_at);

-- What a person agreed to, when, and in which words: the proof that a debit was authorised, kept after it has ended.
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
