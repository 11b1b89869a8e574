-- The invariant of permissions. A view returns the rows that break it: always none (see invariants.sql).

create or replace view invariant_permission_counter_is_sum_of_uses as
  select coalesce(c.id, u.counter) as counter, c.balance, u.total
    from (select id, balance from ledger.account where kind = 'permission') c
    full join (select 'permission:' || connection_id || ':' || month as counter, sum(amount) as total from permission_use group by 1) u on u.counter = c.id
   where coalesce(c.balance, 0) <> coalesce(u.total, 0);
comment on view invariant_permission_counter_is_sum_of_uses is 'What a connected shop has used of its month equals the payments that it made without approval';
