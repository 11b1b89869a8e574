-- Reconciles the balances on bank statements with the ledger, term by term. `unexplained` must always be zero.
create or replace view bank_position as
  with statement as (
    -- What an account held before its first statement counts as soon as it is booked (bank_opening).
    select coalesce(sum(s.closing - case when o.account is null then f.opening else 0 end), 0) as balance, max(s.day) as day
      from bank_connection d
      cross join lateral (select closing, day from bank_statement where account = d.account order by day desc limit 1) s
      cross join lateral (select opening from bank_statement where account = d.account order by day limit 1) f
      left join bank_opening o on o.account = d.account
  ), ledger_bank as (
    select coalesce(sum(balance), 0) as balance from ledger.account where unit = 'nzd.main' and (id = 'bank' or id like 'pay-by-bank:%')
  ), file as (
    select (select coalesce(sum(amount), 0) from bank_expected_line where source in ('file', 'operator') and reconciled_on is not null) as shown,
           (select coalesce(sum(case f.kind when 'debit' then d.amount else -d.amount end), 0)
              from bank_file_detail d join bank_file f on f.id = d.file_id where d.state = 'done') as posted
  ), pay_by_bank as (
    select (select coalesce(sum(amount), 0) from bank_expected_line where source = 'pay-by-bank' and reconciled_on is not null) as shown,
           (select coalesce(sum(amount), 0) from pay_by_bank_payment where not test and (step = 'paid' or failure = 'returned')) as posted
  ), receipt as (
    -- From partners. What is shown and not booked has an exception: it belongs to no line of an advice that is ours, or is more than a bill. Operators book it.
    select (select coalesce(sum(amount), 0) from bank_receipt) as shown,
           (select coalesce(sum(amount), 0) from card_advice_line where settled_at is not null)
           + (select coalesce(sum(amount), 0) from issuer_bill_payment)
           + (select coalesce(sum(amount), 0) from booked_receipt) as posted
  ), without_file as (
    -- Tests and the demo data settle transfers without a bank. In a ledger with the database's clock such a transfer is unexplained.
    select coalesce(sum(n.amount), 0) as posted
      from (
        select t.id, case t.type when 'topup' then t.amount else -t.amount end as amount
          from funds_transfer t
         where t.liveness = 'main' and t.bank_account_id is not null and t.settled_at is not null and (t.failed_at is null or t.return_payment_id is not null) and t.reversed_at is null
        union all
        select p.id, -p.amount from outgoing_payment p where p.status = 'paid') n
     where exists (select from ledger.simulated_time) and not exists (select from bank_file_detail d where d.transfer_id = n.id)
  ), difference as (
    -- What operators have resolved is in the books, in the lines of an order, or cancels out with other differences.
    select coalesce(sum(shown - expected) filter (where kind not in ('sum', 'balance')), 0) as lines,
           coalesce(sum(shown - expected) filter (where kind = 'sum'), 0) as sums,
           coalesce(sum(shown - expected) filter (where kind = 'balance'), 0) as balances
      from bank_difference d
     where not exists (select from bank_difference_resolution r where (r.account, r.day, r.kind, r.ref) = (d.account, d.day, d.kind, d.ref))
  )
  select s.day as statement_day, s.balance as statement_balance, -b.balance as ledger_balance, f.shown - f.posted as files_in_flight,
         o.shown - o.posted as pay_by_bank_in_flight, -x.posted as settled_without_file, d.lines as differences, -d.sums as statement_sums, d.balances as statement_breaks,
         s.balance + b.balance - (f.shown - f.posted) - (o.shown - o.posted) - (r.shown - r.posted) + x.posted - d.lines + d.sums - d.balances as unexplained,
         r.shown - r.posted as receipts_unbooked
    from statement s, ledger_bank b, file f, pay_by_bank o, receipt r, without_file x, difference d;
comment on view bank_position is 'Bank statement balances against the ledger, term by term';

create or replace view invariant_bank_balance_is_explained as
  select * from bank_position where unexplained <> 0;
comment on view invariant_bank_balance_is_explained is 'Bank statement balances equal the ledger, apart from what is in flight and the differences that nobody has resolved';

create or replace view invariant_difference_has_exception as
  select d.account, d.day, d.kind, d.ref from bank_difference d
   where not exists (select from operator_exception x where x.kind = 'statement-' || d.kind and x.ref = d.account || ':' || d.day || ':' || d.ref);
comment on view invariant_difference_has_exception is 'Every difference between a statement and the expected lines has raised an exception';

-- A file detail and its transfer agree.
create or replace view invariant_file_detail_matches_transfer as
  select d.file_id, d.line, d.state, t.status, t.settled_at, t.reversed_at, d.amount, t.amount as transfer_amount
    from bank_file_detail d left join funds_transfer t on t.id = d.transfer_id
   where d.state <> 'replaced' and not exists (select from outgoing_payment p where p.id = d.transfer_id)
     and (t.id is null or t.amount <> d.amount or t.reference <> d.reference or t.liveness <> 'main'
          or (d.state in ('sent', 'at-bank') and (t.settled_at is not null or t.status <> 'requested'))
          or (d.state = 'done' and (t.settled_at is null or (t.failed_at is not null and t.return_payment_id is null) or t.reversed_at is not null))
          or (d.state in ('failed', 'refused') and t.status <> 'failed')
          or (d.state = 'reversed' and t.reversed_at is null))
  union all
  select d.file_id, d.line, d.state, p.status, p.paid_at, p.returned_at, d.amount, p.amount
    from bank_file_detail d join outgoing_payment p on p.id = d.transfer_id
   where d.state <> 'replaced'
     and (p.amount <> d.amount or p.reference <> d.reference
          or p.status <> case when d.state in ('sent', 'at-bank') then 'sent' when d.state = 'done' then 'paid' else 'returned' end);
comment on view invariant_file_detail_matches_transfer is 'The state of an order in a file matches the transfer or payment it was built from';

-- A sent transfer or outgoing payment is in exactly one file that the bank has or will get. Not an invariant of every database: tests and
-- the seed settle transfers directly, without a file.
create or replace view transfer_not_in_one_file as
  select t.id, t.file_id, t.status, count(d.*) as files
    from funds_transfer t left join bank_file_detail d on d.transfer_id = t.id and d.state <> 'replaced'
   where t.liveness = 'main' and t.file_id is not null
   group by t.id having count(d.*) <> 1 and not (count(d.*) = 0 and t.status = 'failed' and t.settled_at is null)
  union all
  select p.id, p.file_id, p.status, count(d.*) as files
    from outgoing_payment p left join bank_file_detail d on d.transfer_id = p.id and d.state <> 'replaced'
   where p.file_id is not null
   group by p.id having count(d.*) <> 1 and not (count(d.*) = 0 and p.status = 'returned' and p.paid_at is null);
