-- Notes what is to be told to whom, in the transaction of what happened: one row and one job per endpoint that is on. Numbers
-- are given under the endpoint's lock, so they have no gap and stand in the order of the commits.
create or replace function enqueue_webhooks(p_account text[], p_request text[], p_activity int[], p_type text[], p_at timestamptz[])
returns integer language plpgsql as $$
declare
  added integer;
begin
  perform from webhook_endpoint where account_id = any (p_account) and enabled order by id for no key update;
  if not found then return 0; end if;
  with told as (
    select e.id as endpoint_id, e.last_number + row_number() over (partition by e.id order by n.place) as number, n.*
      from unnest(p_account, p_request, p_activity, p_type, p_at) with ordinality as n (account_id, request, activity, type, at, place)
      join webhook_endpoint e on e.account_id = n.account_id and e.enabled
  ), counted as (
    update webhook_endpoint e set last_number = t.last from (select endpoint_id, max(number) as last from told group by endpoint_id) t where e.id = t.endpoint_id
  ), noted as (
    insert into webhook_delivery (endpoint_id, number, type, payment_request_id, activity_number, created_at)
    select endpoint_id, number, type, request, activity, at from told returning id
  )
  select count(*) into added
    from graphile_worker.add_jobs(array(
      select json_populate_record(null::graphile_worker.job_spec,
        json_build_object('identifier', 'deliver-webhook', 'payload', json_build_object('deliveryId', id)))
        from noted));
  return added;
end $$;
