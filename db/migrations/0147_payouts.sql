-- owner: payouts
-- Payouts to merchants: what a settlement wallet had at the end of a day goes to the merchant's bank account.

-- Where an account's payouts go. The account in force is the latest that has taken effect and was not cancelled.
create table payout_account (
  id bigint generated always as identity primary key,
  account_id text not null references account,
  bank_account_id text collate "C" not null references bank_account,
  chosen_at timestamptz not null,
  chosen_by uuid not null,
  -- The first choice takes effect at once, a later one after two business days.
  effective_at timestamptz not null check (effective_at >= chosen_at),
  cancelled_at timestamptz check (cancelled_at < effective_at),
  -- After a payout was returned: an owner has confirmed that the account is right.
  confirmed_at timestamptz
);
create index payout_account_current on payout_account (account_id, effective_at, id) where cancelled_at is null;

-- When payouts are made. No row: every business day.
create table payout_schedule (
  account_id text not null references account,
  first_day date not null,
  kind text not null check (kind in ('daily', 'weekly', 'monthly')),
  weekday smallint check (weekday between 1 and 5),
  chosen_at timestamptz not null,
  chosen_by uuid not null,
  primary key (account_id, first_day),
  check ((kind = 'weekly') = (weekday is not null))
);

-- An operator has stopped the payouts of an account. Another operator has approved the release.
create table payout_hold (
  id bigint generated always as identity primary key,
  account_id text not null references account,
  reason text not null check (length(reason) >= 3),
  placed_at timestamptz not null,
  placed_by text not null,
  released_at timestamptz check (released_at >= placed_at),
  released_by text,
  release_approved_by text check (release_approved_by <> released_by),
  check ((released_at is null) = (released_by is null) and (released_at is null) = (release_approved_by is null))
);
create unique index payout_hold_open on payout_hold (account_id) where released_at is null;

-- What an account leaves in its settlement wallet. No row: nothing.
create table payout_reserve (
  account_id text primary key references account,
  amount bigint not null check (amount >= 0),
  reason text not null check (length(reason) >= 3),
  changed_at timestamptz not null,
  changed_by text not null
);

-- The run of a business day: every settlement wallet once.
create table payout_run (
  day date primary key,
  -- The id of the last wallet that was processed.
  position text collate "C" not null default '',
  started_at timestamptz not null,
  completed_at timestamptz,
  -- The id of the last payout whose remittance advice was queued.
  advised_position text collate "C" not null default '',
  advised_at timestamptz
);

-- A payout covers the entries of the settlement account after `from_version` up to `to_version`, the last before midnight. Append-only:
-- whether it was sent, paid or returned is in its outgoing payment.
create table payout (
  id text collate "C" primary key,
  day date not null references payout_run,
  account_id text not null references account,
  wallet_id text collate "C" not null references asset,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  from_version bigint not null,
  to_version bigint not null check (to_version >= from_version),
  -- The same for the wallet's accounts of fees and GST: the last version before midnight.
  fees_version bigint not null,
  gst_version bigint not null,
  payments bigint not null check (payments >= 0),
  refunds bigint not null check (refunds >= 0),
  fees bigint not null,  -- less what refunds gave back
  gst bigint not null,
  carried_in bigint not null,  -- from the payout before, and what banks returned since
  carried_out bigint not null,
  net bigint not null check (net >= 0),
  -- Why nothing is sent: all of it goes into the next payout.
  carried_reason text check (carried_reason in ('below-minimum', 'on-hold', 'no-account', 'account-to-confirm', 'below-zero')),
  outgoing_payment_id text collate "C" unique references outgoing_payment,
  created_at timestamptz not null,
  unique (wallet_id, day),
  check (carried_in + payments - refunds - fees - gst = net + carried_out),
  check ((net > 0) = (outgoing_payment_id is not null)),
  check ((net > 0) = (carried_reason is null))
);
create index payout_account_list on payout (account_id, id);
create index payout_run_list on payout (day, id);
