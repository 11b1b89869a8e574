-- Top-ups and withdrawals between a wallet and a linked bank account. Each timestamp is set once, when it happens; the status
-- follows from the timestamps.
create table funds_transfer (
  id text collate "C" primary key,
  type text not null check (type in ('topup', 'withdrawal')),
  account_id text not null references account,
  wallet_id text collate "C" not null references asset,
  bank_account_id text collate "C" not null references bank_account,
  liveness text not null check (liveness in ('main', 'test')),
  amount bigint not null check (amount > 0),
  status text not null default 'created' check (status in ('created', 'requested', 'done', 'failed')),
  failure text check (failure in (
    'insufficient-funds', 'no-authority', 'authority-cancelled', 'account-closed', 'account-transferred', 'stopped-by-payer', 'payer-deceased', 'aborted')),
  -- The reference in bank files, results and statements; never reused.
  reference text collate "C" not null unique check (reference ~ '^[A-Z0-9]{1,12}$'),
  -- The verification code on the bank statement: reading it there proves control of the account.
  code text not null check (code ~ '^[0-9]{4}$'),
  -- The posting that consumed the quotas; a reversal restores the counters of that posting.
  posting bigint not null,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  file_id text,
  sent_at timestamptz,
  settled_at timestamptz,
  -- A top-up that settled before its bank account was verified is held until it is.
  held boolean not null default false,
  done_at timestamptz,
  failed_at timestamptz,
  reversed_at timestamptz,
  check ((status = 'created') = (sent_at is null and failed_at is null)),
  check ((status = 'failed') = (failed_at is not null) and (failure is null) = (failed_at is null)),
  check (status <> 'done' or done_at is not null),
  check (done_at is null or settled_at is not null),
  check (settled_at is null or sent_at is not null),
  check (not held or (type = 'topup' and settled_at is not null and done_at is null)),
  check (reversed_at is null or settled_at is not null)
);
create index funds_transfer_account on funds_transfer (account_id, created_at desc);
create index funds_transfer_bank_account on funds_transfer (bank_account_id, created_at desc);
create index funds_transfer_to_send on funds_transfer (type, created_at) where status = 'created' and liveness = 'main';
create index funds_transfer_file on funds_transfer (file_id) where file_id is not null;
