-- owner: payment-requests
-- A refund that was refused because it is above the limit of the person who asked: the task of whoever may approve it, for a day. The last
-- one of a payment.
create table waiting_refund (
  payment_request_id text primary key references payment_request,
  account_id text not null references account,
  amount bigint not null check (amount > 0),
  asked_by uuid not null,
  asked_at timestamptz not null
);
create index waiting_refund_account on waiting_refund (account_id, asked_at);

-- Captures are the takings of pre-authorised payments, and most activities are none.
create index payment_activity_capture on payment_activity (merchant_id, created_at) where type = 'confirmation';
