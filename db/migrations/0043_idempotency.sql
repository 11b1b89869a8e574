-- The response to the first call under each idempotency key. Written in the transaction that moves the money: a row exists exactly
-- when it moved.
create table idempotency (
  caller text not null,
  endpoint text not null,
  key text not null,
  request_hash bytea not null,
  response jsonb, -- null only until the first call commits
  created_at timestamptz not null,
  primary key (caller, endpoint, key)
);
