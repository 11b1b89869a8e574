-- The first answer to each call that moves money, under the name its caller gave it. Written in the transaction of the
-- movement itself: where there is a row the money moved, where there is none it did not.
create table idempotency (
  caller text not null,
  endpoint text not null,
  key text not null,
  body_hash bytea not null,
  answer jsonb, -- null only while the first call is under way
  created_at timestamptz not null,
  primary key (caller, endpoint, key)
);
