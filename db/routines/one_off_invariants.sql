-- What must always be true of payments from a bank. Each view returns the rows that break it: none, ever (see invariants.sql).

create or replace view invariant_request_is_held_by_its_bank_payment as
  with payment as (
    select id, payment_request_id, amount, step, step in ('exchange', 'initiate', 'watch', 'lost') as undecided from one_off_payment
    union all
    select id, payment_request_id, amount, step, step in ('charge', 'lost') from card_payment)
  select r.id, r.held_by, r.status, o.step, d.balance
    from payment_request r
    left join payment o on o.id = r.held_by
    left join ledger.account d on d.id = 'due:' || r.id
   where r.held_by is not null
     and (r.status <> 'new' or o.payment_request_id is distinct from r.id or not o.undecided or o.amount <> r.remaining or d.balance <> r.amount)
  union all
  select o.payment_request_id, o.id, r.status, o.step, null
    from payment o join payment_request r on r.id = o.payment_request_id
   where o.undecided and r.held_by is distinct from o.id and r.status = 'new';
comment on view invariant_request_is_held_by_its_bank_payment is 'A request is held by the bank or card payment that is being decided for it, and by no other';

-- What the books say came from a bank is, payment by payment, what the bank said it paid.
create or replace view invariant_bank_clearing_is_explained as
  select coalesce(o.id, b.id) as payment, o.step, o.amount, b.total
    from one_off_payment o
    full join (
      select substring(p.subject from '^one-off-payment:(.*)$') as id, sum(e.amount) as total
        from ledger.account a join ledger.entry e on e.account = a.no join ledger.posting p on p.id = e.posting
       where a.id like 'pay-by-bank:%' and p.subject like 'one-off-payment:%' group by 1) b on b.id = o.id
   where coalesce(b.total, 0) <> case when o.step = 'paid' or o.failure = 'returned' then -o.amount else 0 end or o.id is null;
comment on view invariant_bank_clearing_is_explained is 'What came from a bank is, payment by payment, what the bank said it paid';

create or replace view invariant_surplus_is_listed as
  select a.id, a.balance, x.total
    from ledger.account a
    left join lateral (
      select coalesce(sum(x.amount), 0) as total from operator_exception x
       where x.closed_at is null and x.kind in ('bank-surplus', 'bank-refund') and x.unit = a.unit) x on true
   where a.id like 'surplus:%' and a.balance <> x.total;
comment on view invariant_surplus_is_listed is 'Money that has to go back to a bank is listed for an operator, to the cent';
