-- Invariants of asset transfers. Each view returns the violating rows and must be empty (see invariants.sql).

create or replace view invariant_escrow_is_what_waits as
  select coalesce(e.id, 'escrow:' || t.id) as account, t.status, e.balance, e.closed_at
    from (select id, balance, closed_at from ledger.account where kind = 'escrow') e
    full join asset_transfer t on e.id = 'escrow:' || t.id
   where t.id is null
      or (t.settled_at is null and (e.balance is distinct from coalesce(t.value, 1) or e.closed_at is not null))
      or (t.settled_at is not null and e.id is not null and (e.balance <> 0 or e.closed_at is null))
      or (t.settled_posting <> t.posting and e.id is null);
comment on view invariant_escrow_is_what_waits is 'The escrow account of a waiting transfer holds exactly what was sent; that of a settled one is empty and closed';

-- Per wallet: the sender is down by the amount until it comes back, and the recipient is up by it once it is claimed.
create or replace view invariant_sent_money_is_moved_once as
  select t.id, t.status, t.value, s.total as sender, r.total as recipient
    from asset_transfer t
    left join lateral (
      select sum(e.amount) as total from ledger.entry e join ledger.account a on a.no = e.account
       where e.posting in (t.posting, t.settled_posting) and a.id = 'asset:' || t.asset_id) s on true
    left join lateral (
      select sum(e.amount) as total from ledger.entry e join ledger.account a on a.no = e.account
       where e.posting in (t.posting, t.settled_posting) and a.id = 'asset:' || t.recipient_asset_id) r on true
   where t.category = 'money' and t.recipient_asset_id is distinct from t.asset_id
     and (coalesce(s.total, 0) <> case when t.status in ('created', 'sent', 'expired', 'claimed') then -t.value else 0 end
       or coalesce(r.total, 0) <> case when t.status = 'claimed' then t.value else 0 end);
comment on view invariant_sent_money_is_moved_once is 'A transfer takes its amount from the sender once, and either gives it to the recipient or back';

create or replace view invariant_token_in_escrow_has_transfer as
  select coalesce(a.id, t.asset_id) as token, a.status, t.id as transfer
    from (select id, status from asset where status = 'in-escrow') a
    full join (select id, asset_id from asset_transfer where category = 'token' and settled_at is null) t on t.asset_id = a.id
   where a.id is null or t.id is null;
comment on view invariant_token_in_escrow_has_transfer is 'A token is in escrow exactly while a transfer of it waits';
