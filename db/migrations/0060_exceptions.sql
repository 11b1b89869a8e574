-- Exceptions: what no rule can decide and an operator has to. One row per kind and subject, however often it is detected.
create table operator_exception (
  id bigint generated always as identity primary key,
  -- The same list as exceptionKinds in apps/api/src/modules/exceptions/kinds.ts; docs/operations/exceptions.md has a section per kind.
  kind text not null check (kind in (
    'bank-payment-unconfirmed', 'bank-payment-indeterminate', 'bank-payment-after-failure', 'bank-payment-reversed', 'bank-payment-reversal-blocked',
    'bank-payment-surplus', 'bank-refund-due',
    'card-payment-unconfirmed', 'card-payment-indeterminate', 'card-refund-refused',
    'bank-file-rejected', 'bank-file-conflict', 'bank-order-refused', 'bank-order-invalid',
    'bank-result-unknown-file', 'bank-result-mismatch', 'bank-result-unknown-reference', 'bank-result-conflict', 'bank-result-missing',
    'bank-settlement-conflict',
    'statement-duplicate', 'statement-missing', 'statement-wrong-amount', 'statement-unknown', 'statement-sum', 'statement-balance')),
  ref text not null, -- the subject, unique within its kind
  unit text,         -- nzd.main or nzd.test, where money is concerned
  amount bigint,
  refs jsonb not null default '{}', -- ids to look things up by; never a secret
  opened_at timestamptz not null,
  closed_at timestamptz,
  unique (kind, ref),
  check ((unit is null) = (amount is null)),
  check (closed_at >= opened_at)
);
create index operator_exception_open on operator_exception (opened_at, id) where closed_at is null;
