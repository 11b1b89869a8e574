-- owner: receipts
-- Receipts from the card company: what it says it pays for a business day, line by line, and what our bank statements show of it.

-- A settlement advice: one bank payment of `net`, with `reference`. Below zero it is taken from our account.
create table card_advice (
  number bigint primary key, -- the company's, without gaps
  reference text collate "C" not null unique,
  day date not null,         -- whose charges and refunds it lists
  pay_day date not null check (pay_day >= day),
  net bigint not null,
  received_at timestamptz not null,
  credited bigint not null default 0, -- what the statements had shown when it was last looked at
  -- When the statements had shown exactly its sum: from then on its matched lines are booked.
  settled_at timestamptz
);

create table card_advice_line (
  advice bigint not null references card_advice,
  line integer not null,
  kind text not null check (kind in ('charge', 'refund')),
  key text collate "C" not null, -- our id of the card payment or of the refund
  reference text not null,
  amount bigint not null check ((kind = 'charge') = (amount > 0) and amount <> 0),
  verdict text not null check (verdict in ('matched', 'unknown', 'other-amount')),
  -- The posting that books it, together with other lines. Lines whose sum is zero are settled without one.
  posting bigint,
  settled_at timestamptz,
  primary key (advice, line),
  check (settled_at is null or verdict = 'matched'),
  check (posting is null or settled_at is not null)
);
-- A charge or refund is settled once.
create unique index card_advice_line_matched on card_advice_line (kind, key) where verdict = 'matched';
create index card_advice_line_key on card_advice_line (kind, key);
create index card_advice_line_unmatched on card_advice_line (advice) where verdict <> 'matched';

-- Lines of our bank statements that a partner has paid, by the reference.
create table bank_receipt (
  account text not null references bank_connection,
  transaction_id text not null,
  day date not null,
  kind text not null check (kind in ('card-advice')),
  reference text collate "C" not null,
  amount bigint not null check (amount <> 0),
  received_at timestamptz not null,
  primary key (account, transaction_id)
);
create index bank_receipt_reference on bank_receipt (reference);

-- To find what no advice lists.
create index card_payment_booked on card_payment (updated_at) where posting is not null and not test;
create index card_refund_done on card_refund (updated_at) where step = 'done';

alter table bank_statement_line drop constraint bank_statement_line_verdict_check;
alter table bank_statement_line add constraint bank_statement_line_verdict_check check (verdict in ('matched', 'receipt', 'duplicate', 'wrong-amount', 'unknown'));

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
  'card-receipt-amount', 'card-receipt-without-advice',
  'asset-transfer-reported', 'code-payment-reported'));
