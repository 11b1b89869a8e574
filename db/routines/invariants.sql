-- The invariants of the ledger, one view each. A view returns the rows that violate its invariant and must always be empty.
-- Features add their own as views named invariant_… in any schema; public.violations() finds them by name.
set local role nikau_ledger;

create or replace view ledger.transfer as
  select p.id as posting, o.i as op, p.debit[o.i] as debit, p.credit[o.i] as credit, p.amount[o.i] as amount, p.op[o.i] as how, p.reference, p.kind, p.subject, p.at
    from ledger.posting p cross join lateral generate_subscripts(p.op, 1) as o (i)
   where p.op[o.i] in ('transfer', 'overdraw', 'post');

-- I1. A transfer has two entries that sum to zero: one on the debited, one on the credited account. (Also finds orphans, either way.)
create or replace view ledger.invariant_two_entries_per_transfer as
  select coalesce(t.posting, e.posting) as posting, coalesce(t.op, e.op) as op
    from ledger.transfer t
    full join (
      select posting, op, count(*) as entries, sum(amount) as total, max(amount) as amount,
             min(account) filter (where amount < 0) as debit, min(account) filter (where amount > 0) as credit, min(at) as first_at, max(at) as last_at
        from ledger.entry group by posting, op) e on e.posting = t.posting and e.op = t.op
   where (e.entries, e.total, e.amount, e.debit, e.credit, e.first_at, e.last_at) is distinct from (2::bigint, 0::numeric, t.amount, t.debit, t.credit, t.at, t.at);

-- I2. The balances of all accounts of a unit, external ones included, sum to zero.
create or replace view ledger.invariant_unit_sums_to_zero as
  select unit, sum(balance) as total from ledger.account where not counter group by unit having sum(balance) <> 0;

-- I3. The stored balance is the sum of the entries, and the stored version is their count.
create or replace view ledger.invariant_balance_is_sum_of_entries as
  select a.id, a.balance, a.version, e.total, e.entries
    from ledger.account a left join (select account, sum(amount) as total, count(*) as entries, max(version) as last from ledger.entry group by account) e on e.account = a.no
   where not a.counter and (a.balance, a.version, a.version) is distinct from (coalesce(e.total, 0), coalesce(e.entries, 0), coalesce(e.last, 0));

-- I4. No account is above its ceiling, or below its floor except after an overdraw.
create or replace view ledger.invariant_within_limits as
  select a.id, a.balance, a.held_in, a.held_out, a.floor, a.ceiling
    from ledger.account a
   where a.balance + a.held_in > a.ceiling
      or (a.balance - a.held_out < a.floor
          and not exists (select from ledger.transfer t join ledger.entry e on e.posting = t.posting and e.op = t.op
                           where e.account = a.no and t.debit = a.no and t.how = 'overdraw'));

-- I5. Along an account, versions have no gaps, balances follow from amounts, and times never decrease.
create or replace view ledger.invariant_entries_follow_each_other as
  select e.account, e.version
    from (select account, version, amount, balance, at, lag(version, 1, 0::bigint) over w as version_before, lag(balance, 1, 0::bigint) over w as balance_before, lag(at) over w as at_before
            from ledger.entry window w as (partition by account order by version)) e
   where e.version <> e.version_before + 1 or e.balance <> e.balance_before + e.amount or e.at < e.at_before;

-- I6. One posting per reference. (The unique index enforces it; this reads the table without trusting the index.)
create or replace view ledger.invariant_one_posting_per_reference as
  select reference || '' as reference, count(*) as postings from ledger.posting group by 1 having count(*) > 1;

-- I7. Held amounts of accounts equal the sum of their holds.
create or replace view ledger.invariant_held_is_sum_of_holds as
  select a.id, a.held_in, a.held_out
    from ledger.account a
    left join (select debit, sum(remaining) as total from ledger.hold group by debit) o on o.debit = a.id
    left join (select credit, sum(remaining) as total from ledger.hold group by credit) i on i.credit = a.id
   where a.held_out <> coalesce(o.total, 0) or a.held_in <> coalesce(i.total, 0);

-- I8. The remainder of a hold is the amount less what was posted and released.
create or replace view ledger.invariant_hold_adds_up as
  select coalesce(h.id, p.hold) as hold, h.amount, h.remaining, p.held, p.spent
    from ledger.hold h
    full join (
      select p.hold[o.i] as hold, sum(p.amount[o.i]) filter (where p.op[o.i] = 'hold') as held,
             coalesce(sum(p.amount[o.i]) filter (where p.op[o.i] in ('post', 'release')), 0) as spent, min(p.id) filter (where p.op[o.i] = 'hold') as posting
        from ledger.posting p cross join lateral generate_subscripts(p.op, 1) as o (i)
       where p.op[o.i] in ('hold', 'post', 'release') group by 1) p on p.hold = h.id
   where (h.amount, h.remaining, h.posting) is distinct from (p.held, p.held - p.spent, p.posting);

