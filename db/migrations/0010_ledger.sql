-- The ledger. Its tables belong to the role nikau_ledger, which has no login: the routines in db/routines/ledger.sql run as that
-- role, and a trigger rejects every other write, even by a superuser. db/roles.sql creates the roles.
create schema ledger authorization nikau_ledger;
set local role nikau_ledger;

-- Why a group was refused. Same list as `refusalCodes` in packages/ledger; a test compares them.
create type ledger.refusal as enum (
  'insufficient', 'over_ceiling', 'closed', 'unknown_account', 'unit_mismatch', 'wrong_kind', 'same_account',
  'unknown_hold', 'hold_exists', 'hold_expired', 'hold_spent', 'over_hold', 'not_at_balance', 'reference_conflict'
);

-- A money or token account has entries. A counter only enforces limits: it has a balance and no entries.
create table ledger.account (
  id text collate "C" primary key check (id <> ''), -- chosen by the feature that opens it: asset:…, request:…
  no bigint generated always as identity unique,   -- referenced by entry and posting
  unit text collate "C" not null check (unit <> ''), -- nzd.main, nzd.test, token:…; never mixed in a transfer
  kind text not null check (kind <> ''),
  counter boolean not null,
  owner text,     -- opaque to the ledger
  floor bigint,   -- null: no limit
  ceiling bigint,
  closes_at timestamptz,
  closed_at timestamptz,
  balance bigint not null default 0,
  held_in bigint not null default 0 check (held_in >= 0),
  held_out bigint not null default 0 check (held_out >= 0),
  overdrawn boolean not null default false, -- below its floor after an `overdraw`
  version bigint not null default 0,        -- number of entries, without gaps
  hash bytea not null default '',           -- head of the hash chain
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  check (floor <= ceiling),
  check (overdrawn or balance - held_out >= floor),
  check (balance + held_in <= ceiling),
  check (not counter or (held_in = 0 and held_out = 0 and version = 0))
) with (fillfactor = 60); -- leaves room for HOT updates, so that a posting touches no index

-- An accepted group with its operations in order. The reference is the idempotency key.
create table ledger.posting (
  id bigint primary key,
  reference text collate "C" not null unique check (length(reference) between 1 and 200),
  kind text not null,
  subject text not null, -- set by the feature: payment-request:…
  at timestamptz not null,
  op text[] not null,    -- transfer, overdraw, hold, post, release, use, unuse, close
  debit bigint[] not null, -- account.no, 0 for none
  credit bigint[] not null,
  amount bigint[] not null,
  hold text[],
  check (cardinality(op) > 0 and cardinality(debit) = cardinality(op) and cardinality(credit) = cardinality(op) and cardinality(amount) = cardinality(op))
);
create sequence ledger.posting_batch;

-- Two per transfer. The primary key orders an account's history and prevents a forked chain. No foreign keys, which cost a quarter
-- of the throughput: only the routine writes, and the audit finds orphans.
create table ledger.entry (
  account bigint not null,
  version bigint not null,
  posting bigint not null,
  op smallint not null,
  amount bigint not null check (amount <> 0), -- signed: negative is a debit
  balance bigint not null,
  at timestamptz not null,
  hash bytea not null,
  primary key (account, version)
);

-- A pending transfer. `remaining` is still to be posted or released; 0 means the hold is closed.
create table ledger.hold (
  id text collate "C" primary key check (id <> ''),
  debit text collate "C" not null,
  credit text collate "C" not null,
  amount bigint not null check (amount > 0),
  remaining bigint not null check (remaining between 0 and amount),
  expires_at timestamptz not null,
  posting bigint not null
) with (fillfactor = 80);
create index hold_due on ledger.hold (expires_at) where remaining > 0;

create function ledger.require_routine() returns trigger language plpgsql as $$
begin
  if current_user <> 'nikau_ledger' then
    raise exception 'ledger tables are written by the ledger routines only' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

create function ledger.reject_change() returns trigger language plpgsql as $$
begin
  raise exception '% of ledger.% is not allowed: the ledger is append-only', lower(tg_op), tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger written_by_routine before insert or update on ledger.account for each statement execute function ledger.require_routine();
create trigger written_by_routine before insert on ledger.posting for each statement execute function ledger.require_routine();
create trigger written_by_routine before insert on ledger.entry for each statement execute function ledger.require_routine();
create trigger written_by_routine before insert or update on ledger.hold for each statement execute function ledger.require_routine();
create trigger append_only before delete or truncate on ledger.account for each statement execute function ledger.reject_change();
create trigger append_only before update or delete or truncate on ledger.posting for each statement execute function ledger.reject_change();
create trigger append_only before update or delete or truncate on ledger.entry for each statement execute function ledger.reject_change();
create trigger append_only before delete or truncate on ledger.hold for each statement execute function ledger.reject_change();

-- Second guard of double entry: the entries each statement inserts sum to zero per transfer.
create function ledger.entries_balance() returns trigger language plpgsql as $$
begin
  if exists (select from added group by posting, op having sum(amount) <> 0 or count(*) <> 2) then
    raise exception 'a transfer must have two entries that sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger balanced after insert on ledger.entry referencing new table as added for each statement execute function ledger.entries_balance();

grant usage on schema ledger to nikau_app;
grant select on all tables in schema ledger to nikau_app;
reset role;
