-- Invariants of top-ups and withdrawals. Each view returns the violating rows and must be empty (see invariants.sql).

create or replace view invariant_in_flight_is_counted as
  select coalesce(c.id, t.id) as counter, c.balance, t.total
    from (select id, balance from ledger.account where kind = 'inflight') c
    full join (
      select 'inflight:' || bank_account_id as id, sum(amount) as total from funds_transfer
       where type = 'topup' and bank_account_id is not null and status in ('created', 'requested') and settled_at is null group by 1
      union all
      select 'inflight:' || bank_account_id || ':count', count(*) from funds_transfer
       where type = 'topup' and bank_account_id is not null and status in ('created', 'requested') and settled_at is null group by 1) t on t.id = c.id
   where coalesce(c.balance, 0) <> coalesce(t.total, 0);
comment on view invariant_in_flight_is_counted is 'The in-flight counters of a bank account equal the sum and the number of its unsettled top-ups';

create or replace view invariant_held_until_verified as
  select coalesce(c.id, t.id) as account, c.balance, t.total
    from (select id, balance from ledger.account where kind = 'unverified') c
    full join (select 'unverified:' || bank_account_id as id, sum(amount) as total from funds_transfer where held and status = 'requested' group by 1) t on t.id = c.id
   where coalesce(c.balance, 0) <> coalesce(t.total, 0)
  union all
  select t.id, t.amount, null from funds_transfer t join bank_account b on b.id = t.bank_account_id
   where t.held and t.status = 'requested' and b.verified_at is not null;
comment on view invariant_held_until_verified is 'The unverified balance of a bank account equals its held top-ups, and a verified account holds none';

create or replace view invariant_payouts_match_pending as
  select coalesce(c.id, t.id) as account, c.balance, t.total
    from (select id, balance from ledger.account where kind = 'payouts') c
    full join (
      select id, sum(amount) as total from (
        select 'payouts:nzd.' || liveness as id, amount from funds_transfer where type = 'withdrawal' and status in ('created', 'requested')
        union all
        select 'payouts:nzd.main', amount from outgoing_payment where status in ('waiting', 'sent')) w
       group by 1) t on t.id = c.id
   where coalesce(c.balance, 0) <> coalesce(t.total, 0);
comment on view invariant_payouts_match_pending is 'The payouts balance equals the sum of withdrawals and outgoing payments that are not settled';

-- A transfer moves its amount once, or once each way when it is reversed.
create or replace view invariant_transfer_moves_its_amount_once as
  select t.id, t.type, t.status, t.amount, w.total
    from funds_transfer t
    left join (
      select coalesce(m.topup_id, m.withdrawal_id) as transfer, a.id as wallet, sum(e.amount) as total
        from movement m join ledger.entry e on e.posting = m.posting join ledger.account a on a.no = e.account
       where m.topup_id is not null or m.withdrawal_id is not null group by 1, 2) w on w.transfer = t.id and w.wallet = 'asset:' || t.wallet_id
   where coalesce(w.total, 0) <> case
     when t.status = 'failed' or t.reversed_at is not null then 0
     when t.type = 'withdrawal' then -t.amount
     when t.status = 'done' then t.amount
     else 0 end;
comment on view invariant_transfer_moves_its_amount_once is 'The net movement of a transfer in its wallet is exactly what its state implies';
