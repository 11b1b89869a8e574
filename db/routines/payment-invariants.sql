-- Invariants of payment requests. Each view returns the rows that break one: always none (see invariants.sql).

create or replace view invariant_request_matches_payments_and_ledger as
  select r.id, r.status, r.amount, r.remaining, r.refunded, p.paid, p.refunded as refunded_payments, d.balance as due
    from payment_request r
    left join lateral (
      select coalesce(sum(p.amount + p.rounding), 0) as paid, coalesce(sum(p.refunded), 0) as refunded, coalesce(bool_or(p.ends_request), false) as ends_request
        from payment p where p.payment_request_id = r.id and p.returned_at is null) p on true
    left join ledger.account d on d.id = 'due:' || r.id
   where p.paid <> r.amount - r.remaining or p.refunded <> r.refunded
      or (p.paid > 0 and d.balance <> case when r.reserved_for is not null then r.amount else r.amount - r.remaining end
          -- A reservation that was released after the counter had closed stays used.
          and not (r.status = 'new' and d.closes_at <= now() and d.balance = r.amount)) or d.balance is null
      or (r.status = 'paid' and r.remaining > 0 and not p.ends_request)
      or (r.status = 'expired' and p.paid > 0);
comment on view invariant_request_matches_payments_and_ledger is 'The paid and refunded amounts of a payment request equal those of its payments and of the ledger';

create or replace view invariant_suspense_holds_unfinished_payments as
  select r.id, r.status, s.balance
    from payment_request r join ledger.account s on s.id = 'request:' || r.id
   where s.balance <> case when r.status = 'new' then (
     select coalesce(sum(p.amount), 0) from payment p
      where p.payment_request_id = r.id and p.returned_at is null and p.method <> 'external' and p.issuer_account_id is distinct from r.merchant_account_id) else 0 end;
comment on view invariant_suspense_holds_unfinished_payments is 'Suspense holds what was paid on a new request, and nothing for any other';

create or replace view invariant_payment_has_its_posting as
  select p.payment_request_id, p.number, p.amount, l.amount as posted
    from payment p left join ledger.posting l on l.id = p.posting
   where p.method <> 'external' and p.amount = any (l.amount) is not true;
comment on view invariant_payment_has_its_posting is 'Every payment from a wallet, a token, a bank or a card is in the posting that it names';

-- A token that its own issuer redeems is owed by nobody.
create or replace view invariant_own_token_is_not_owed as
  select p.payment_request_id, p.number, a.id
    from payment p join payment_request r on r.id = p.payment_request_id
    join ledger.entry e on e.posting = p.posting join ledger.account a on a.no = e.account
   where p.method = 'token' and p.issuer_account_id = r.merchant_account_id and a.id like 'owed:%';
comment on view invariant_own_token_is_not_owed is 'No issuer owes for a token that it redeemed itself';

-- Per settlement wallet: what was sold for own tokens is counted when the request is complete, and given back with a refund.
create or replace view invariant_own_tokens_are_counted as
  with redeemed as (
    select r.settlement_wallet_id as wallet, sum(p.amount - p.refunded) as amount
      from payment p join payment_request r on r.id = p.payment_request_id
     where p.method = 'token' and p.issuer_account_id = r.merchant_account_id and p.returned_at is null and r.status <> 'new' group by 1)
  select coalesce(a.id, 'own-tokens:' || t.wallet) as id, a.balance, t.amount
    from redeemed t full join (select * from ledger.account where kind = 'own tokens' and id like 'own-tokens:%') a on a.id = 'own-tokens:' || t.wallet
   where coalesce(a.balance, 0) <> coalesce(t.amount, 0);
comment on view invariant_own_tokens_are_counted is 'The account of own tokens of a merchant has what its own tokens paid on complete requests, less refunds';

-- Per settlement wallet: what the payments say was charged is what the ledger has.
create or replace view invariant_fees_match_payments as
  with charged as (
    select r.settlement_wallet_id as wallet, sum(p.fee - p.fee_returned) as fees, sum(p.gst - p.gst_returned) as gst
      from payment p join payment_request r on r.id = p.payment_request_id where p.fee > 0 and p.returned_at is null group by 1)
  select a.id, a.balance, case a.kind when 'fees' then c.fees else c.gst end as charged
    from ledger.account a left join charged c on c.wallet = substr(a.id, strpos(a.id, ':') + 1) left join operator_movement o on o.account = a.id
   where a.kind in ('fees', 'gst') and a.balance <> coalesce(case a.kind when 'fees' then c.fees else c.gst end, 0) + coalesce(o.amount, 0);
comment on view invariant_fees_match_payments is 'The accounts of fees and GST of a merchant have what its payments were charged, less what refunds gave back, and what operators have moved';

-- The sweeps run every minute and every hour; what they leave behind is stuck.
create or replace view invariant_expired_request_holds_nothing as
  select r.id, r.expires_at, s.balance
    from ledger.account s join payment_request r on s.id = 'request:' || r.id
   where s.balance <> 0 and r.status = 'new' and r.reserved_for is null and r.expires_at < (select ledger.book_time()) - interval '1 hour'
  union all
  select r.id, r.pre_auth_expires_at, h.remaining
    from ledger.hold h join payment_request r on h.id = 'pre-auth:' || r.id
   where h.remaining <> 0 and r.pre_auth_expires_at < (select ledger.book_time()) - interval '3 hours';
comment on view invariant_expired_request_holds_nothing is 'An expired payment request holds no instalment, and an expired authorisation no money';

create or replace view invariant_activities_have_no_gap as
  select r.id, r.version, a.count, a.max_number
    from payment_request r
    left join lateral (select count(*) as count, max(number) as max_number from payment_activity a where a.payment_request_id = r.id) a on true
   where a.count <> r.version or a.max_number <> r.version;
comment on view invariant_activities_have_no_gap is 'The activities of a payment request are numbered without a gap';

create or replace view invariant_authorisation_is_held as
  select r.id, r.pre_auth_status, r.amount, r.captured, h.remaining
    from payment_request r left join ledger.hold h on h.id = 'pre-auth:' || r.id
   where r.pre_auth
     and coalesce(h.remaining, 0) <> case when r.pre_auth_status = 'authorized' then r.amount - r.captured else 0 end;
comment on view invariant_authorisation_is_held is 'An authorised amount that is neither captured nor released is held';
