-- owner: pay-by-bank
-- Money that was paid by bank and has to go back to its payer: a refund, or a payment that its request or wallet no longer accepts.
create table bank_return (
  id text collate "C" primary key,  -- the reference of the posting that set the money aside
  bank_payment_id text collate "C" not null references pay_by_bank_payment,
  reason text not null check (reason in ('refund', 'unapplied')),
  test boolean not null,
  amount bigint not null check (amount > 0),
  -- waiting: until the bank can no longer reject the payment, and has named the payer's account. operator: it cannot go back by itself, and an
  -- exception says why. cancelled: the bank has rejected the payment, so the money never left its payer.
  state text not null check (state in ('waiting', 'operator', 'sent', 'completed', 'cancelled')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz,
  outgoing_payment_id text collate "C" unique references outgoing_payment,
  created_at timestamptz not null,
  completed_at timestamptz,
  check ((state = 'waiting') = (next_attempt_at is not null)),
  check ((state in ('completed', 'cancelled')) = (completed_at is not null)),
  check (state <> 'sent' or outgoing_payment_id is not null)
);
create index bank_return_due on bank_return (next_attempt_at) where state = 'waiting';
create index bank_return_payment on bank_return (bank_payment_id);

-- owner: payment-requests
-- What of a refund has to reach its payer by bank or card before the merchant is told that the refund is complete.
create table refund_return (
  reference text collate "C" primary key,
  payment_request_id text collate "C" not null references payment_request,
  activity_number integer not null,
  completed_at timestamptz
);
create index refund_return_pending on refund_return (payment_request_id, activity_number) where completed_at is null;

-- owner: outgoing-payments
-- The payee of a return has no linked account: its number is sealed for the payment, and removed when the payment has ended.
alter table outgoing_payment
  alter column account_id drop not null,
  alter column bank_account_id drop not null,
  add column payee_name text,
  add column masked_number text,
  add column sealed_number bytea,
  add column key_id text,
  drop constraint outgoing_payment_purpose_check,
  add constraint outgoing_payment_purpose_check check (purpose in ('payout', 'account-check', 'bank-return')),
  add check ((bank_account_id is null) = (payee_name is not null and masked_number is not null)),
  add check ((sealed_number is null) = (key_id is null)),
  add check (bank_account_id is not null or status <> 'waiting' or sealed_number is not null);

-- What an operator was to send back: the open exceptions of both kinds.
insert into bank_return (id, bank_payment_id, reason, test, amount, state, created_at)
select case x.kind when 'bank-refund-due' then x.ref else 'returned:' || x.ref end, x.refs ->> 'oneOffPaymentId',
       case x.kind when 'bank-refund-due' then 'refund' else 'unapplied' end, p.test, x.amount, 'operator', x.opened_at
  from operator_exception x join pay_by_bank_payment p on p.id = x.refs ->> 'oneOffPaymentId'
 where x.closed_at is null and x.kind in ('bank-payment-surplus', 'bank-refund-due');
