-- Invariants of receipts from partners. Each view returns the rows that break one: always none (see invariants.sql).

-- What the card company owes us: live charges less refunds, less what an advice that was paid has settled, less what operators corrected.
create or replace view invariant_card_clearing_is_unsettled as
  select a.id, a.balance, o.owed
    from ledger.account a
    cross join lateral (
      select (select coalesce(sum(c.amount), 0) from card_payment c where c.posting is not null and not c.test)
           - (select coalesce(sum(r.amount), 0) from card_refund r join card_payment c on c.id = r.card_payment_id where r.step = 'done' and not c.test)
           - (select coalesce(sum(l.amount), 0) from card_advice_line l where l.settled_at is not null)
           - (select coalesce(sum(w.amount), 0) from card_correction w) as owed) o
   where a.id = 'card:farmlands:nzd.main' and a.balance <> -o.owed;
comment on view invariant_card_clearing_is_unsettled is 'The card company owes us the live charges less refunds that no paid advice has settled and nobody has written off';

create or replace view invariant_card_receipt_is_its_lines as
  select coalesce(e.posting, l.posting) as posting, e.total, l.total as lines
    from (
      select e.posting, sum(e.amount) as total
        from ledger.account a join ledger.entry e on e.account = a.no join ledger.posting p on p.id = e.posting
       where a.id = 'card:farmlands:nzd.main' and p.kind = 'card.receipt' group by 1) e
    full join (select posting, sum(amount) as total from card_advice_line where posting is not null group by 1) l on l.posting = e.posting
   where e.total is distinct from l.total;
comment on view invariant_card_receipt_is_its_lines is 'A receipt of the card company posts the sum of the lines that it settles, once';

-- Booked without the money, or not booked with it; and lines without a posting that add up to something.
create or replace view invariant_card_advice_is_settled_whole as
  select a.reference, a.settled_at, l.line, l.amount
    from card_advice a join card_advice_line l on l.advice = a.number
   where (l.settled_at is not null and a.settled_at is null) or (a.settled_at is not null and l.verdict = 'matched' and l.settled_at is null)
  union all
  select a.reference, a.settled_at, null, sum(l.amount)
    from card_advice a join card_advice_line l on l.advice = a.number
   where l.settled_at is not null and l.posting is null group by 1, 2 having sum(l.amount) <> 0
  union all
  select a.reference, a.settled_at, null, a.net - sum(l.amount)
    from card_advice a join card_advice_line l on l.advice = a.number group by 1, 2, a.net having sum(l.amount) <> a.net;
comment on view invariant_card_advice_is_settled_whole is 'The lines of an advice add up to its sum, and its matched lines are booked when the bank has shown that sum, not before';

create or replace view invariant_receipt_is_on_a_statement as
  select r.account, r.transaction_id, r.amount
    from bank_receipt r
   where not exists (
     select from bank_statement_line l
      where l.account = r.account and l.day = r.day and l.transaction_id = r.transaction_id and l.amount = r.amount and l.verdict = 'receipt')
  union all
  select l.account, l.transaction_id, l.amount from bank_statement_line l
   where l.verdict = 'receipt' and not exists (select from bank_receipt r where r.account = l.account and r.transaction_id = l.transaction_id);
comment on view invariant_receipt_is_on_a_statement is 'Every receipt is a line of a statement that nothing else explains, and the other way round';

-- The lines of a bill: what was spent and refunded, one row per entry. They add up to the bill.
create or replace view issuer_bill_line as
  select b.id as bill_id, e.version, e.at, substring(p.subject from '^payment-request:(.*)$') as payment_request_id, -e.amount as amount
    from issuer_bill b
    join ledger.account a on a.id = 'owed:' || b.issuer_account_id || ':nzd.main'
    join ledger.entry e on e.account = a.no and e.version > b.from_version and e.version <= b.to_version
    join ledger.posting p on p.id = e.posting
   where p.kind not in ('issuer.receipt', 'issuer.write-off');
comment on view issuer_bill_line is 'What a bill to an issuer is made of: redeemed and refunded tokens, one by one';

