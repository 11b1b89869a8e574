-- owner: operations
-- An operator's login may call these two functions and nothing else: it asks, and the worker decides and acts.
create or replace function ask_operation(p_call jsonb) returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked uuid;
begin
  if pg_column_size(p_call) > 20000 then
    raise exception 'a call has at most 20 kB' using errcode = 'invalid_parameter_value';
  end if;
  insert into operator_call (login, call) values (session_user, p_call) returning id into asked;
  perform graphile_worker.add_job('answer-operator', json_build_object('callId', asked), job_key => 'answer-operator:' || asked);
  return asked;
end $$;

-- The answer to one's own call; null while there is none.
create or replace function operation_answer(p_id uuid) returns jsonb language sql stable security definer set search_path = public, pg_temp as $$
  select answer from operator_call where id = p_id and login = session_user
$$;

-- The same for an operator at the desk, known by their session. The id is chosen by the caller, so that a repeated call is one call. Null if
-- the session is not alive, or locked.
create or replace function ask_desk_operation(p_secret_hash bytea, p_id uuid, p_endpoint text, p_call jsonb, p_at timestamptz) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  caller record;
begin
  if pg_column_size(p_call) > 20000 then
    raise exception 'a call has at most 20 kB' using errcode = 'invalid_parameter_value';
  end if;
  select c.*, o.login into caller from desk_caller(p_secret_hash, p_at) c join operator o on o.id = c.operator where not desk_is_locked(c.input_at, c.locked_at, p_at);
  if caller is null then
    return null;
  end if;
  insert into operator_call (id, login, call, session, endpoint, stepped_up)
  values (p_id, caller.login, p_call, caller.session, p_endpoint, caller.passkey_at >= p_at - interval '10 minutes')
  on conflict (id) do nothing;
  if found then
    perform graphile_worker.add_job('answer-operator', json_build_object('callId', p_id), job_key => 'answer-operator:' || p_id);
  end if;
  return p_id;
end $$;

-- The answer to a call of one's own operator; null while there is none.
create or replace function desk_operation_answer(p_secret_hash bytea, p_id uuid, p_at timestamptz) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select k.answer from operator_call k join operator o on o.login = k.login join desk_caller(p_secret_hash, p_at) c on c.operator = o.id where k.id = p_id and k.session is not null
$$;

-- Whether a person may sign in at the desk. The identity process asks, and reads nothing else of operators.
create or replace function is_operator(person_id uuid) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from operator o where o.person_id = is_operator.person_id and cardinality(o.roles) > 0)
$$;
