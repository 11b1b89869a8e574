-- What operators did about what was listed for them: who, when, and why. Never changed, never taken away.
create table operator_exception_act (
  id bigint generated always as identity primary key,
  exception_id bigint not null references operator_exception,
  act text not null check (act in ('note', 'close')),
  by_whom text not null check (by_whom <> ''),
  -- The database's own name for whoever it was, which nobody can choose.
  by_role text not null default session_user,
  note text not null check (length(note) between 3 and 2000),
  at timestamptz not null default now()
);
create index operator_exception_act_of on operator_exception_act (exception_id, id);
create function operator_exception_act_never() returns trigger language plpgsql as $$
begin
  raise exception 'what operators did is kept as it was';
end $$;
create trigger kept before update or delete or truncate on operator_exception_act for each statement execute function operator_exception_act_never();
