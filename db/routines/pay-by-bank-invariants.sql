-- Invariants of payments by bank. Each view returns the violating rows and must be empty (see invariants.sql).

create or replace view invariant_request_is_reserved_for_its_pending_payment as
  with payment as (
    select id, payment_request_id, amount, step, step in ('exchange', 'initiate', 'watch', 'indeterminate') as pending from pay_by_bank_payment
    union all
    select id, payment_request_id, amount, step, step in ('charge', 'indeterminate') from card_payment)
  select r.id, r.reserved_for, r.status, o.step, d.balance
    from payment_request r
    left join payment o on o.id = r.reserved_for
    left join ledger.account d on d.id = 'due:' || r.id
   where r.reserved_for is not null
     and (r.status <> 'new' or o.payment_request_id is distinct from r.id or not o.pending or o.amount <> r.remaining or d.balance <> r.amount)
  union all
  select o.payment_request_id, o.id, r.status, o.step, null
    from payment o join payment_request r on r.id = o.payment_request_id
   where o.pending and r.reserved_for is distinct from o.id and r.status = 'new';
comment on view invariant_request_is_reserved_for_its_pending_payment is 'A request is reserved for its pending bank or card payment, and for no other';

create or replace view invariant_bank_clearing_is_explained as
  select coalesce(o.id, b.id) as payment, o.step, o.amount, b.total
    from pay_by_bank_payment o
    full join (
      select substring(p.subject from '^(?:one-off-payment|funds-transfer):(.*)$') as id, sum(e.amount) as total
        from ledger.account a join ledger.entry e on e.account = a.no join ledger.posting p on p.id = e.posting
       where a.id like 'pay-by-bank:%' and p.subject ~ '^(one-off-payment|funds-transfer):' group by 1) b on b.id = o.id
   where coalesce(b.total, 0) <> case when o.step = 'paid' or o.failure = 'returned' then -o.amount else 0 end or o.id is null;
comment on view invariant_bank_clearing_is_explained is 'The pay-by-bank clearing balance equals, payment by payment, what the bank reported as paid';

-- A top-up that was approved at the bank is a transfer, whose state follows its payment; one that was not is none.
create or replace view invariant_bank_top_up_matches_its_transfer as
  select coalesce(p.id, t.id) as id, p.step, p.failure, t.status, t.reversed_at
    from (select * from pay_by_bank_payment where wallet_id is not null) p
    full join (select * from funds_transfer where bank is not null) t on t.id = p.id
   where p.id is null
      or case when p.authorized_at is null then t.id is not null
              when p.step in ('exchange', 'initiate', 'watch', 'indeterminate') then t.status is distinct from 'requested'
              when p.step = 'paid' then t.status is distinct from 'done' or t.reversed_at is not null
              else t.id is null or not (t.status = 'failed' or t.reversed_at is not null) end
      or t.amount <> p.amount or t.wallet_id <> p.wallet_id or t.bank <> p.bank;
comment on view invariant_bank_top_up_matches_its_transfer is 'A top-up by bank approval and its transfer agree, and an unapproved one has no transfer';

drop view if exists invariant_surplus_has_exception;
create or replace view invariant_surplus_is_explained as
  select coalesce(a.id, r.id) as account, a.balance, r.total
    from (select id, balance from ledger.account where id like 'surplus:%') a
    full join (
      select case when test then 'surplus:nzd.test' else 'surplus:nzd.main' end as id, sum(amount) as total from bank_return
       where state in ('waiting', 'operator') group by 1) r on r.id = a.id
   where coalesce(a.balance, 0) <> coalesce(r.total, 0) + coalesce((select o.amount from operator_movement o where o.account = a.id), 0);
comment on view invariant_surplus_is_explained is 'The surplus balance equals the returns to bank payers that are not on their way';

create or replace view invariant_return_for_operator_has_exception as
  select r.id, r.state, r.amount, x.amount as raised
    from bank_return r
    full join (select * from operator_exception where kind in ('bank-payment-surplus', 'bank-refund-due') and closed_at is null) x
      on x.ref = case r.reason when 'refund' then r.id else r.bank_payment_id end and x.kind = case r.reason when 'refund' then 'bank-refund-due' else 'bank-payment-surplus' end
   where (r.state = 'operator' or x.id is not null) and (r.state is distinct from 'operator' or r.amount is distinct from x.amount);
comment on view invariant_return_for_operator_has_exception is 'A return that waits for an operator has an open exception, and no other has';

create or replace view invariant_return_matches_outgoing_payment as
  select r.id, r.state, r.amount, o.status, o.amount as paid
    from bank_return r full join (select * from outgoing_payment where purpose = 'bank-return') o on o.id = r.outgoing_payment_id
   where (o.id is not null or r.outgoing_payment_id is not null or r.state = 'sent' or (r.state = 'completed' and not r.test))
     and ((r.id is null and o.status <> 'returned') or (r.id is not null and o.id is null) or r.amount <> o.amount
          or r.state <> case o.status when 'paid' then 'completed' when 'returned' then r.state else 'sent' end
          or (o.status = 'returned' and r.state not in ('operator', 'waiting', 'cancelled')));
comment on view invariant_return_matches_outgoing_payment is 'A return to a bank payer and its outgoing payment agree';