create or replace view invariant_issuer_bill_is_its_lines as
  select b.id, b.amount, b.from_version, l.total
    from (select b.*, lag(b.to_version, 1, 0::bigint) over (partition by b.issuer_account_id order by b.from_version) as version_before from issuer_bill b) b
    left join (select bill_id, sum(amount) as total from issuer_bill_line group by 1) l on l.bill_id = b.id
   where b.from_version <> b.version_before or l.total is distinct from b.amount;
comment on view invariant_issuer_bill_is_its_lines is 'The bills of an issuer cover what it owes without a gap, each to the cent';

-- The other half of the sum: what is billed and not paid, and what is not billed yet.
create or replace view invariant_issuer_owes_what_is_billed as
  select a.id, a.balance, b.open, u.amount as unbilled
    from ledger.account a
    cross join lateral (
      select coalesce(sum(b.amount - b.paid - b.written_off), 0) as open, coalesce(max(b.to_version), 0) as version from issuer_bill b where b.issuer_account_id = a.owner) b
    cross join lateral (
      select coalesce(-sum(e.amount), 0) as amount from ledger.entry e join ledger.posting p on p.id = e.posting
       where e.account = a.no and e.version > b.version and p.kind not in ('issuer.receipt', 'issuer.write-off')) u
   where a.kind = 'issuer debt' and a.unit = 'nzd.main' and a.balance <> -(b.open + u.amount);
comment on view invariant_issuer_owes_what_is_billed is 'An issuer owes what is billed and not paid, and what is not billed yet';

create or replace view invariant_issuer_receipt_posts_once as
  select coalesce(p.posting, e.posting) as posting, p.bill_id, p.amount, e.amount as posted
    from issuer_bill_payment p
    full join (
      select e.posting, e.amount from ledger.posting l join ledger.entry e on e.posting = l.id join ledger.account a on a.no = e.account
       where l.kind = 'issuer.receipt' and a.kind = 'issuer debt') e on e.posting = p.posting
   where p.amount is distinct from coalesce(e.amount, 0)
  union all
  select null, p.bill_id, p.amount + p.surplus, r.amount
    from issuer_bill_payment p join bank_receipt r on r.account = p.account and r.transaction_id = p.transaction_id where p.amount + p.surplus <> r.amount
  union all
  select null, b.id, b.paid, p.total
    from issuer_bill b left join (select bill_id, sum(amount) as total from issuer_bill_payment group by 1) p on p.bill_id = b.id where b.paid <> coalesce(p.total, 0);
comment on view invariant_issuer_receipt_posts_once is 'What an issuer has paid of its bills is posted once, and with the surplus it is the receipt';

-- What operators have booked, written off or corrected.
create or replace view invariant_operators_receipt_is_posted as
  select b.id, b.amount, e.posted
    from (
      select id, posting, 'bank' as account, -amount as amount from booked_receipt
      union all
      select id, posting, 'card:farmlands:nzd.main', amount from card_correction
      union all
      select id, write_off_posting, 'owed:' || issuer_account_id || ':nzd.main', written_off from issuer_bill where write_off_posting is not null) b
    left join lateral (
      select sum(e.amount) as posted from ledger.entry e join ledger.account a on a.no = e.account where e.posting = b.posting and a.id = b.account) e on true
   where e.posted is distinct from b.amount
  union all
  select p.reference, null, null from ledger.posting p
   where p.kind in ('receipt.booked', 'card.correction', 'issuer.write-off')
     and not exists (select from booked_receipt b where b.posting = p.id) and not exists (select from card_correction w where w.posting = p.id)
     and not exists (select from issuer_bill b where b.write_off_posting = p.id)
  union all
  select a.reference || ':' || l.line, l.amount, b.amount
    from card_advice_line l join card_advice a on a.number = l.advice left join booked_receipt b on b.reference = a.reference and b.line = l.line
   where (l.verdict = 'booked') <> (b.id is not null) or b.amount <> l.amount;
comment on view invariant_operators_receipt_is_posted is 'What operators have booked of receipts, corrected of the card company and written off of bills is posted, each once';
