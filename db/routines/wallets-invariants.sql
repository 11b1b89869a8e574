-- Invariants of wallets, tokens and quotas beyond those of the ledger. Each view returns the rows that violate it, so it must be
-- empty. public.violations() finds the views by name.

-- Every ledger entry on a money asset has a movement, and every movement has a posting.
create or replace view public.invariant_wallet_entry_has_movement as
  select a.id as asset, e.version
    from public.asset a join ledger.account l on l.id = 'asset:' || a.id join ledger.entry e on e.account = l.no
   where a.category = 'money' and not exists (select from public.movement m where m.posting = e.posting)
  union all
  select m.posting::text, null from public.movement m where not exists (select from ledger.posting p where p.id = m.posting);

-- Every asset has a ledger account with the unit of its type and the limits of its kind.
create or replace view public.invariant_asset_has_account as
  select a.id, l.unit, l.floor, l.ceiling
    from public.asset a left join public.token t on t.asset_id = a.id left join ledger.account l on l.id = 'asset:' || a.id
   where l.id is null
      or (a.category = 'money' and (l.unit, l.floor) is distinct from ('nzd.' || substring(a.type from '[a-z]+$'), -coalesce(a.credit_limit, 0)))
      or (a.category = 'token' and (l.unit, l.floor, l.ceiling, l.closes_at) is distinct from ('token:' || t.collection_id, 0::bigint, 1::bigint, a.expires_at));

-- I7. A token is spent at most once at a time and never after it expires. A spent token has a balance of 0, one that waits in escrow too,
-- any other of 1. An archived one that expired in escrow, or was given out and not taken, has 0: its unit is back with the issuer.
create or replace view public.invariant_token_is_spent_once as
  select a.id, a.status, l.balance, e.late
    from public.asset a join public.token t on t.asset_id = a.id join ledger.account l on l.id = 'asset:' || a.id
    cross join lateral (select coalesce(bool_or(e.at >= a.expires_at), false) as late, max(e.balance) as highest, min(e.balance) as lowest
                          from ledger.entry e where e.account = l.no) e
   where e.late or e.highest > 1 or e.lowest < 0 or (l.balance <> case when a.status in ('spent', 'in-escrow') then 0 else 1 end and not (l.balance = 0 and a.status = 'archived'));

-- Of every collection: issued − redeemed + given back − what went back to the issuer unused is what the ledger says is out, in wallets and
-- in escrow. Tokens past their last day stay on their accounts, which are closed: they are out for the ledger, and for nobody else.
create or replace view public.invariant_collection_adds_up as
  select c.id, n.issued, n.redeemed, n.given_back, n.unused, -l.balance as out
    from public.collection c
    left join ledger.account l on l.id = 'collection:' || c.id || ':issued'
    cross join lateral (
      select count(*) as issued, count(*) filter (where a.status = 'archived' and u.balance = 0) as unused,
             coalesce(sum(m.redeemed), 0) as redeemed, coalesce(sum(m.given_back), 0) as given_back
        from public.token t join public.asset a on a.id = t.asset_id join ledger.account u on u.id = 'asset:' || a.id
        left join lateral (select count(*) filter (where v.action = 'redeemed') as redeemed, count(*) filter (where v.action = 'refunded') as given_back
                             from public.token_activity v where v.asset_id = a.id) m on true
       where t.collection_id = c.id) n
   where n.issued - n.redeemed + n.given_back - n.unused <> -coalesce(l.balance, 0);
comment on view public.invariant_collection_adds_up is 'Tokens issued, less those redeemed and those that went back unused, with those given back, are what the ledger says is out';

-- I9. A quota's balance is the sum of the movements counted against it, by month and by year, and never above the limit.
create or replace view public.invariant_quota_is_sum_of_movements as
  select coalesce(q.id, m.id) as quota, q.balance, m.total, q.ceiling
    from (select id, balance, ceiling from ledger.account where kind = 'quota' and counter and id like 'quota:%') q
    full join (
      select quota as id, sum(counted) as total from public.movement where quota is not null group by quota
      union all
      select regexp_replace(quota, '-\d\d$', ''), sum(counted) from public.movement where quota is not null group by 1) m on m.id = q.id
   where coalesce(q.balance, 0) <> coalesce(m.total, 0) or q.balance > q.ceiling or q.id is null;

-- I13. Test and live money never mix: not between the two sides of a movement, a movement and its quota, a token and its
-- collection, or in one posting.
create or replace view public.invariant_test_and_main_never_meet as
  select m.posting::text as id, s.type as source, d.type as destination
    from public.movement m join public.asset s on s.id = m.src_wallet_id join public.asset d on d.id = m.dest_wallet_id
   where right(s.type, 5) <> right(d.type, 5)
  union all
  select m.posting::text, a.type, m.quota
    from public.movement m join public.asset a on a.id = coalesce(m.src_wallet_id, m.dest_wallet_id)
   where m.quota is not null and right(a.type, 5) <> substring(m.quota from '\.(?:main|test)(?=:)')
  union all
  select a.id, a.type, c.id from public.asset a join public.token t on t.asset_id = a.id join public.collection c on c.id = t.collection_id
   where a.type <> c.asset_family || case when c.test then '.test' else '.main' end
  union all
  select p.id::text, min(l.unit), max(l.unit)
    from ledger.posting p join ledger.entry e on e.posting = p.id join ledger.account l on l.no = e.account
   where l.unit in ('nzd.main', 'nzd.test') and exists (select from public.movement m where m.posting = p.id)
   group by p.id having count(distinct l.unit) > 1;

-- A key is committed together with its response.
create or replace view public.invariant_idempotency_key_has_response as
  select caller, endpoint, key from public.idempotency where response is null;

-- Every wallet of live money of a closed account is empty and out of use, in the ledger too.
create or replace view public.invariant_closed_account_is_empty as
  select c.id as account, a.id as wallet, a.status, l.balance, l.closed_at
    from public.account c join public.asset a on a.account_id = c.id and a.category = 'money' and right(a.type, 5) = '.main'
    join ledger.account l on l.id = 'asset:' || a.id
   where c.closed_at is not null and (a.status <> 'archived' or l.balance <> 0 or l.closed_at is null);
comment on view public.invariant_closed_account_is_empty is 'Every wallet of live money of a closed account is empty and out of use';
