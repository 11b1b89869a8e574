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

-- Whether a person may sign in at the desk. The identity process asks, and reads nothing else of operators.
create or replace function is_operator(person_id uuid) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from operator o where o.person_id = is_operator.person_id and cardinality(o.roles) > 0)
$$;
