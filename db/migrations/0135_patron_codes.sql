-- A code that a customer shows at a till. The barcode is stored as a keyed hash only. It pays one request, which is bound to the account
-- when the till creates it; the session must be live then.
create table patron_code (
  id text collate "C" primary key,
  account_id text not null references account,
  person_id uuid not null,
  session_uid text not null,
  fingerprint bytea not null unique,
  test_scenario text check (test_scenario <> ''),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz,
  -- Deferred, because the request is inserted after the code is used up for it.
  payment_request_id text collate "C" unique references payment_request deferrable initially deferred,
  check ((used_at is null) = (payment_request_id is null))
);
create index patron_code_used on patron_code (person_id) where payment_request_id is not null;
create index patron_code_created on patron_code (created_at);

-- How many unknown codes the keys of a merchant's account have tried in the hour.
create table patron_code_guess (
  account_id text primary key references account,
  hour timestamptz not null,
  count int not null check (count > 0)
);
