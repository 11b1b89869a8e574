-- Every background task that was ever queued, with its schedule's last run. The tables of the queue hide their rows from other roles.
create or replace view background_task as
  select t.identifier as task, c.last_execution as scheduled_at
    from graphile_worker._private_tasks t left join graphile_worker._private_known_crontabs c on c.identifier = t.identifier;
comment on view background_task is 'Background tasks, and when those with a schedule were last queued by it';
