-- What must always be true of money between wallets and banks. Each view returns the rows that break it: none, ever.

create or replace view invariant_in_flight_is_counted as
  select coalesce(c.id, t.id) as counter, c.balance, t.total
    from (select id, balance from ledger.account where kind = 'inflight') c
    full join (
      select 'inflight:' || bank_account_id as id, sum(amount) as total from funds_transfer
       where type = 'topup' and status in ('created', 'requested') and settled_at is null group by 1
      union all
      select 'inflight:' || bank_account_id || ':count', count(*) from funds_transfer
       where type = 'topup' and status in ('created', 'requested') and settled_at is null group by 1) t on t.id = c.id
   where coalesce(c.balance, 0) <> coalesce(t.total, 0);
comment on view invariant_in_flight_is_counted is 'What is counted as in flight on a bank account is the sum and the number of its top-ups that are with the bank';

create or replace view invariant_held_until_verified as
  select coalesce(c.id, t.id) as account, c.balance, t.total
    from (select id, balance from ledger.account where kind = 'unverified') c
    full join (select 'unverified:' || bank_account_id as id, sum(amount) as total from funds_transfer where held and status = 'requested' group by 1) t on t.id = c.id
   where coalesce(c.balance, 0) <> coalesce(t.total, 0)
  union all
  select t.id, t.amount, null from funds_transfer t join bank_account b on b.id = t.bank_account_id
   where t.held and t.status = 'requested' and b.verified_at is not null;
comment on view invariant_held_until_verified is 'What waits for the verification of a bank account is the sum of its held top-ups, and nothing waits on a verified one';

create or replace view invariant_payouts_on_their_way as
  select coalesce(c.id, t.id) as account, c.balance, t.total
    from (select id, balance from ledger.account where kind = 'payouts') c
    full join (
      select 'payouts:nzd.' || liveness as id, sum(amount) as total from funds_transfer
       where type = 'withdrawal' and status in ('created', 'requested') group by 1) t on t.id = c.id
   where coalesce(c.balance, 0) <> coalesce(t.total, 0);
comment on view invariant_payouts_on_their_way is 'What has left wallets and not yet reached the bank is the sum of the withdrawals on their way';

-- Over its life a transfer moves its amount once, or once there and once back; a wallet never sees more of it than that.
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
comment on view invariant_transfer_moves_its_amount_once is 'A wallet has of each top-up and withdrawal exactly what its state says';
