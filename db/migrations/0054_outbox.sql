-- Events that are committed but not yet dispatched. A dispatcher deletes a row in the transaction that hands it to the subscribers.
-- The identity must not cache values: a cached range would let a later event of the same payment request take a smaller id.
create table outbox_event (
  id bigint generated always as identity (cache 1) primary key,
  type text not null,
  account_id text not null,
  payment_request_id text not null,
  activity_number integer not null,
  occurred_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
