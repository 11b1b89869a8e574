-- owner: operations
-- What operators do: described as a proposal, agreed on by as many people as its kind and amount ask for, and done in the transaction
-- that records the last approval.

-- A person of the company. The login at the database says who it is: nobody can name themselves.
create table operator (
  id text collate "C" primary key check (id ~ '^[a-z][a-z0-9.-]{1,39}$'),
  name text not null check (name <> ''),
  login text not null unique,
  -- The person's own account as a customer, about which they may do nothing.
  person_id uuid unique,
  roles text[] not null,
  created_at timestamptz not null,
  check (roles <@ array['support', 'operations', 'finance', 'finance-lead', 'risk', 'compliance', 'admin', 'auditor']),
  constraint operator_roles_conflict check (
    not ('admin' = any (roles) and roles && array['support', 'operations', 'finance', 'finance-lead', 'risk', 'compliance'])
    and not ('auditor' = any (roles) and roles && array['support', 'operations', 'finance', 'finance-lead', 'risk', 'compliance'])
    and not ('compliance' = any (roles) and roles && array['finance', 'finance-lead']))
);

create table operator_proposal (
  id text collate "C" primary key,
  kind text not null,
  -- What it is about. Amounts of a day on one subject count together.
  subject text not null,
  exception_id bigint references operator_exception,
  content jsonb not null,
  -- Name and account number of a payee, as JSON.
  sealed_payee bytea,
  key_id text,
  unit text,
  amount bigint check (amount >= 0),
  -- The ledger account that the money leaves.
  debit text,
  note text not null check (length(note) between 3 and 2000),
  evidence text[] not null,
  proposer text collate "C" not null references operator,
  -- What it was made for: amounts, states and balances. Approved only while they are the same.
  made_for jsonb not null,
  -- What it would post, as tried when it was made.
  preview jsonb not null,
  -- The roles of each approver, in order: [["finance-lead"], ["compliance"]].
  needs jsonb not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  -- A proposal that waits after ends_at has ended.
  state text not null check (state in ('waiting', 'approved', 'declined')),
  decided_at timestamptz,
  declined_by text collate "C" references operator,
  decline_note text check (length(decline_note) between 3 and 2000),
  result jsonb,
  unique (id, proposer),
  check ((sealed_payee is null) = (key_id is null)),
  check ((unit is null) = (amount is null) and (amount is null) = (debit is null)),
  check ((state = 'waiting') = (decided_at is null)),
  check ((state = 'declined') = (declined_by is not null and decline_note is not null)),
  check ((state = 'approved') = (result is not null))
);
create index operator_proposal_waiting on operator_proposal (created_at) where state = 'waiting';
create index operator_proposal_subject on operator_proposal (subject, created_at);
create index operator_proposal_debit on operator_proposal (debit, created_at) where debit is not null;
create index operator_proposal_exception on operator_proposal (exception_id) where exception_id is not null;

create table operator_approval (
  proposal_id text collate "C" not null,
  proposer text collate "C" not null,
  operator text collate "C" not null references operator,
  roles text[] not null,
  at timestamptz not null,
  primary key (proposal_id, operator),
  foreign key (proposal_id, proposer) references operator_proposal (id, proposer),
  constraint operator_approval_second_person check (operator <> proposer)
);
create function operator_approval_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'operator_approval is append-only';
end $$;
create trigger append_only before update or delete or truncate on operator_approval for each statement execute function operator_approval_append_only();

-- What an operator asks for, under their own login. The worker answers; it removes the text of the call then, which may name a payee.
create table operator_call (
  id uuid primary key default gen_random_uuid(),
  login text not null default session_user,
  call jsonb,
  at timestamptz not null default now(),
  -- The id of what it proposes, chosen before anything is done.
  proposal_id text collate "C",
  answered_at timestamptz,
  answer jsonb,
  check ((answered_at is null) = (answer is null)),
  check ((answered_at is null) = (call is not null))
);

-- An amount that operators moved from one account of the books to another.
create table adjustment (
  id text collate "C" primary key references operator_proposal,
  unit text not null,
  debit text not null,
  credit text not null,
  amount bigint not null check (amount > 0),
  -- What the owner of a wallet reads.
  words text not null check (words in ('correction', 'goodwill', 'fee-refund', 'recovery', 'write-off')),
  posting bigint not null unique,
  at timestamptz not null,
  check (debit <> credit)
);
create trigger append_only before update or delete or truncate on adjustment for each statement execute function operator_approval_append_only();

-- Which invariants of the books were broken when they were last computed. One row.
create table book_check (
  one boolean primary key default true check (one),
  broken text[] not null,
  at timestamptz not null
);

-- owner: outgoing-payments
alter table outgoing_payment
  drop constraint outgoing_payment_purpose_check,
  add constraint outgoing_payment_purpose_check check (purpose in ('payout', 'account-check', 'bank-return', 'top-up-return', 'operator-payment'));

-- owner: wallets
alter table movement add column adjustment_id text collate "C";
alter table movement drop constraint movement_check;
alter table movement add constraint movement_check
  check (num_nonnulls(topup_id, withdrawal_id, payment_request_id, asset_transfer_id, outgoing_payment_id, adjustment_id) = 1);

-- owner: exceptions
-- Taken on by an operator, and closed by a proposal.
alter table operator_exception_action add column proposal_id text collate "C" references operator_proposal;
alter table operator_exception_action drop constraint operator_exception_action_action_check;
alter table operator_exception_action add constraint operator_exception_action_action_check check (action in ('note', 'take', 'close'));

-- Adds kinds to the list, whichever migration wrote the list last.
do $$
declare
  list constant text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'operator_exception_kind_check');
begin
  alter table operator_exception drop constraint operator_exception_kind_check;
  execute 'alter table operator_exception add constraint operator_exception_kind_check '
    || replace(list, 'ARRAY[', 'ARRAY[''books-broken''::text, ''operator-payment-returned''::text, ');
end $$;
