-- The last step-up of a session: the person proved again who they are. Written by the identity process only.
create table identity.step_up (
  session_uid text primary key,
  person_id uuid not null references identity.person (id) on delete cascade,
  acr text not null check (acr in ('code', 'two-codes', 'passkey')),
  authenticated_at timestamptz not null
);

-- What happened to the security of a person's account. Append-only: rows are never deleted, and only the routine of the retention
-- job blanks the address and the device.
create table security_event (
  id bigint generated always as identity primary key,
  person_id uuid not null,
  kind text not null check (kind ~ '^[a-z][a-z-]+$'),
  at timestamptz not null,
  method text,
  address text,
  device text,
  session_uid text,
  detail jsonb not null default '{}'
);
create index security_event_person on security_event (person_id, id desc);

create function security_event_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.address is null and new.device is null
    and (new.id, new.person_id, new.kind, new.at, new.method, new.session_uid, new.detail)
      is not distinct from (old.id, old.person_id, old.kind, old.at, old.method, old.session_uid, old.detail) then
    return new;
  end if;
  raise exception 'security_event is append-only';
end
$$;
create trigger security_event_append_only before update or delete on security_event for each row execute function security_event_append_only();
create trigger security_event_no_truncate before truncate on security_event for each statement execute function security_event_append_only();
