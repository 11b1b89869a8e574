-- owner: ledger
-- Every change of an account's limits, with those before it: anchors cover the limits that a posting was decided by, so their history
-- must be there to be read again. Ids come from the sequence of the postings, which orders both.
set local role nikau_ledger;
create table ledger.limit_change (
  id bigint primary key,
  account bigint not null, -- account.no
  at timestamptz not null,
  floor bigint,
  ceiling bigint,
  closes_at timestamptz,
  floor_before bigint,
  ceiling_before bigint,
  closes_at_before timestamptz
);
create index limit_change_account on ledger.limit_change (account, id);
create trigger written_by_routine before insert on ledger.limit_change for each statement execute function ledger.require_routine();
create trigger append_only before update or delete or truncate on ledger.limit_change for each statement execute function ledger.reject_change();
grant select on ledger.limit_change to nikau_app;
reset role;
