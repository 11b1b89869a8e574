-- owner: desk
-- The desk: sessions of operators, and the log of everything that they look at and do.

create table desk_session (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256 of the cookie.
  secret_hash bytea not null unique,
  operator text collate "C" not null references operator,
  -- As they were at sign-in: the session ends when one is lost.
  roles text[] not null,
  -- SHA-256 of the access token at the provider, with which the session ends.
  token_hash text not null,
  -- The token itself, for asking the provider about a passkey: encrypted with a key of the desk's process. It lives as long as the session,
  -- so it is not sealed again when the key changes.
  provider_token bytea not null,
  key_id text not null,
  -- The session at the provider, which records when a passkey was used.
  session_uid text not null,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  -- The last input of the operator: without any the session locks.
  input_at timestamptz not null,
  -- Locked by the operator, until a passkey is used.
  locked_at timestamptz,
  ended_at timestamptz
);
create index desk_session_operator on desk_session (operator, opened_at);

-- What operators looked at and did, in one chain: each row has the hash of the row before. Holds ids and names of fields, never what
-- was seen.
create table desk_audit (
  no bigint primary key,
  at timestamptz not null,
  -- Null for a sign-in of somebody who is no operator.
  operator text collate "C",
  roles text[] not null,
  session uuid,
  kind text not null check (kind in ('looked', 'acted', 'refused', 'sign-in')),
  endpoint text not null,
  -- Such as `exception:2009`.
  subject text,
  -- Ids and names of fields.
  detail jsonb not null,
  reason text,
  -- The code, if the call was refused.
  refusal text,
  -- What an operator asked the worker for. A repeated attempt writes no second row.
  call uuid unique,
  previous bytea not null,
  hash bytea not null,
  check ((kind = 'refused') = (refusal is not null) or kind = 'sign-in')
);
create index desk_audit_operator on desk_audit (operator, no desc);
create index desk_audit_subject on desk_audit (subject, no desc) where subject is not null;
create index desk_audit_kind on desk_audit (kind, no desc);
create index desk_audit_at on desk_audit (at);
-- Anchors name the last entry by its hash.
create index desk_audit_by_hash on desk_audit (hash);

create function desk_audit_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'desk_audit is append-only';
end $$;
create trigger append_only before update or delete or truncate on desk_audit for each statement execute function desk_audit_append_only();
alter table desk_audit enable always trigger append_only;

-- The head of the chain, one row, which each writer locks.
create table desk_audit_head (
  one boolean primary key default true check (one),
  no bigint not null,
  hash bytea not null
);
insert into desk_audit_head (no, hash) values (0, '\x0000000000000000000000000000000000000000000000000000000000000000');

-- owner: operations
-- What an operator asks at the desk: in which session, by which call, and whether they had used a passkey in the last ten minutes.
alter table operator_call
  add column session uuid references desk_session,
  add column endpoint text,
  add column stepped_up boolean,
  add constraint operator_call_of_desk check (num_nulls(session, endpoint, stepped_up) in (0, 3));
create index operator_proposal_decided on operator_proposal (decided_at desc) where decided_at is not null;
