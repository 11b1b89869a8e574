-- Payments with a farm-supplies card. We store a keyed hash of the card number, its last four digits and the card company's token
-- for it: never the number itself, and nothing of the CVC.

-- One verification of one card for one payment request:
--   code      a one-time code was sent to the cardholder and is awaited
--   verified  the code was right, or none was needed; a token for the request was issued
--   closed    too many wrong codes
create table card_session (
  id text collate "C" primary key,
  payment_request_id text collate "C" not null references payment_request,
  test boolean not null,
  card_key bytea not null,
  card_token text not null,
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  payment_ref text collate "C" not null unique, -- a payment with the token has to quote it
  step text not null check (step in ('code', 'verified', 'closed')),
  code_hash bytea, -- keyed; cleared once used
  code_expires_at timestamptz,
  codes_sent integer not null default 0,
  guesses integer not null default 0,
  token_hash bytea unique,
  token_expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (step <> 'code' or (code_hash is not null and code_expires_at is not null)),
  check ((step = 'verified') = (token_hash is not null)),
  check ((token_hash is null) = (token_expires_at is null))
);
create index card_session_age on card_session (created_at);

-- Attempts of the last day, by a keyed hash of what is limited: wrong CVCs and wrong codes of a card, codes sent for it, failed cards
-- on one request. Counted across addresses and sessions.
create table card_limit (
  key bytea primary key,
  attempts timestamptz[] not null
);

-- A payment by card. Its id is the idempotency key of the charge:
--   charge         the request is reserved; the charge is to be sent, or was sent and its outcome is unknown
--   indeterminate  the company has a different charge under this key: an operator has to ask
--   paid, failed
create table card_payment (
  id text collate "C" primary key,
  session_id text collate "C" not null unique, -- a token pays once
  payment_request_id text collate "C" not null references payment_request,
  test boolean not null,
  amount bigint not null check (amount > 0),
  card_token text not null,
  last_four text not null,
  merchant_gst text not null,
  reference text not null,
  idempotency_key text,
  step text not null check (step in ('charge', 'indeterminate', 'paid', 'failed')),
  failure text check (failure in ('insufficient', 'expired', 'inactive', 'declined', 'returned')),
  reason text, -- codes and statuses from the card company, for operators
  posting bigint, -- the ledger posting of the charge
  created_at timestamptz not null,
  updated_at timestamptz not null,
  next_attempt_at timestamptz, -- by the system clock; null when nothing is left to do
  attempts integer not null default 0,
  first_attempted_at timestamptz, -- when the charge was first sent: its outcome may be unknown here
  check ((step = 'failed') = (failure is not null)),
  check ((posting is not null) = (step = 'paid' or coalesce(failure = 'returned', false)))
);
create index card_payment_due on card_payment (next_attempt_at) where next_attempt_at is not null;

-- A refund to a card. The money stays on card-refunds:<unit> until the company accepts the refund. The id is its idempotency key.
create table card_refund (
  id text collate "C" primary key,
  card_payment_id text collate "C" not null references card_payment,
  amount bigint not null check (amount > 0),
  step text not null check (step in ('refund', 'refused', 'done')),
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  next_attempt_at timestamptz,
  attempts integer not null default 0
);
create index card_refund_due on card_refund (next_attempt_at) where next_attempt_at is not null;
create index card_refund_payment on card_refund (card_payment_id);
