-- Invariants of outgoing payments and payouts. Each view returns the rows that break one: always none (see invariants.sql).

create or replace view invariant_outgoing_payment_is_posted as
  select p.id, p.status, p.amount, l.amount as posted, r.amount as returned
    from outgoing_payment p
    left join ledger.account s on s.id = p.source_account left join ledger.account w on w.id = 'payouts:nzd.main'
    left join ledger.posting l on l.id = p.posting left join ledger.posting r on r.id = p.return_posting
   where (l.op[1], l.debit[1], l.credit[1], l.amount[1]) is distinct from ('transfer', s.no, w.no, p.amount)
      or (p.status = 'returned' and (r.op[1], r.credit[1], r.amount[1]) is distinct from ('transfer', s.no, p.amount));
comment on view invariant_outgoing_payment_is_posted is 'An outgoing payment has left its account by a posting of its amount, and has come back by another if the bank returned it';

-- The payouts of a wallet cover its entries without a gap, and carry on what the one before has left.
drop view if exists invariant_payouts_follow_each_other;
create view invariant_payouts_follow_each_other as
  select p.id, p.wallet_id, p.day, p.from_version, p.carried_in, p.version_before, p.carried_before, p.came_back
    from (
      select p.*, lag(p.to_version, 1, 0::bigint) over w as version_before, lag(p.carried_out, 1, 0::bigint) over w as carried_before,
             lag(p.own_tokens_version, 1, 0::bigint) over w as own_tokens_before,
             (select coalesce(sum(e.amount), 0) from outgoing_payment o join ledger.account a on a.id = o.source_account
                join ledger.entry e on e.account = a.no and e.posting = o.return_posting
               where o.source_account = 'asset:' || p.wallet_id and e.version > p.from_version and e.version <= p.to_version) as came_back
        from payout p window w as (partition by p.wallet_id order by p.day)) p
   where p.from_version <> p.version_before or p.carried_in <> p.carried_before + p.came_back or p.own_tokens_version < p.own_tokens_before;
comment on view invariant_payouts_follow_each_other is 'The payouts of a settlement wallet cover its entries without a gap, and carry on what the one before has left';

-- To the cent: what a payout says is what the entries of its range are.
drop view if exists invariant_payout_is_sum_of_entries;
create view invariant_payout_is_sum_of_entries as
  select p.id, p.payments, p.refunds, p.own_tokens, p.fees, p.gst, p.adjustments, e.total, e.adjusted
    from payout p join ledger.account a on a.id = 'asset:' || p.wallet_id
    cross join lateral (
      select coalesce(sum(e.amount), 0) as total,
             coalesce(sum(e.amount) filter (where exists (
               select from adjustment d where d.posting = e.posting
                  and not (d.debit in ('fees:' || p.wallet_id, 'gst:' || p.wallet_id) or d.credit in ('fees:' || p.wallet_id, 'gst:' || p.wallet_id)))), 0) as adjusted
        from ledger.entry e
       where e.account = a.no and e.version > p.from_version and e.version <= p.to_version
         and not exists (select from outgoing_payment o where o.source_account = 'asset:' || p.wallet_id and e.posting in (o.posting, o.return_posting))) e
   where p.payments - p.refunds - p.own_tokens - p.fees - p.gst + p.adjustments <> e.total or p.adjustments <> e.adjusted;
comment on view invariant_payout_is_sum_of_entries is 'A payout is the sum of the entries that it covers';

create or replace view invariant_payout_has_its_own_tokens as
  select p.id, p.own_tokens, e.total
    from (select p.*, lag(p.own_tokens_version, 1, 0::bigint) over (partition by p.wallet_id order by p.day) as own_tokens_before from payout p) p
    left join ledger.account a on a.id = 'own-tokens:' || p.wallet_id
    cross join lateral (
      select coalesce(sum(e.amount), 0) as total from ledger.entry e
       where e.account = a.no and e.version > p.own_tokens_before and e.version <= p.own_tokens_version) e
   where p.own_tokens <> e.total;
comment on view invariant_payout_has_its_own_tokens is 'The own tokens of a payout are those redeemed since the payout before, less those given back';

create or replace view invariant_payout_matches_outgoing_payment as
  select p.id, p.net, o.amount, o.source_account
    from payout p left join outgoing_payment o on o.id = p.outgoing_payment_id
   where p.net > 0 and (o.purpose, o.amount, o.source_account, o.account_id) is distinct from ('payout', p.net, 'asset:' || p.wallet_id, p.account_id);
comment on view invariant_payout_matches_outgoing_payment is 'A payout and its outgoing payment agree';

create or replace view invariant_outgoing_payment_has_its_payout as
  select o.id from outgoing_payment o where o.purpose = 'payout' and not exists (select from payout p where p.outgoing_payment_id = o.id);
comment on view invariant_outgoing_payment_has_its_payout is 'Every outgoing payment of a payout belongs to one';

create or replace view invariant_held_top_up_goes_back_once as
  select t.id, t.status, t.amount, o.amount as sent, o.status as payment
    from (select * from funds_transfer where return_payment_id is not null) t
    full join (select * from outgoing_payment where purpose = 'top-up-return') o on o.id = t.return_payment_id
   where (t.id is null and o.status <> 'returned') or (t.id is not null and o.id is null) or t.amount <> o.amount or o.source_account <> 'unverified:' || t.bank_account_id
      or (o.status <> 'returned' and (t.status, t.failure) is distinct from ('failed', 'returned'));
comment on view invariant_held_top_up_goes_back_once is 'A held top-up that goes back has failed, and its outgoing payment is its amount';
