-- owner: payment-requests
-- A request leaves this queue when it is no longer open, never because of a clock: one whose turn was missed is found by the next sweep,
-- however late. Paying a request does not touch it, so the paid version of the row stays on its page.
drop index payment_request_expiry;
create table payment_request_expiry (
  expires_at timestamptz not null,
  payment_request_id text collate "C" not null,
  primary key (expires_at, payment_request_id)
);
insert into payment_request_expiry select expires_at, id from payment_request where status = 'new';
create function payment_request_queue_expiry() returns trigger language plpgsql as $$
begin
  insert into payment_request_expiry (expires_at, payment_request_id) values (new.expires_at, new.id);
  return null;
end $$;
-- A trigger, so that a process of the release before this one queues its requests too.
create trigger queue_expiry after insert on payment_request for each row when (new.status = 'new') execute function payment_request_queue_expiry();
drop table payment_sweep;

-- A row allows callers of the ledger to name the time: for tests, trials and development. It can be written while the ledger is empty.
create table ledger.simulated_time (
  allowed boolean primary key check (allowed)
);
alter table ledger.simulated_time owner to nikau_ledger;

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
  'asset-transfer-reported', 'code-payment-reported'));
