-- owner: desk
-- The desk's process reads and writes sessions and the audit log by these functions alone. An operator is known by the session that the
-- provider vouches for, so that the process can not act for anybody who is not signed in.

-- The hash of a row of the audit log: over everything in it and the hash of the row before.
create or replace function desk_audit_hash(entry desk_audit) returns bytea language sql immutable as $$
  select sha256(entry.previous || convert_to(concat_ws(E'\n', entry.no, (extract(epoch from entry.at) * 1000000)::bigint, coalesce(entry.operator, '-'),
    array_to_string(entry.roles, ' '), coalesce(entry.session::text, '-'), entry.kind, entry.endpoint, coalesce(entry.subject, '-'), entry.detail::text,
    coalesce(to_json(entry.reason)::text, '-'), coalesce(entry.refusal, '-'), coalesce(entry.call::text, '-')), 'UTF8'))
$$;

-- Numbers and chains a row, whoever writes it.
create or replace function desk_audit_chain() returns trigger language plpgsql as $$
begin
  select h.no + 1, h.hash into strict new.no, new.previous from desk_audit_head h for update;
  new.hash := desk_audit_hash(new);
  update desk_audit_head set no = new.no, hash = new.hash;
  return new;
end $$;
create or replace trigger chain before insert on desk_audit for each row execute function desk_audit_chain();
alter table desk_audit enable always trigger chain;

create or replace view invariant_desk_audit_chain_holds as
  select a.no, 'link' as broken
    from desk_audit a left join desk_audit b on b.no = a.no - 1
   where a.hash <> desk_audit_hash(a) or a.previous <> coalesce(b.hash, '\x0000000000000000000000000000000000000000000000000000000000000000') or (b.no is null and a.no <> 1)
  union all
  select h.no, 'head' from desk_audit_head h left join lateral (select a.no, a.hash from desk_audit a order by a.no desc limit 1) last on true
   where h.no <> coalesce(last.no, 0) or (last.no is not null and h.hash <> last.hash);
comment on view invariant_desk_audit_chain_holds is 'Every entry of the desk''s audit log has its own hash and that of the entry before, without a gap';

