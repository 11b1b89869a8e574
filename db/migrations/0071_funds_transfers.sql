-- Money between a wallet and a linked bank account: asked for here, sent to the bank, and what came of it. Each moment is
-- written once, when it happens; the status follows from them.
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
  -- What the bank knows it by, for ever.
  reference text collate "C" not null unique check (reference ~ '^[A-Z0-9]{1,12}$'),
  -- Stands on the bank statement; whoever can read it there can use the account.
  code text not null check (code ~ '^[0-9]{4}$'),
  -- The posting that counted it; what is given back is given back to the counters of that one.
  posting bigint not null,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  file_id text,
  sent_at timestamptz,
  settled_at timestamptz,
  -- A top-up that settled before its bank account was verified waits until it is.
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
create index funds_transfer_of_account on funds_transfer (account_id, created_at desc);
create index funds_transfer_of_bank on funds_transfer (bank_account_id, created_at desc);
create index funds_transfer_to_send on funds_transfer (type, created_at) where status = 'created' and liveness = 'main';
create index funds_transfer_of_file on funds_transfer (file_id) where file_id is not null;
