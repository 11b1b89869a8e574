-- Paying with a farm-supplies card. Of the card there is here a keyed hash of its number, its last four digits and the name that its
-- company gave us for it: never the number, and of the CVC nothing at all.

-- One showing of one card for one payment request:
--   code      a code was sent to the card's owner, and is awaited
--   verified  the code came back, or none was needed; a token for the request was given out
--   closed    too often wrong: nothing comes of it any more
create table card_session (
  id text collate "C" primary key,
  payment_request_id text collate "C" not null references payment_request,
  test boolean not null,
  card_key bytea not null,
  card_token text not null,
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  payment_ref text collate "C" not null unique, -- what a payment with the token has to name
  step text not null check (step in ('code', 'verified', 'closed')),
  code_hash bytea, -- keyed; forgotten when it has served
  code_expires_at timestamptz,
  sends integer not null default 0,
  wrong integer not null default 0,
  token_hash bytea unique,
  token_expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (step <> 'code' or (code_hash is not null and code_expires_at is not null)),
  check ((step = 'verified') = (token_hash is not null)),
  check ((token_hash is null) = (token_expires_at is null))
);
create index card_session_age on card_session (created_at);

-- What was tried of late, by a keyed hash of what is counted: a card's wrong CVCs, its wrong codes, the codes sent for it, the cards
-- that failed on one request. Counted whatever address or session it comes from.
create table card_limit (
  key bytea primary key,
  tries timestamptz[] not null
);

-- A payment by card. Its id is the key under which the company is asked to charge, whenever it is asked:
--   charge    the request is held; the company is to be asked, or was asked and has not been understood
--   lost      the company has something else under this key: an operator has to ask
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
  step text not null check (step in ('charge', 'lost', 'paid', 'failed')),
  failure text check (failure in ('insufficient', 'expired', 'inactive', 'declined', 'returned')),
  why text, -- codes and statuses of the company, for operators
  posting bigint, -- the ledger's, when the company's word was booked
  created_at timestamptz not null,
  updated_at timestamptz not null,
  next_at timestamptz, -- when it is to be looked at again, by the machine's time; null when nothing more is to come
  tries integer not null default 0,
  spoken_at timestamptz, -- when the company was first asked: what came of it may not be known here
  check ((step = 'failed') = (failure is not null)),
  check ((posting is not null) = (step = 'paid' or coalesce(failure = 'returned', false)))
);
create index card_payment_due on card_payment (next_at) where next_at is not null;

-- What has to go back to a card. The money stands on card-refunds:<unit> until the company has taken it. Its id is the key.
create table card_refund (
  id text collate "C" primary key,
  card_payment_id text collate "C" not null references card_payment,
  amount bigint not null check (amount > 0),
  step text not null check (step in ('refund', 'refused', 'done')),
  why text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  next_at timestamptz,
  tries integer not null default 0
);
create index card_refund_due on card_refund (next_at) where next_at is not null;
create index card_refund_of on card_refund (card_payment_id);
