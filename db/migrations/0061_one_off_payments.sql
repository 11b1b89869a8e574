-- While a bank decides about a payment of it, a request is held by that payment and takes no other. The counter due:<id> says the
-- same: all that remained is used up.
alter table payment_request add column held_by text;

-- One try to pay one request from one bank. The step says what is to be done next, so that whoever finds the row can go on:
--   consent   the bank has not yet said under which name it knows the order
--   approval  the customer is at the bank
--   exchange  the customer came back with a code, and the request is held; the code is to be exchanged
--   initiate  the bank is to be told to pay; it may have been told already, and is told again in the same words under the same key
--   watch     the bank has the payment, and its last word is awaited
--   lost      the bank has used the consent and does not say for what: an operator has to ask
--   paid, failed
create table one_off_payment (
  id text collate "C" primary key, -- unguessable: the state that the bank sends back
  payment_request_id text collate "C" not null references payment_request,
  bank text not null,
  test boolean not null,
  amount bigint not null check (amount > 0),
  payee text not null,
  code_word text not null, -- on both sides' statements, beside the first twelve characters of the id
  step text not null check (step in ('consent', 'approval', 'exchange', 'initiate', 'watch', 'lost', 'paid', 'failed')),
  failure text check (failure in ('declined', 'cancelled', 'expired', 'bank-unavailable', 'returned')),
  why text, -- codes and statuses of the bank, for operators
  idempotency_key text,
  nonce text not null,
  redirect_uri text not null,
  consent_id text,
  authorization_url text,
  -- What the customer brought and what it was exchanged for; forgotten as soon as the bank has the payment.
  code text,
  access_token text,
  bank_payment_id text,
  bank_status text check (bank_status in ('pending', 'accepted', 'completed', 'rejected')),
  posting bigint, -- the ledger's, when the bank's money was booked
  created_at timestamptz not null,
  expires_at timestamptz not null,
  authorized_at timestamptz,
  updated_at timestamptz not null,
  next_at timestamptz, -- when it is to be looked at again; null when nothing more is to come
  tries integer not null default 0, -- looks at the present step
  spoken_at timestamptz, -- when the bank was first told of the present step: what came of it may not be known here
  check ((step = 'failed') = (failure is not null)),
  check (step not in ('approval', 'exchange', 'initiate', 'watch', 'lost', 'paid') or consent_id is not null),
  check (step not in ('watch', 'paid') or bank_payment_id is not null),
  check (step <> 'initiate' or access_token is not null),
  check (step <> 'paid' or posting is not null),
  unique (payment_request_id, idempotency_key),
  unique (bank, consent_id),
  unique (bank, bank_payment_id) -- what a bank paid once is booked once
);
create index one_off_payment_due on one_off_payment (next_at) where next_at is not null;
