-- The books. Everything here belongs to the role nikau_books, which nobody logs in as: the routines in db/routines/ledger.sql
-- run as that role, and a trigger turns away every write that does not come from them, a superuser's included.
do $$
begin
  create role nikau_books nologin;
exception when duplicate_object or unique_violation then null; -- roles are shared by all databases of a server
end $$;
do $$
begin
  create role nikau_app nologin; -- what the application's login role is a member of: reads the books, calls the routines
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  if not pg_has_role(current_user, 'nikau_books', 'member') then
    execute format('grant nikau_books to %I', current_user);
  end if;
end $$;

create schema ledger authorization nikau_books;
set local role nikau_books;

-- Why a group was turned away. The same closed list is `refusalCodes` in packages/ledger; a test keeps them equal.
create type ledger.refusal as enum (
  'insufficient', 'over_ceiling', 'closed', 'unknown_account', 'unit_mismatch', 'wrong_kind', 'same_account',
  'unknown_hold', 'hold_exists', 'hold_expired', 'hold_spent', 'over_hold', 'not_at_balance', 'reference_conflict'
);

-- An account of money (or of tokens) keeps entries. A counter is an account of limits alone: it has a balance and no entries.
create table ledger.account (
  id text collate "C" primary key check (id <> ''), -- chosen by the feature that opens it: wallet:…, request:…
  no bigint generated always as identity unique,   -- what the wide tables refer to
  unit text collate "C" not null check (unit <> ''), -- nzd.main, nzd.test, token:…: never mixed in one transfer
  kind text not null check (kind <> ''),
  counter boolean not null,
  owner text,     -- opaque reference of whose it is; the ledger never reads it
  floor bigint,   -- null: no limit
  ceiling bigint,
  closes_at timestamptz,
  closed_at timestamptz,
  balance bigint not null default 0,
  held_in bigint not null default 0 check (held_in >= 0),
  held_out bigint not null default 0 check (held_out >= 0),
  overdrawn boolean not null default false, -- below its floor by an `overdraw`, the one transfer that may do so
  version bigint not null default 0,        -- how many entries there are: gapless
  hash bytea not null default '',           -- the head of the chain of entries
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  check (floor <= ceiling),
  check (overdrawn or balance - held_out >= floor),
  check (balance + held_in <= ceiling),
  check (not counter or (held_in = 0 and held_out = 0 and version = 0))
) with (fillfactor = 60); -- room for the next version of a row on its own page, so that no index is touched by a posting

-- A group that happened: what was asked, in the order asked. The reference is the idempotency key.
create table ledger.posting (
  id bigint primary key,
  reference text collate "C" not null unique check (length(reference) between 1 and 200),
  kind text not null,
  subject text not null, -- what it is for, in the words of the feature: payment-request:…
  at timestamptz not null,
  op text[] not null,    -- transfer, overdraw, hold, post, release, use, unuse, close
  debit bigint[] not null, -- account.no, 0 for none
  credit bigint[] not null,
  amount bigint[] not null,
  hold text[],
  check (cardinality(op) > 0 and cardinality(debit) = cardinality(op) and cardinality(credit) = cardinality(op) and cardinality(amount) = cardinality(op))
);
create sequence ledger.posting_batch;

-- Two per transfer. The key gives an account's history in order and forbids a second entry of the same version: no forked chain.
-- No foreign keys (they cost a quarter of the throughput): only the routine writes, and the audit finds an orphan.
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

-- A pending transfer. What is still to be posted or released is `remaining`; 0 means that it is over.
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

create function ledger.only_by_routine() returns trigger language plpgsql as $$
begin
  if current_user <> 'nikau_books' then
    raise exception 'the books are written by the routines of the ledger only' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

create function ledger.never() returns trigger language plpgsql as $$
begin
  raise exception '% of ledger.% is not allowed: the books are append-only', lower(tg_op), tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger written_by_routine before insert or update on ledger.account for each statement execute function ledger.only_by_routine();
create trigger written_by_routine before insert on ledger.posting for each statement execute function ledger.only_by_routine();
create trigger written_by_routine before insert on ledger.entry for each statement execute function ledger.only_by_routine();
create trigger written_by_routine before insert or update on ledger.hold for each statement execute function ledger.only_by_routine();
create trigger kept before delete or truncate on ledger.account for each statement execute function ledger.never();
create trigger kept before update or delete or truncate on ledger.posting for each statement execute function ledger.never();
create trigger kept before update or delete or truncate on ledger.entry for each statement execute function ledger.never();
create trigger kept before delete or truncate on ledger.hold for each statement execute function ledger.never();

-- Double entry, guarded a second time: whatever one statement adds to the books sums to nothing, posting by posting.
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
