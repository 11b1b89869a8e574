-- The invariant of payments by code without approval. A view returns the rows that break it: always none (see invariants.sql).

create or replace view invariant_till_counter_is_sum_of_payments as
  select coalesce(c.id, p.counter) as counter, c.balance, p.total
    from (select id, balance from ledger.account where kind = 'till') c
    full join (select counter, sum(amount) as total from till_payment group by 1) p on p.counter = c.id
   where coalesce(c.balance, 0) <> coalesce(p.total, 0);
comment on view invariant_till_counter_is_sum_of_payments is 'What tills have taken without approval on a day or by a set of offline codes equals their payments';
