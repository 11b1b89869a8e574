-- What the statements show and nothing explains: above zero is money that we hold for nobody we know.
create or replace view unresolved_difference as
  select account, day, kind, ref, case kind when 'sum' then expected - shown else shown - expected end as amount from bank_difference d
   where not exists (select from bank_difference_resolution r where (r.account, r.day, r.kind, r.ref) = (d.account, d.day, d.kind, d.ref));
comment on view unresolved_difference is 'Differences between statements and the expected lines that no operator has resolved';

-- What explains the balances of accounts that money only passes through, item by item. Live money: behind test money there is nobody.
create or replace view clearing_item as
  select 'payouts' as account, amount, created_at as since from funds_transfer
   where type = 'withdrawal' and liveness = 'main' and status in ('created', 'requested')
  union all
  select 'payouts', amount, created_at from outgoing_payment where status in ('waiting', 'sent')
  union all
  select 'unverified', amount, settled_at from funds_transfer where held and status = 'requested' and liveness = 'main'
  union all
  select 'escrow', t.value, t.created_at
    from asset_transfer t join ledger.account a on a.id = 'escrow:' || t.id where t.settled_at is null and t.category = 'money' and a.unit = 'nzd.main'
  union all
  select 'request', p.amount, p.paid_at
    from ledger.account a join payment_request r on a.id = 'request:' || r.id join payment p on p.payment_request_id = r.id
   where a.kind = 'request' and not a.counter and a.unit = 'nzd.main' and a.balance <> 0 and r.status = 'new'
     and p.returned_at is null and p.method <> 'external' and p.issuer_account_id is distinct from r.merchant_account_id
  union all
  select 'surplus', amount, created_at from bank_return where state in ('waiting', 'operator') and not test
  union all
  select 'card-refunds', r.amount, r.created_at from card_refund r join card_payment c on c.id = r.card_payment_id where r.step in ('refund', 'refused') and not c.test
  union all
  -- Called paid and on no statement; below, on a statement and taken back.
  select 'pay-by-bank:' || p.bank, -p.amount, p.updated_at
    from pay_by_bank_payment p
   where not p.test and (p.step = 'paid' or p.failure = 'returned')
     and not exists (select from bank_expected_line e where e.source = 'pay-by-bank' and e.source_id = p.id and e.shown_posting is not null)
  union all
  select 'pay-by-bank:' || p.bank, e.amount, p.updated_at
    from bank_expected_line e join pay_by_bank_payment p on p.id = e.source_id
   where e.source = 'pay-by-bank' and e.shown_posting is not null and not (p.step = 'paid' or p.failure is not distinct from 'returned')
  union all
  select 'card:farmlands', coalesce(x.amount, 0) - c.amount, c.updated_at from card_payment c left join card_correction x on x.kind = 'charge' and x.key = c.id
   where c.posting is not null and not c.test
     and not exists (select from card_advice_line l where l.kind = 'charge' and l.key = c.id and l.settled_at is not null)
     and c.amount is distinct from x.amount
  union all
  select 'card:farmlands', r.amount + coalesce(x.amount, 0), r.updated_at
    from card_refund r join card_payment c on c.id = r.card_payment_id left join card_correction x on x.kind = 'refund' and x.key = r.id
   where r.step = 'done' and not c.test and not exists (select from card_advice_line l where l.kind = 'refund' and l.key = r.id and l.settled_at is not null)
     and -r.amount is distinct from x.amount
  union all
  select 'owed:' || issuer_account_id, paid - amount, created_at from issuer_bill where paid_at is null
  union all
  select 'owed:' || a.owner, e.amount, e.at
    from ledger.account a
    cross join lateral (select coalesce(max(b.to_version), 0) as version from issuer_bill b where b.issuer_account_id = a.owner) b
    join ledger.entry e on e.account = a.no and e.version > b.version
    join ledger.posting p on p.id = e.posting and p.kind not in ('issuer.receipt', 'issuer.write-off')
   where a.kind = 'issuer debt' and a.unit = 'nzd.main'
  union all
  select substr(m.account, 1, length(m.account) - length(':nzd.main')), m.amount, m.at
    from operator_movement_item m
   where m.account in ('surplus:nzd.main', 'card-refunds:nzd.main', 'unclaimed:nzd.main');
comment on view clearing_item is 'Open items of the clearing accounts of live money';

create or replace view clearing_position as
  select coalesce(a.account, i.account) as account, coalesce(a.balance, 0)::bigint as balance, coalesce(i.items, 0) as items, coalesce(i.amount, 0)::bigint as explained,
         (coalesce(a.balance, 0) - coalesce(i.amount, 0))::bigint as difference, i.oldest, (select ledger.book_time()) - i.oldest as age
    from (
      select case when kind in ('unverified', 'escrow', 'request') then kind else substr(id, 1, length(id) - length(':nzd.main')) end as account, sum(balance) as balance
        from ledger.account
       where unit = 'nzd.main' and not counter
         and (kind in ('unverified', 'escrow', 'request', 'payouts', 'surplus', 'card refunds', 'unclaimed', 'card clearing', 'issuer debt') or id like 'pay-by-bank:%')
       group by 1) a
    full join (select account, count(*) as items, sum(amount) as amount, min(since) as oldest from clearing_item group by 1) i on i.account = a.account;
comment on view clearing_position is 'Each clearing account of live money: its balance, what explains it, the difference, and the age of the oldest item';

create or replace view invariant_clearing_is_explained as select * from clearing_position where difference <> 0;
comment on view invariant_clearing_is_explained is 'The balance of every clearing account is the sum of its open items';
