-- The invariant of own limits beyond those of the ledger. The view returns the rows that violate it, so it must be empty.
-- public.violations() finds it by name.

-- What a posting uses or gives back of an own limit, it uses or gives back of the same account's quota, or moves on its credit line,
-- which has no quota.
create or replace view public.invariant_own_limit_follows_quota as
  select p.id as posting, l.id as counter, p.amount[o.i] as amount
    from ledger.posting p cross join lateral generate_subscripts(p.op, 1) as o (i)
    join ledger.account l on l.kind = 'own-limit' and l.no = case p.op[o.i] when 'use' then p.credit[o.i] when 'unuse' then p.debit[o.i] end
   where not exists (select from generate_subscripts(p.op, 1) as q (i)
                       join ledger.account c on c.no = case p.op[q.i] when 'use' then p.credit[q.i] when 'unuse' then p.debit[q.i] end
                      where p.op[q.i] = p.op[o.i] and p.amount[q.i] = p.amount[o.i] and c.kind = 'quota' and c.owner = l.owner)
     and not exists (select from generate_subscripts(p.op, 1) as q (i) join ledger.account c on c.no in (p.debit[q.i], p.credit[q.i])
                      where p.op[q.i] in ('transfer', 'hold', 'release') and p.amount[q.i] = p.amount[o.i] and c.kind = 'credit line' and c.owner = l.owner);