-- I9. The balance of a counter is what was used less what was restored.
create or replace view ledger.invariant_counter_is_sum_of_uses as
  select a.id, a.balance, u.total
    from ledger.account a
    left join (
      select case when p.op[o.i] = 'use' then p.credit[o.i] else p.debit[o.i] end as account, sum(case when p.op[o.i] = 'use' then p.amount[o.i] else -p.amount[o.i] end) as total
        from ledger.posting p cross join lateral generate_subscripts(p.op, 1) as o (i)
       where p.op[o.i] in ('use', 'unuse') group by 1) u on u.account = a.no
   where (a.counter and a.balance <> coalesce(u.total, 0)) or (not a.counter and u.total is not null);

-- I10. A transfer is between money accounts of one unit (test and real money never mix).
create or replace view ledger.invariant_one_unit_per_transfer as
  select t.posting, t.op from ledger.transfer t
    left join ledger.account d on d.no = t.debit left join ledger.account c on c.no = t.credit
   where d.unit is distinct from c.unit or d.no is null or c.no is null or d.counter or c.counter or d.no = c.no or t.amount <= 0;

-- I11. Nothing was posted to an account after it closed, and a closed account has no money.
create or replace view ledger.invariant_closed_is_closed as
  select a.id, e.version from ledger.account a join ledger.entry e on e.account = a.no where e.at > a.closed_at or e.at >= a.closes_at
  union all
  select a.id, null from ledger.account a where a.closed_at is not null and not a.counter and (a.balance <> 0 or a.held_in <> 0 or a.held_out <> 0);

-- I12. Hash chain: each entry hashes the previous hash and the content of the entry and its posting, and the account has the last
-- hash. Any change to an amount, time or reference outside the routine breaks the chain.
create or replace view ledger.invariant_chain_holds as
  select e.account, e.version
    from (select e.*, lag(e.hash, 1, ''::bytea) over (partition by e.account order by e.version) as hash_before from ledger.entry e) e
    left join ledger.posting p on p.id = e.posting
   where e.hash is distinct from sha256(e.hash_before
           || convert_to(concat_ws(E'\n', p.id, extract(epoch from e.at)::text, e.op, p.debit[e.op], p.credit[e.op], p.amount[e.op], p.reference, p.kind, p.subject), 'UTF8')
           || int8send(e.version) || int8send(e.balance))
  union all
  select a.no, a.version from ledger.account a left join ledger.entry e on e.account = a.no and e.version = a.version
   where a.hash <> coalesce(e.hash, '');

-- I13. The limits of an account are those of its last change, and each change starts from the one before.
create or replace view ledger.invariant_limits_follow_changes as
  select a.id, c.id as change
    from (select c.*, lead(c.id) over w as next_id, lead(floor_before) over w as next_floor, lead(ceiling_before) over w as next_ceiling,
                 lead(closes_at_before) over w as next_closes_at
            from ledger.limit_change c window w as (partition by account order by id)) c
    left join ledger.account a on a.no = c.account
   where case when c.next_id is null then (c.floor, c.ceiling, c.closes_at) is distinct from (a.floor, a.ceiling, a.closes_at)
              else (c.floor, c.ceiling, c.closes_at) is distinct from (c.next_floor, c.next_ceiling, c.next_closes_at) end;

-- Printed by the audit.
comment on view ledger.invariant_two_entries_per_transfer is 'A transfer has two entries that sum to zero: one on the debited, one on the credited account';
comment on view ledger.invariant_unit_sums_to_zero is 'The balances of all accounts of a unit, external ones included, sum to zero';
comment on view ledger.invariant_balance_is_sum_of_entries is 'The stored balance is the sum of the entries, and the stored version is their count';
comment on view ledger.invariant_within_limits is 'No account is above its ceiling, or below its floor except after an overdraw';
comment on view ledger.invariant_entries_follow_each_other is 'Along an account, versions have no gaps, balances follow from amounts, and times never decrease';
comment on view ledger.invariant_one_posting_per_reference is 'One posting per reference';
comment on view ledger.invariant_held_is_sum_of_holds is 'Held amounts of accounts equal the sum of their holds';
comment on view ledger.invariant_hold_adds_up is 'The remainder of a hold is the amount less what was posted and released';
comment on view ledger.invariant_counter_is_sum_of_uses is 'The balance of a counter is what was used less what was restored';
comment on view ledger.invariant_one_unit_per_transfer is 'A transfer is between money accounts of one unit (test and real money never mix)';
comment on view ledger.invariant_closed_is_closed is 'Nothing was posted to an account after it closed, and a closed account has no money';
comment on view ledger.invariant_chain_holds is 'Hash chain: each entry hashes the previous hash and the content of the entry and its posting, and the account has the last hash';
comment on view ledger.invariant_limits_follow_changes is 'The limits of an account are those of its last change, and each change starts from the one before';

grant select on all tables in schema ledger to nikau_app;
reset role;

-- The violations of all invariants in all schemas: view name and row.
create or replace function public.violations() returns table (invariant text, broken jsonb)
language plpgsql stable set jit = off
as $$
declare
  rule record;
begin
  for rule in
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'v' and c.relname like 'invariant\_%' order by 1
  loop
    return query execute format('select %L::text, to_jsonb(v) from %s v limit 100', rule.name, rule.name);
  end loop;
end $$;
