-- What operators have moved, account by account: adjustments, payments to bank accounts that have not come back, money of partners that
-- they booked or wrote off, and what payers kept of payments that their bank rejected afterwards.
create or replace view operator_movement_item as
  select credit as account, amount, at from adjustment
  union all
  select debit, -amount, at from adjustment
  union all
  select source_account, -amount, created_at from outgoing_payment where purpose = 'operator-payment' and status <> 'returned'
  union all
  select ledger_account, amount, at from booked_receipt
  union all
  select ledger_account, -amount, at from card_correction
  union all
  select 'losses:nzd.main', -written_off, paid_at from issuer_bill where written_off > 0
  union all
  select case when r.test then 'losses:nzd.test' else 'losses:nzd.main' end, -r.amount, p.updated_at
    from bank_return r join pay_by_bank_payment p on p.id = r.bank_payment_id
   where r.state in ('sent', 'completed') and p.step = 'failed' and p.bank_status = 'rejected';
comment on view operator_movement_item is 'What operators have moved by hand, item by item';

create or replace view operator_movement as
  select account, sum(amount)::bigint as amount from operator_movement_item group by account;
comment on view operator_movement is 'What operators have moved by hand, per ledger account';

create or replace view invariant_operator_accounts_match_movements as
  select a.id, a.balance, o.amount as moved
    from ledger.account a left join operator_movement o on o.account = a.id
   where a.kind in ('unclaimed', 'losses') and a.balance <> coalesce(o.amount, 0);
comment on view invariant_operator_accounts_match_movements is 'Unclaimed money and losses are what operators have moved there';

create or replace view invariant_own_money_is_explained as
  select a.id, a.balance, o.amount as openings, m.amount as moved
    from ledger.account a
    cross join lateral (select coalesce(sum(amount), 0) as amount from bank_opening where a.id = 'own:nzd.main') o
    left join operator_movement m on m.account = a.id
   where a.id like 'own:%' and a.balance <> o.amount + coalesce(m.amount, 0);
comment on view invariant_own_money_is_explained is 'Our own money is what our bank accounts held at first and what operators have moved';
