-- What is on its way has its day. Past that day it is unexplained, unless an open exception says that somebody is at it: an anomaly is
-- either young, or somebody's open task. Days are Auckland's, business days those of the table, and the time is that of the books.
-- Where time is simulated, tests and the seed move money without a bank: there only what a bank has been told of can be late.

-- Two windows have closed without it.
create or replace view invariant_order_is_sent_in_time as
  select o.id, o.created_at, o.status
    from (
      select id, created_at, status, created_at at time zone 'Pacific/Auckland' as local from funds_transfer
       where status = 'created' and liveness = 'main' and bank_account_id is not null
      union all
      select id, created_at, status, created_at at time zone 'Pacific/Auckland' from outgoing_payment where status = 'waiting') o
   where (select ledger.book_time()) at time zone 'Pacific/Auckland' > time '16:00' + (
           select min(n.day) from business_day n
            where n.day > (select min(w.day) from business_day w where w.day >= o.local::date + case when o.local::time < '15:55' then 0 else 1 end))
     and (not exists (select from ledger.simulated_time) or exists (select from bank_file))
     and not exists (select from operator_exception x where x.closed_at is null and (x.ref = o.id or x.refs ->> 'transferId' = o.id));
comment on view invariant_order_is_sent_in_time is 'A withdrawal, top-up or payment is in a bank file before two windows have closed, or is somebody''s open task';

-- A business day after the last on which the bank could return it; after its window, if the bank never accepted the file.
create or replace view invariant_order_is_decided_in_time as
  select d.file_id, d.line, d.reference, d.state, f.state as file_state, f.window_day, f.final_day
    from bank_file_detail d join bank_file f on f.id = d.file_id
   where d.state in ('sent', 'at-bank')
     and ((select ledger.book_time()) at time zone 'Pacific/Auckland')::date > (select min(b.day) from business_day b where b.day > coalesce(f.final_day, f.window_day))
     and not exists (
       select from operator_exception x
        where x.closed_at is null and (x.ref in (d.reference, f.reference, d.transfer_id) or x.refs ->> 'fileId' = f.id or x.refs ->> 'reference' = d.reference
          or (x.kind = 'bank-results-unreadable' and x.ref like f.account || ':%')));
comment on view invariant_order_is_decided_in_time is 'The bank has settled or returned every order a business day after it had to, or it is somebody''s open task';

-- A payment by bank may be on the statement of the next day, which is read the night after.
create or replace view invariant_bank_line_is_shown_in_time as
  select e.source, e.source_id, e.account, e.day, e.amount from bank_expected_line e
   where e.reconciled_on is null and e.day + 3 < ((select ledger.book_time()) at time zone 'Pacific/Auckland')::date
  union all
  select 'pay-by-bank', p.id, null, (p.updated_at at time zone 'Pacific/Auckland')::date, p.amount from pay_by_bank_payment p
   where not p.test and (p.step = 'paid' or p.failure = 'returned') and not exists (select from bank_expected_line e where e.source = 'pay-by-bank' and e.source_id = p.id)
     and (p.updated_at at time zone 'Pacific/Auckland')::date + 3 < ((select ledger.book_time()) at time zone 'Pacific/Auckland')::date
     and (not exists (select from ledger.simulated_time) or exists (select from bank_statement))
     and not exists (select from operator_exception x where x.closed_at is null and x.ref = p.id);
comment on view invariant_bank_line_is_shown_in_time is 'What a bank has reported is compared with its statements within three days';

create or replace view invariant_receipt_is_booked_in_time as
  select r.account, r.transaction_id, r.kind, r.reference, r.day, r.amount from bank_receipt r
   where r.day + 2 < ((select ledger.book_time()) at time zone 'Pacific/Auckland')::date
     and case r.kind when 'card-advice' then not exists (select from card_advice a where a.reference = r.reference and a.settled_at is not null)
                     else not exists (select from issuer_bill_payment p where p.account = r.account and p.transaction_id = r.transaction_id) end
     and not exists (select from operator_exception x where x.closed_at is null and (x.ref = r.reference or x.refs ->> 'advice' = r.reference));
comment on view invariant_receipt_is_booked_in_time is 'What a partner has paid is booked two days after the statement, or is somebody''s open task';

-- Advised on the next business day, paid soon after, and on the statement of that day.
create or replace view invariant_card_payment_is_settled_in_time as
  select o.kind, o.id, o.at, o.amount
    from (
      select 'charge' as kind, c.id, c.updated_at as at, c.amount from card_payment c where c.posting is not null and not c.test
      union all
      select 'refund', r.id, r.updated_at, -r.amount from card_refund r join card_payment c on c.id = r.card_payment_id where r.step = 'done' and not c.test) o
   where ((select ledger.book_time()) at time zone 'Pacific/Auckland')::date >
           (select b.day from business_day b where b.day > (o.at at time zone 'Pacific/Auckland')::date order by b.day offset 4 limit 1)
     and not exists (select from card_advice_line l where l.kind = o.kind and l.key = o.id and l.settled_at is not null)
     and not exists (select from card_correction c where c.kind = o.kind and c.key = o.id and c.amount = o.amount)
     and (not exists (select from ledger.simulated_time) or exists (select from card_advice))
     and not exists (
       select from operator_exception x
        where x.closed_at is null and (x.ref = o.id or x.refs ->> 'key' = o.id or x.kind = 'card-advice-unreadable'
          or x.refs ->> 'advice' in (select a.reference from card_advice_line l join card_advice a on a.number = l.advice where l.kind = o.kind and l.key = o.id)));
comment on view invariant_card_payment_is_settled_in_time is 'The card company has paid a charge within five business days, or it is somebody''s open task';

-- A bank rechecks a payment for a day and is asked for the payer then; one that cannot be asked for five business days is stuck.
create or replace view invariant_bank_return_is_sent_in_time as
  select r.id, r.bank_payment_id, r.amount, r.created_at from bank_return r
   where r.state = 'waiting' and not r.test
     and ((select ledger.book_time()) at time zone 'Pacific/Auckland')::date >
           (select b.day from business_day b where b.day > (r.created_at at time zone 'Pacific/Auckland')::date order by b.day offset 4 limit 1)
     and not exists (select from operator_exception x where x.closed_at is null and x.ref in (r.id, r.bank_payment_id));
comment on view invariant_bank_return_is_sent_in_time is 'What goes back to a bank payer is on its way within five business days, or is somebody''s open task';

create or replace view invariant_difference_is_resolved_in_time as
  select d.account, d.day, d.kind, d.ref, d.amount from unresolved_difference d
   where not exists (
     select from operator_exception x
      where x.closed_at is null and x.kind = 'statement-' || d.kind and x.ref = d.account || ':' || d.day || ':' || d.ref);
comment on view invariant_difference_is_resolved_in_time is 'A difference of a statement that nobody has resolved is somebody''s open task';
