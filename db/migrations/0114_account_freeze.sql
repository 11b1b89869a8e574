-- Accounts that nothing leaves at present. The row exists while the freeze lasts; the owner's and the operator's are lifted apart.
-- A payment reads it in the statement that records it, so the table stays small and is looked up by its key.
create table account_freeze (
  account_id text not null references account,
  by text not null check (by in ('person', 'operator')),
  since timestamptz not null,
  reason text check (reason <> ''),
  primary key (account_id, by),
  check ((by = 'operator') = (reason is not null))
);

-- Every freeze and every lift: who, when and why.
create table account_freeze_event (
  id bigint generated always as identity primary key,
  account_id text not null references account,
  action text not null check (action in ('frozen', 'unfrozen')),
  by text not null check (by in ('person', 'operator')),
  person_id uuid,
  operator text,
  reason text,
  at timestamptz not null,
  check ((by = 'person') = (person_id is not null)),
  check ((by = 'operator') = (operator is not null and reason is not null))
);
create index account_freeze_event_account on account_freeze_event (account_id, id);

create function account_freeze_event_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'account_freeze_event is append-only';
end
$$;
create trigger account_freeze_event_append_only before update or delete on account_freeze_event
  for each row execute function account_freeze_event_append_only();
create trigger account_freeze_event_no_truncate before truncate on account_freeze_event
  for each statement execute function account_freeze_event_append_only();
