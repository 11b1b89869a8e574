-- Limits that people set for their own account. A payment reads them with its wallet, so that accounts without limits pay nothing
-- for them. The day's use is the balance of the ledger counter own-limit:<account>:<day or new-people>:<asset type>:<date>, whose
-- ceiling is the limit in force.
create table own_limit (
  account_id text not null references account,
  name text not null check (name in ('one-payment', 'one-day', 'new-people', 'no-signal')),
  -- Null: no limit.
  cents bigint check (cents >= 0),
  -- A rise, in force from then on. Null cents: the limit ends.
  next_cents bigint check (next_cents >= 0),
  next_at timestamptz,
  primary key (account_id, name),
  check (next_at is not null or next_cents is null)
);

-- What lowers the limit for people not sent to before.
create index security_event_lowers_limits on security_event (person_id, at) where kind in ('signed-in-new-device', 'email-changed');
