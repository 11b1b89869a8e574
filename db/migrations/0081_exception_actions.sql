-- What operators did about an exception: who, when and why. Append-only.
create table operator_exception_action (
  id bigint generated always as identity primary key,
  exception_id bigint not null references operator_exception,
  action text not null check (action in ('note', 'close')),
  operator text not null check (operator <> ''),
  -- The database role, which the operator cannot choose.
  database_role text not null default session_user,
  note text not null check (length(note) between 3 and 2000),
  at timestamptz not null default now()
);
create index operator_exception_action_exception on operator_exception_action (exception_id, id);
create function operator_exception_action_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'operator_exception_action is append-only';
end $$;
create trigger append_only before update or delete or truncate on operator_exception_action
  for each statement execute function operator_exception_action_append_only();
