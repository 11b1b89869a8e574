-- What tills may take from an account with a scanned code without asking. No row: nothing.
create table till_setting (
  account_id text primary key references account,
  -- "Pay with no signal" is on.
  no_signal boolean not null default false,
  -- Of one day in Pacific/Auckland, in cents. Null: every payment needs approval.
  without_approval bigint check (without_approval > 0)
);

-- Codes that a device shows without signal. The ledger counter offline-codes:<set> has what they have paid together.
create table offline_code_set (
  id text collate "C" primary key,
  account_id text not null references account,
  session_uid text not null,
  spend_limit bigint not null check (spend_limit > 0),
  created_at timestamptz not null,
  ended_at timestamptz check (ended_at >= created_at)
);
create unique index offline_code_set_live on offline_code_set (session_uid) where ended_at is null;
create index offline_code_set_account on offline_code_set (account_id) where ended_at is null;
create index offline_code_set_created on offline_code_set (created_at);

alter table patron_code
  add column ended_at timestamptz check (ended_at >= created_at),
  -- Of an offline code: its set and the start of its own minutes, in which the person need not be asked.
  add column set_id text collate "C" references offline_code_set,
  add column starts_at timestamptz,
  add check ((set_id is null) = (starts_at is null)),
  add check (starts_at < expires_at),
  add check (set_id is null or test_scenario is null);
create index patron_code_set on patron_code (set_id) where set_id is not null;
create index patron_code_unused on patron_code (account_id) where used_at is null and ended_at is null;

-- Payments by scanned code without approval. Their counter has the sum: of the day, or of the set of offline codes. The code and its set are
-- deleted earlier, so what the receipt says of them is kept here.
create table till_payment (
  payment_request_id text collate "C" primary key references payment_request,
  account_id text not null references account,
  person_id uuid not null,
  counter text not null,
  amount bigint not null check (amount > 0),
  posting bigint not null,
  paid_at timestamptz not null,
  -- Of an offline code.
  set_created_at timestamptz,
  set_limit bigint,
  -- When the payer first read of it.
  shown_at timestamptz,
  check ((set_created_at is null) = (set_limit is null)),
  check (shown_at is null or set_created_at is not null)
);
create index till_payment_person on till_payment (person_id, paid_at);

-- A guess is counted before the code is looked up, and given back if it was none.
alter table patron_code_guess drop constraint patron_code_guess_count_check, add check (count >= 0);

-- A payment by code that its payer did not make is a case for an operator.
alter table operator_exception drop constraint operator_exception_kind_check;
alter table operator_exception add constraint operator_exception_kind_check check (kind in (
  'bank-payment-unconfirmed', 'bank-payment-indeterminate', 'bank-payment-after-failure', 'bank-payment-reversed', 'bank-payment-reversal-blocked',
  'bank-payment-surplus', 'bank-refund-due',
  'card-payment-unconfirmed', 'card-payment-indeterminate', 'card-refund-refused',
  'bank-file-rejected', 'bank-file-conflict', 'bank-order-refused', 'bank-order-invalid',
  'bank-result-unknown-file', 'bank-result-mismatch', 'bank-result-unknown-reference', 'bank-result-conflict', 'bank-result-missing',
  'bank-settlement-conflict',
  'statement-duplicate', 'statement-missing', 'statement-wrong-amount', 'statement-unknown', 'statement-sum', 'statement-balance',
  'asset-transfer-reported', 'code-payment-reported'));
