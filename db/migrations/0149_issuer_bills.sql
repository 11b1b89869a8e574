-- owner: receipts
-- Bills to issuers of tokens: what they owe to us for tokens that other merchants have redeemed and we have paid for.

-- A bill covers the entries of `owed:<issuer>:nzd.main` after `from_version` up to `to_version`, without receipts.
create table issuer_bill (
  id text collate "C" primary key,
  number bigint generated always as identity unique,
  issuer_account_id text not null references account,
  day date not null,
  from_version bigint not null,
  to_version bigint not null check (to_version > from_version),
  amount bigint not null check (amount > 0),
  due_day date not null check (due_day > day),
  reference text collate "C" not null unique, -- the issuer puts it on its bank payment
  paid bigint not null default 0 check (paid between 0 and amount),
  paid_at timestamptz,
  created_at timestamptz not null,
  unique (issuer_account_id, from_version),
  check ((paid = amount) = (paid_at is not null))
);
create index issuer_bill_open on issuer_bill (due_day) where paid_at is null;

-- What a receipt has paid of its bill. The rest of it is surplus.
create table issuer_bill_payment (
  account text not null,
  transaction_id text not null,
  bill_id text collate "C" not null references issuer_bill,
  amount bigint not null check (amount >= 0),
  surplus bigint not null check (surplus >= 0),
  posting bigint unique,
  applied_at timestamptz not null,
  primary key (account, transaction_id),
  foreign key (account, transaction_id) references bank_receipt,
  check (amount + surplus > 0),
  check ((amount > 0) = (posting is not null))
);
create index issuer_bill_payment_bill on issuer_bill_payment (bill_id);

alter table bank_receipt drop constraint bank_receipt_kind_check;
alter table bank_receipt add constraint bank_receipt_kind_check check (kind in ('card-advice', 'issuer-bill'));

-- A refund after the bill was paid leaves the issuer in credit until the next bill: what it owes has no ceiling any more.
-- invariant_issuer_owes_what_is_billed says what the balance is, to the cent.
set local role nikau_ledger;
update ledger.account set ceiling = null where kind = 'issuer debt' and ceiling = 0;
reset role;

alter table operator_exception drop constraint operator_exception_kind_check;
alter table operator_exception add constraint operator_exception_kind_check check (kind in (
  'bank-payment-unconfirmed', 'bank-payment-indeterminate', 'bank-payment-after-failure', 'bank-payment-reversed', 'bank-payment-reversal-blocked',
  'bank-payment-surplus', 'bank-refund-due',
  'card-payment-unconfirmed', 'card-payment-indeterminate', 'card-refund-unconfirmed', 'card-refund-refused',
  'payment-request-not-closed',
  'bank-file-rejected', 'bank-file-conflict', 'bank-order-refused', 'bank-order-invalid',
  'bank-results-unreadable', 'bank-result-unknown-file', 'bank-result-mismatch', 'bank-result-unknown-reference', 'bank-result-unknown-reason',
  'bank-result-conflict', 'bank-result-failed', 'bank-result-missing', 'bank-settlement-conflict',
  'statement-duplicate', 'statement-missing', 'statement-wrong-amount', 'statement-unknown', 'statement-sum', 'statement-balance',
  'card-advice-unreadable', 'card-advice-line-unknown', 'card-advice-line-amount', 'card-advice-line-missing', 'card-advice-unpaid',
  'card-receipt-amount', 'card-receipt-without-advice', 'issuer-bill-overdue', 'issuer-receipt-surplus',
  'asset-transfer-reported', 'code-payment-reported'));
