-- Invariants of card payments. Each view returns the violating rows and must be empty (see invariants.sql).

create or replace view invariant_card_clearing_is_explained as
  select coalesce(c.id, b.id) as payment, c.step, c.amount, r.refunded, b.total
    from card_payment c
    left join lateral (select coalesce(sum(r.amount), 0) as refunded from card_refund r where r.card_payment_id = c.id and r.step = 'done') r on true
    full join (
      select substring(p.subject from '^card-payment:(.*)$') as id, sum(e.amount) as total
        from ledger.account a join ledger.entry e on e.account = a.no join ledger.posting p on p.id = e.posting
       where a.id like 'card:farmlands:%' and p.kind not in ('card.receipt', 'card.correction') group by 1) b on b.id = c.id
   where coalesce(b.total, 0) <> case when c.posting is not null then r.refunded - c.amount else 0 end or c.id is null;
comment on view invariant_card_clearing_is_explained is 'Apart from receipts and corrections, the card clearing balance equals, payment by payment, the charges less the completed refunds';

create or replace view invariant_card_refunds_match_pending as
  select a.id, a.balance, r.total
    from ledger.account a
    left join lateral (
      select coalesce(sum(r.amount), 0) as total from card_refund r join card_payment c on c.id = r.card_payment_id
       where r.step in ('refund', 'refused') and a.id = 'card-refunds:nzd.' || case when c.test then 'test' else 'main' end) r on true
   where a.id like 'card-refunds:%' and a.balance <> r.total + coalesce((select o.amount from operator_movement o where o.account = a.id), 0);
comment on view invariant_card_refunds_match_pending is 'The card-refunds balance equals the sum of refunds that are neither done nor on their way';

create or replace view invariant_card_refunds_within_their_payment as
  select c.id, c.amount, sum(r.amount) as refunded
    from card_payment c join card_refund r on r.card_payment_id = c.id
   group by c.id, c.amount, c.posting having sum(r.amount) > c.amount or c.posting is null;
comment on view invariant_card_refunds_within_their_payment is 'Refunds never exceed the charge';

create or replace view invariant_card_refund_matches_outgoing_payment as
  select coalesce(r.id, o.id) as id, r.step, r.amount, o.status, o.amount as paid
    from (select * from card_refund where outgoing_payment_id is not null) r
    full join (select * from outgoing_payment where purpose = 'card-refund') o on o.id = r.outgoing_payment_id
   where (r.id is null and o.status <> 'returned') or (r.id is not null and o.id is null) or r.amount <> o.amount
      or (o.status = 'paid') <> (r.step = 'paid') or (o.status in ('waiting', 'sent')) <> (r.step = 'sent');
comment on view invariant_card_refund_matches_outgoing_payment is 'A card refund that goes to a bank account and its outgoing payment agree';
