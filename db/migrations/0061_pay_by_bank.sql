-- One attempt to pay one request from one bank. The step says what happens next, so any process can resume it:
--   consent        the bank has not answered with a consent id yet
--   approval       the customer is at the bank
--   exchange       the customer returned with a code and the request is reserved; the code is to be exchanged
--   initiate       the payment is to be initiated; if it was sent before, the same body is sent again under the same idempotency key
--   watch          the bank has the payment; its final status is awaited
--   indeterminate  the bank has consumed the consent but does not say for which payment: an operator has to ask
--   paid, failed
create table pay_by_bank_payment (
  id text collate "C" primary key, -- unguessable: it is the OAuth state that the bank sends back
  payment_request_id text collate "C" not null references payment_request,
  bank text not null,
  test boolean not null,
  amount bigint not null check (amount > 0),
  payee text not null,
  statement_code text not null, -- on both statements, beside the first twelve characters of the id
  step text not null check (step in ('consent', 'approval', 'exchange', 'initiate', 'watch', 'indeterminate', 'paid', 'failed')),
  failure text check (failure in ('declined', 'cancelled', 'expired', 'bank-unavailable', 'returned')),
  reason text, -- codes and statuses from the bank, for operators
  idempotency_key text,
  nonce text not null,
  redirect_uri text not null,
  consent_id text,
  authorization_url text,
  -- The authorisation code and the access token it was exchanged for; both are cleared once the bank has the payment.
  code text,
  access_token text,
  bank_payment_id text,
  bank_status text check (bank_status in ('pending', 'accepted', 'completed', 'rejected')),
  posting bigint, -- the ledger posting of the bank's money
  created_at timestamptz not null,
  expires_at timestamptz not null,
  authorized_at timestamptz,
  updated_at timestamptz not null,
  next_attempt_at timestamptz, -- null when nothing is left to do
  attempts integer not null default 0, -- at the current step
  first_attempted_at timestamptz, -- when the bank was first called for the current step: the outcome may be unknown here
  check ((step = 'failed') = (failure is not null)),
  check (step not in ('approval', 'exchange', 'initiate', 'watch', 'indeterminate', 'paid') or consent_id is not null),
  check (step not in ('watch', 'paid') or bank_payment_id is not null),
  check (step <> 'initiate' or access_token is not null),
  check (step <> 'paid' or posting is not null),
  unique (payment_request_id, idempotency_key),
  unique (bank, consent_id),
  unique (bank, bank_payment_id) -- a bank payment is posted once
);
create index pay_by_bank_payment_due on pay_by_bank_payment (next_attempt_at) where next_attempt_at is not null;
