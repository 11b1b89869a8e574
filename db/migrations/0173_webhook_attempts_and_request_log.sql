-- owner: webhooks
-- Every attempt of a delivery, with the start of what the receiver answered. The signature is of use for five minutes and to one receiver.
create table webhook_attempt (
  delivery_id uuid not null references webhook_delivery on delete cascade,
  number integer not null,
  at timestamptz not null,
  duration_ms integer not null,
  result text not null,
  http_status integer,
  response text,
  signature text,
  primary key (delivery_id, number)
);

-- Deliveries that are sent again one after the other, by a job that remembers how far it is.
create table webhook_replay (
  id uuid primary key default gen_random_uuid(),
  endpoint_id text not null,
  delivery_ids uuid[] not null,
  next integer not null default 0
);

-- A test event is about nothing.
alter table webhook_delivery
  drop constraint webhook_delivery_check,
  add constraint webhook_delivery_subject check (
    num_nonnulls(payment_request_id, activity_number) = 2 and connection_id is null
    or num_nonnulls(payment_request_id, activity_number) = 0 and (connection_id is not null) <> (type = 'webhook:test'));

-- owner: request-log
-- Calls that were made with API keys, without secrets, codes and card numbers. Written in batches, deleted after 30 days.
create table api_request (
  sequence bigint generated always as identity primary key,
  id text collate "C" not null,
  account_id text not null,
  key_name text not null,
  test boolean not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  status integer not null,
  refusal text,
  duration_ms integer not null,
  address text not null,
  idempotency_key text,
  payment_request_id text collate "C",
  external_ref text,
  body text
);
create index api_request_account on api_request (account_id, sequence);
create index api_request_id on api_request (id);
create index api_request_payment on api_request (payment_request_id) where payment_request_id is not null;
create index api_request_reference on api_request (account_id, external_ref) where external_ref is not null;
create index api_request_age on api_request using brin (at);