-- Who calls: the operator of a session that is alive, with the last use of a passkey; no row otherwise. A session ends with the token at
-- the provider, with the first role that its operator loses, and after its time.
create or replace function desk_caller(p_secret_hash bytea, p_at timestamptz)
returns table (session uuid, operator text, name text, roles text[], person_id uuid, session_uid text, opened_at timestamptz, ends_at timestamptz, input_at timestamptz,
  locked_at timestamptz, passkey_at timestamptz, sealed_token bytea, key_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, o.id::text, o.name, o.roles, o.person_id, s.session_uid, s.opened_at, s.ends_at, s.input_at, s.locked_at, passkey.authenticated_at, s.provider_token, s.key_id
    from desk_session s
    join operator o on o.id = s.operator and s.roles <@ o.roles and cardinality(s.roles) > 0
    cross join lateral identity.access_token(s.token_hash, p_at) token
    cross join lateral identity.authentication(s.session_uid, p_at) passkey
   where s.secret_hash = p_secret_hash and s.ended_at is null and s.ends_at > p_at
     and token.client_id = 'nikau-desk' and token.sub = o.person_id and token.session_uid = s.session_uid and passkey.acr = 'passkey'
$$;

create or replace function desk_is_locked(input_at timestamptz, locked_at timestamptz, at timestamptz) returns boolean language sql immutable as $$
  select locked_at is not null or input_at <= at - interval '15 minutes'
$$;

-- Writes what a caller looked at or did. False if the session is not alive.
create or replace function desk_record(
  p_secret_hash bytea, p_at timestamptz, p_kind text, p_endpoint text, p_subject text, p_detail jsonb, p_reason text, p_refusal text
) returns boolean language sql volatile security definer set search_path = public, pg_temp as $$
  with written as (
    insert into desk_audit (at, operator, roles, session, kind, endpoint, subject, detail, reason, refusal)
    select p_at, c.operator, c.roles, c.session, p_kind, p_endpoint, p_subject, p_detail, p_reason, p_refusal from desk_caller(p_secret_hash, p_at) c
    returning 1)
  select exists (select from written)
$$;

-- Writes what the worker did for an operator, in the transaction of the act, once for each call.
create or replace function desk_record_call(
  p_call uuid, p_operator text, p_roles text[], p_session uuid, p_kind text, p_endpoint text, p_subject text, p_detail jsonb, p_refusal text
) returns void language sql volatile security definer set search_path = public, pg_temp as $$
  insert into desk_audit (at, operator, roles, session, kind, endpoint, subject, detail, refusal, call)
  select now(), p_operator, p_roles, p_session, p_kind, p_endpoint, p_subject, p_detail, p_refusal, p_call
   where not exists (select from desk_audit a where a.call = p_call)
$$;

-- Opens a session for the operator of an access token that the provider issued to the desk for a passkey. The code of the refusal otherwise.
create or replace function desk_open_session(
  p_token_hash text, p_secret_hash bytea, p_sealed_token bytea, p_key_id text, p_at timestamptz
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  token record;
  who operator;
  opened uuid;
begin
  select t.sub, t.session_uid into token from identity.access_token(p_token_hash, p_at) t
    cross join lateral identity.authentication(t.session_uid, p_at) a
   where t.client_id = 'nikau-desk' and a.acr = 'passkey';
  if token is null then
    return 'UNAUTHORIZED';
  end if;
  select * into who from operator o where o.person_id = token.sub and cardinality(o.roles) > 0;
  if who is null then
    insert into desk_audit (at, roles, kind, endpoint, detail, refusal) values (p_at, '{}', 'sign-in', 'sign-in', '{}', 'NOT_AN_OPERATOR');
    return 'NOT_AN_OPERATOR';
  end if;
  insert into desk_session (secret_hash, operator, roles, token_hash, provider_token, key_id, session_uid, opened_at, ends_at, input_at)
  values (p_secret_hash, who.id, who.roles, p_token_hash, p_sealed_token, p_key_id, token.session_uid, p_at, p_at + interval '10 hours', p_at)
  returning id into opened;
  insert into desk_audit (at, operator, roles, session, kind, endpoint, detail) values (p_at, who.id, who.roles, opened, 'sign-in', 'sign-in', '{}');
  return null;
end $$;

-- A sign-in that the provider refused: nobody knows who it was.
create or replace function desk_record_refused_sign_in(p_at timestamptz) returns void language sql volatile security definer set search_path = public, pg_temp as $$
  insert into desk_audit (at, roles, kind, endpoint, detail, refusal) values (p_at, '{}', 'sign-in', 'sign-in', '{}', 'NOT_AN_OPERATOR')
$$;

-- Notes an input of the operator; a locked session stays locked.
create or replace function desk_record_input(p_secret_hash bytea, p_at timestamptz) returns void language sql volatile security definer set search_path = public, pg_temp as $$
  update desk_session s set input_at = greatest(s.input_at, p_at) from desk_caller(p_secret_hash, p_at) c
   where s.id = c.session and not desk_is_locked(s.input_at, s.locked_at, p_at)
$$;

create or replace function desk_lock(p_secret_hash bytea, p_at timestamptz) returns void language sql volatile security definer set search_path = public, pg_temp as $$
  update desk_session s set locked_at = coalesce(s.locked_at, p_at) from desk_caller(p_secret_hash, p_at) c where s.id = c.session
$$;

-- Opens a locked session if the provider has seen a passkey in it within the last minute, and after it was locked.
create or replace function desk_unlock(p_secret_hash bytea, p_at timestamptz) returns boolean language sql volatile security definer set search_path = public, pg_temp as $$
  with opened as (
    update desk_session s set input_at = p_at, locked_at = null from desk_caller(p_secret_hash, p_at) c
     where s.id = c.session and c.passkey_at >= coalesce(s.locked_at, '-infinity') and c.passkey_at > p_at - interval '1 minute'
    returning 1)
  select exists (select from opened)
$$;

create or replace function desk_end_session(p_secret_hash bytea, p_at timestamptz) returns void language sql volatile security definer set search_path = public, pg_temp as $$
  select desk_record(p_secret_hash, p_at, 'sign-in', 'POST /api/desk/session/end', null, '{}', null, null);
  update desk_session s set ended_at = p_at from desk_caller(p_secret_hash, p_at) c where s.id = c.session
$$;

-- Opens the stored bytes of a bank file for a caller: the entry of the audit log with the reason, and the sealed bytes with the digest that was
-- kept when they were built. Neither without an open session, a passkey of the last ten minutes, a role that may see account numbers, and a reason.
create or replace function desk_open_bank_file(p_secret_hash bytea, p_at timestamptz, p_reference text, p_reason text)
returns table (id text, sealed_bytes bytea, key_id text, digest bytea, entry bigint)
language sql volatile security definer set search_path = public, pg_temp as $$
  with opened as (
    select c.operator, c.roles, c.session, f.id, f.reference, f.sealed_bytes, f.key_id, f.digest
      from desk_caller(p_secret_hash, p_at) c join bank_file f on f.reference = p_reference
     where not desk_is_locked(c.input_at, c.locked_at, p_at) and c.passkey_at >= p_at - interval '10 minutes'
       and c.roles && '{operations,risk,compliance}' and length(trim(p_reason)) >= 3
  ), written as (
    insert into desk_audit (at, operator, roles, session, kind, endpoint, subject, detail, reason)
    select p_at, o.operator, o.roles, o.session, 'looked', 'POST /api/desk/bank-files/:id/bytes', 'bank-file:' || o.reference, '{"fields": "bytes"}', p_reason
      from opened o
    returning no)
  select o.id, o.sealed_bytes, o.key_id, o.digest, w.no from opened o cross join written w
$$;
