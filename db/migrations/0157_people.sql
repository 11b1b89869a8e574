-- owner: payouts
-- A hold is released by a proposal, whose approvals say who agreed. Rows from before have the name of the second person.
alter table payout_hold
  add column release_proposal_id text collate "C",
  drop constraint payout_hold_check2,
  add constraint payout_hold_released check (
    (released_at is null) = (released_by is null) and (released_at is null) = (num_nonnulls(release_approved_by, release_proposal_id) = 0));

-- What operators added to a settlement wallet, less what they took.
alter table payout
  add column adjustments bigint not null default 0,
  drop constraint payout_check2,
  add constraint payout_adds_up check (carried_in + payments - refunds - fees - gst + adjustments = net + carried_out);

-- owner: operations
create index adjustment_debit on adjustment (debit);
create index adjustment_credit on adjustment (credit);

-- Small amounts below zero are written off by rule, without a proposal. An account that closes has one adjustment for each wallet.
alter table adjustment add column proposal_id text collate "C" references operator_proposal;
alter table adjustment disable trigger append_only;
update adjustment set proposal_id = id;
alter table adjustment enable trigger append_only;
alter table adjustment
  drop constraint adjustment_id_fkey,
  drop constraint adjustment_words_check,
  add constraint adjustment_words_check check (words in ('correction', 'goodwill', 'fee-refund', 'recovery', 'write-off', 'account-closed')),
  add constraint adjustment_by_proposal check (proposal_id is not null or (words = 'write-off' and debit = 'losses:nzd.main'));

-- What the owners of a wallet below zero were told: once for each time that it went below, and each number of days since.
create table negative_balance_notice (
  wallet_id text collate "C" not null references asset,
  -- The entry with which the wallet went below zero.
  version bigint not null,
  days int not null,
  at timestamptz not null,
  primary key (wallet_id, version, days)
);

-- owner: exceptions
do $$
declare
  list constant text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'operator_exception_kind_check');
begin
  alter table operator_exception drop constraint operator_exception_kind_check;
  execute 'alter table operator_exception add constraint operator_exception_kind_check '
    || replace(list, 'ARRAY[', 'ARRAY[''negative-balance-overdue''::text, ');
end $$;

-- owner: accounts
-- Nothing comes in or goes out any more; its owners can still sign in and read.
alter table account add column closed_at timestamptz check (closed_at >= created_at);
