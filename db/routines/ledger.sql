-- The only way to write the ledger. `ledger.post` takes any number of groups, accepts or refuses each on its own, in order, and
-- writes all accepted groups in a few statements. docs/money describes the movements; packages/ledger calls it.
--
-- Why it is safe: every account a call may touch is locked first, by id, so two calls cannot deadlock. Rows read after that cannot
-- change until commit, so decisions are made in memory. Each changed row is written once and only over the version that was read
-- (otherwise 40001, and the caller retries). A reference is unique, so a repeated call finds the first posting and moves nothing.
set local role nikau_ledger;

create or replace function ledger.post(
  p_reference text[],     -- one per group
  p_kind text[],
  p_subject text[],
  p_first int[],          -- index of each group's first operation, plus one past the end
  p_account text[],       -- every account named by an operation, without duplicates
  p_op text[],            -- one per operation
  p_from int[],           -- index in p_account, 0 for none
  p_to int[],
  p_amount bigint[],
  p_hold text[],          -- null if no operation names a hold
  p_expires timestamptz[],
  p_now timestamptz       -- null for the database's clock; a ledger without simulated time accepts nothing else
) returns table (outcome text, posting bigint, at timestamptz, code ledger.refusal, op int, account text)
language plpgsql security definer
set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan set jit = off
as $$
#variable_conflict use_column
declare
  groups constant int := cardinality(p_reference);
  requested text[];    -- p_account and the accounts of the holds
  places text[];       -- those that exist, by id, then one place without an account
  nowhere int;         -- that last place: it has no limits and stands for the missing side of a counter operation
  decided_at timestamptz;
  written_at timestamptz;
  stamp text;
  first_id bigint;
  -- The accounts by place: current values, then values as read.
  tids tid[]; numbers bigint[]; units text[]; counters boolean[]; closes timestamptz[]; floors bigint[]; ceilings bigint[]; overdrawns boolean[];
  balances bigint[]; held_ins bigint[]; held_outs bigint[]; touched boolean[];
  versions bigint[]; booked bigint[]; hashes bytea[]; -- after the entries built so far
  read_versions bigint[]; read_balances bigint[]; read_ins bigint[]; read_outs bigint[]; read_closes timestamptz[];
  -- The holds. A missing one has amount 0; a closed one has nothing left.
  hold_ids text[] := '{}'; hold_from int[]; hold_to int[]; hold_amount bigint[]; hold_left bigint[]; hold_expires timestamptz[]; hold_group int[];
  known_holds int := 0; -- later ones are new
  -- The operations, resolved: places, amount moved, amount reserved (negative: released), hold.
  froms int[] := p_from; tos int[] := p_to; moves bigint[] := p_amount;
  reserves bigint[] := array_fill(0::bigint, array[cardinality(p_op)]); hold_at int[] := array_fill(0, array[cardinality(p_op)]);
  -- The outcome by group, and the entries to insert.
  outcomes text[] := array_fill(null::text, array[groups]); ids bigint[] := array_fill(null::bigint, array[groups]);
  times timestamptz[] := array_fill(null::timestamptz, array[groups]); codes refusal[] := array_fill(null::refusal, array[groups]);
  ops int[] := array_fill(null::int, array[groups]); accounts text[] := array_fill(null::text, array[groups]);
  posted bigint[] := ids; -- posting ids of newly accepted groups
  op_list constant text[] := p_op; debits bigint[]; credits bigint[]; amounts bigint[]; -- as stored
  made entry[] := '{}';
  entries int := 0;
  accepted int := 0;
  -- One operation at a time.
  known record; refused refusal; kind_of text; f int; t int; h int; moved bigint; reserved bigint; seal bytea; o int; changed int;
begin
  -- The caller has validated its input. The dangerous part is checked again: a negative amount would move money backwards.
  if groups > 1024 or exists (
    select from unnest(p_op, p_amount) as o (op, amount)
    where o.op <> all ('{transfer,overdraw,hold,post,release,use,unuse,close}')
       or o.amount not between case when o.op in ('post', 'release', 'close') then 0 else 1 end and 1000000000000000)
  then
    raise exception 'invalid operation or amount' using errcode = 'invalid_parameter_value';
  end if;

  if p_now is not null then perform ledger.require_simulated_time(); end if;

  -- 1. Lock by id, and read. Rows are returned as of after the lock wait.
  requested := p_account;
  if p_hold is not null then
    requested := array(
      select id from unnest(p_account) as id
      union select side.id from hold h cross join lateral (values (h.debit), (h.credit)) as side (id) where h.id = any (p_hold));
  end if;
  select array_agg(a.id), array_agg(a.tid), array_agg(a.no), array_agg(a.unit), array_agg(a.counter),
         array_agg(case when a.closed_at is not null then '-infinity' else coalesce(a.closes_at, 'infinity') end),
         array_agg(coalesce(a.floor, -9223372036854775808)), array_agg(coalesce(a.ceiling, 9223372036854775807)),
         array_agg(a.overdrawn), array_agg(a.balance), array_agg(a.held_in), array_agg(a.held_out), array_agg(a.version), array_agg(a.hash), max(a.changed_at)
    into places, tids, numbers, units, counters, closes, floors, ceilings, overdrawns, balances, held_ins, held_outs, versions, hashes, written_at
    from (select ctid as tid, * from account where id = any (requested) order by id for no key update) a;

  -- The time is read under the lock, so that it never decreases along an account. If the clock was set back, the time of the last
  -- change is used.
  decided_at := coalesce(p_now, clock_timestamp());
  written_at := greatest(decided_at, written_at);
  stamp := extract(epoch from written_at)::text;

  -- The caller sends sorted ids, so places usually match its numbering; otherwise each is looked up, and unknown ones are nowhere.
  nowhere := coalesce(cardinality(places), 0) + 1;
  if places is distinct from p_account then
    select array_agg(coalesce(array_position(places, p_account[o.f]), nowhere)), array_agg(coalesce(array_position(places, p_account[o.t]), nowhere))
      into froms, tos from unnest(p_from, p_to) as o (f, t);
  end if;
  numbers[nowhere] := 0; counters[nowhere] := false; closes[nowhere] := 'infinity'; floors[nowhere] := -9223372036854775808;
  ceilings[nowhere] := 9223372036854775807; balances[nowhere] := 0; held_ins[nowhere] := 0; held_outs[nowhere] := 0;
  touched := array_fill(false, array[nowhere]);
  booked := balances;
  read_versions := versions; read_balances := balances; read_ins := held_ins; read_outs := held_outs; read_closes := closes;
  if p_hold is not null then
    select array_agg(h.id), array_agg(array_position(places, h.debit)), array_agg(array_position(places, h.credit)),
           array_agg(h.amount), array_agg(h.remaining), array_agg(h.expires_at), array_agg(0)
      into hold_ids, hold_from, hold_to, hold_amount, hold_left, hold_expires, hold_group
      from hold h where h.id = any (p_hold) and h.debit = any (places) and h.credit = any (places);
    hold_ids := coalesce(hold_ids, '{}');
    known_holds := cardinality(hold_ids);
  end if;

  -- 2. References posted before: the same content is a replay, anything else a conflict. A separate statement after the lock, so
  -- that it sees what was committed during the lock wait.
  for known in
    select g.n, p.id, p.at, p.kind = p_kind[g.n] and p.subject = p_subject[g.n] and p.op = p_op[p_first[g.n]:p_first[g.n + 1] - 1]
        and not exists (
          select from generate_series(p_first[g.n], p_first[g.n + 1] - 1) with ordinality as o (o, i)
          where (p_amount[o] <> p.amount[i] and not (p_amount[o] = 0 and p.op[i] in ('post', 'release')))
             or (p_from[o] <> 0 and numbers[froms[o]] <> p.debit[i]) or (p_to[o] <> 0 and numbers[tos[o]] <> p.credit[i])
             or (p.hold is not null and p_hold[o] is distinct from p.hold[i])) as same
      from unnest(p_reference) with ordinality as g (reference, n) join posting p on p.reference = g.reference
  loop
    outcomes[known.n] := case when known.same then 'replay' else 'refused' end;
    if known.same then
      ids[known.n] := known.id;
      times[known.n] := known.at;
    else
      codes[known.n] := 'reference_conflict';
    end if;
  end loop;

  -- 3. Decide, group by group. (Assigning an element expands the array in memory, which makes reading one element O(1).)
  p_op[1] := p_op[1]; p_reference[1] := p_reference[1]; p_kind[1] := p_kind[1]; p_subject[1] := p_subject[1];
  for g in 1 .. groups loop
    continue when outcomes[g] is not null;
    refused := null;
    o := p_first[g];
    while o < p_first[g + 1] loop
      kind_of := p_op[o];
      f := froms[o];
      t := tos[o];
      moved := p_amount[o];
      reserved := 0;

      if kind_of <> 'transfer' then
        if f = 0 then f := nowhere; end if;
        if t = 0 then t := nowhere; end if;
        h := 0;
        if kind_of = 'hold' then
          reserved := moved;
          moved := 0;
          h := coalesce(array_position(hold_ids, p_hold[o]), cardinality(hold_ids) + 1);
          if h <= cardinality(hold_ids) and hold_amount[h] > 0 then
            refused := 'hold_exists';
          else
            hold_ids[h] := p_hold[o]; hold_from[h] := f; hold_to[h] := t; hold_expires[h] := p_expires[o]; hold_group[h] := g;
            hold_amount[h] := reserved; hold_left[h] := 0;
          end if;
        elsif kind_of in ('post', 'release') then
          h := coalesce(array_position(hold_ids, p_hold[o]), 0);
          if h = 0 or hold_amount[h] = 0 then
            refused := 'unknown_hold';
          elsif hold_left[h] = 0 then
            refused := 'hold_spent';
          else
            f := hold_from[h];
            t := hold_to[h];
            if kind_of = 'release' then
              moved := 0;
              reserved := -hold_left[h];
            else
              if moved = 0 then moved := hold_left[h]; end if;
              reserved := -moved;
              refused := case when moved > hold_left[h] then 'over_hold' when hold_expires[h] <= decided_at then 'hold_expired' end;
            end if;
          end if;
        elsif kind_of = 'close' then
          moved := 0;
        end if;
        froms[o] := f; tos[o] := t; moves[o] := moved; reserves[o] := reserved; hold_at[o] := h;
      end if;

      -- The refusals in order of precedence. A post moves what was reserved, so its limits were checked by the hold. A release is
      -- allowed on a closed account too.
      refused := case
        when refused is not null then refused
        when (numbers[f] = 0 and kind_of not in ('use', 'close')) or (numbers[t] = 0 and kind_of <> 'unuse') then 'unknown_account'
        when counters[f] <> (kind_of = 'unuse') or (counters[t] <> (kind_of = 'use') and kind_of <> 'close') then 'wrong_kind'
        when f = t then 'same_account'
        when units[f] <> units[t] then 'unit_mismatch'
        when (closes[f] <= decided_at or closes[t] <= decided_at) and kind_of <> 'release' then 'closed'
        when kind_of = 'close' and (balances[t] <> p_amount[o] or held_ins[t] <> 0 or held_outs[t] <> 0 or (balances[t] <> 0 and not counters[t])) then 'not_at_balance'
        when moved + reserved <= 0 then null
        when balances[f] - held_outs[f] - moved - reserved < floors[f] and kind_of <> 'overdraw' then 'insufficient'
        when balances[t] + held_ins[t] + moved + reserved > ceilings[t] then 'over_ceiling'
      end;
      exit when refused is not null;

      balances[f] := balances[f] - moved;
      balances[t] := balances[t] + moved;
      if kind_of <> 'transfer' then
        if reserved <> 0 then
          held_outs[f] := held_outs[f] + reserved;
          held_ins[t] := held_ins[t] + reserved;
          hold_left[h] := hold_left[h] + reserved;
        elsif kind_of = 'close' then
          closes[t] := '-infinity';
        elsif kind_of = 'overdraw' then
          overdrawns[f] := true;
        end if;
      end if;
      o := o + 1;
    end loop;

    if refused is not null then
      outcomes[g] := 'refused';
      codes[g] := refused;
      ops[g] := o - p_first[g] + 1;
      accounts[g] := case
        when refused = 'unknown_account' then p_account[case when numbers[f] = 0 and p_from[o] <> 0 then p_from[o] else p_to[o] end]
        when refused in ('insufficient', 'same_account') or (refused = 'wrong_kind' and counters[f] <> (kind_of = 'unuse'))
          or (refused = 'closed' and closes[f] <= decided_at) then places[f]
        when refused in ('over_ceiling', 'unit_mismatch', 'wrong_kind', 'closed', 'not_at_balance') then places[t]
      end;
      if kind_of = 'hold' and refused <> 'hold_exists' then hold_amount[h] := 0; end if;
      -- Groups are atomic: undo the earlier operations of the group.
      for done in reverse o - 1 .. p_first[g] loop
        f := froms[done]; t := tos[done]; h := hold_at[done];
        balances[f] := balances[f] + moves[done];
        balances[t] := balances[t] - moves[done];
        if reserves[done] <> 0 then
          held_outs[f] := held_outs[f] - reserves[done];
          held_ins[t] := held_ins[t] - reserves[done];
          hold_left[h] := hold_left[h] - reserves[done];
          if p_op[done] = 'hold' then hold_amount[h] := 0; end if;
        elsif p_op[done] = 'close' then
          closes[t] := read_closes[t];
        end if;
      end loop;
      continue;
    end if;

    outcomes[g] := 'accepted';
    if accepted = 0 then first_id := nextval('posting_batch') * 1024 - 1; end if;
    accepted := accepted + 1;
    ids[g] := first_id + g;
    posted[g] := first_id + g;
    times[g] := written_at;
    for o in p_first[g] .. p_first[g + 1] - 1 loop
      f := froms[o];
      t := tos[o];
      moved := moves[o];
      touched[f] := true;
      touched[t] := true;
      continue when moved = 0 or f = nowhere or t = nowhere;
      -- The seal is the content both entries hash; each adds its own version and balance.
      seal := convert_to(concat_ws(E'\n', ids[g], stamp, o - p_first[g] + 1, numbers[f], numbers[t], moved, p_reference[g], p_kind[g], p_subject[g]), 'UTF8');
      booked[f] := booked[f] - moved;
      versions[f] := versions[f] + 1;
      hashes[f] := sha256(hashes[f] || seal || int8send(versions[f]) || int8send(booked[f]));
      made[entries + 1] := row(numbers[f], versions[f], ids[g], o - p_first[g] + 1, -moved, booked[f], written_at, hashes[f])::entry;
      booked[t] := booked[t] + moved;
      versions[t] := versions[t] + 1;
      hashes[t] := sha256(hashes[t] || seal || int8send(versions[t]) || int8send(booked[t]));
      made[entries + 2] := row(numbers[t], versions[t], ids[g], o - p_first[g] + 1, moved, booked[t], written_at, hashes[t])::entry;
      entries := entries + 2;
    end loop;
  end loop;

  -- 4. Write the postings, the entries by key, and each changed account once.
  if accepted > 0 then
    select array_agg(numbers[froms[o]]), array_agg(numbers[tos[o]]),
           array_agg(case when p_op[o] = 'close' then p_amount[o] else greatest(moves[o], abs(reserves[o])) end)
      into debits, credits, amounts from generate_series(1, cardinality(op_list)) as o;
    insert into posting (id, reference, kind, subject, at, op, debit, credit, amount, hold)
    select g.id, g.reference, g.kind, g.subject, written_at, case when g.next = g.first + 1 then array[p_op[g.first]] else op_list[g.first:g.next - 1] end, debits[g.first:g.next - 1], credits[g.first:g.next - 1],
           amounts[g.first:g.next - 1], case when array_to_string(p_hold[g.first:g.next - 1], '') <> '' then p_hold[g.first:g.next - 1] end
      from unnest(outcomes, ids, p_reference, p_kind, p_subject, p_first, p_first[2:]) as g (outcome, id, reference, kind, subject, first, next)
     where g.outcome = 'accepted';

    insert into entry select * from unnest(made) order by account, version;

    update account a
       set balance = n.balance, held_in = n.held_in, held_out = n.held_out, version = n.version, hash = n.hash, changed_at = written_at,
           overdrawn = n.overdrawn and coalesce(n.balance - n.held_out < a.floor, false),
           closed_at = case when n.closes = '-infinity' then coalesce(a.closed_at, written_at) end
      from unnest(tids, balances, held_ins, held_outs, versions, hashes, overdrawns, closes, touched, read_versions, read_balances, read_ins, read_outs)
        as n (tid, balance, held_in, held_out, version, hash, overdrawn, closes, touched, read_version, read_balance, read_in, read_out)
     where n.touched and a.ctid = n.tid -- the ctid of a locked row does not change
       and a.version = n.read_version and a.balance = n.read_balance and a.held_in = n.read_in and a.held_out = n.read_out;
    get diagnostics changed = row_count;
    if changed <> (select count(*) from unnest(touched) with ordinality as n (touched, place) where n.touched and n.place <> nowhere) then
      raise exception 'account changed during posting' using errcode = 'serialization_failure';
    end if;

    if p_hold is not null then
      insert into hold (id, debit, credit, amount, remaining, expires_at, posting)
      select n.id, places[n.f], places[n.t], n.amount, n.remaining, n.expires_at, ids[n.g]
        from unnest(hold_ids, hold_from, hold_to, hold_amount, hold_left, hold_expires, hold_group) with ordinality
          as n (id, f, t, amount, remaining, expires_at, g, place)
       where n.place > known_holds and n.amount > 0;
      update hold h set remaining = n.remaining
        from unnest(hold_ids, hold_left) with ordinality as n (id, remaining, place)
       where n.place <= known_holds and h.id = n.id and h.remaining <> n.remaining;
    end if;
  end if;

  perform set_config('ledger.posted', posted::text, true), set_config('ledger.posted_at', written_at::text, true);
  return query select * from unnest(outcomes, ids, times, codes, ops, accounts);
end $$;

-- The groups that the last call of `ledger.post` in this transaction accepted, by position: for effects, which are sent before the
-- outcome is known.
create or replace function ledger.posted() returns table (place int, posting bigint, at timestamptz) language sql stable as $$
  select n.place::int, n.posting, current_setting('ledger.posted_at')::timestamptz
    from unnest(current_setting('ledger.posted')::bigint[]) with ordinality as n (posting, place) where n.posting is not null
$$;

-- For effects: raises unless every item changed a row.
create or replace function ledger.expect_changed(p_expected bigint, p_changed bigint) returns void language plpgsql as $$
begin
  if p_expected <> p_changed then
    raise exception 'expected % rows to change, but % did', p_expected, p_changed using errcode = 'NK001';
  end if;
end $$;

-- Opens accounts; idempotent. Returns the ids that exist with another unit, kind or owner; the caller must then roll back.
create or replace function ledger.open_accounts(
  p_id text[], p_unit text[], p_kind text[], p_counter boolean[], p_owner text[], p_floor bigint[], p_ceiling bigint[],
  p_closes_at timestamptz[], p_now timestamptz
) returns setof text
language plpgsql security definer set search_path = ledger, pg_temp
as $$
begin
  if p_now is not null then perform ledger.require_simulated_time(); end if;
  -- Not a constraint, because constraints are checked on every posting, and this one cost a quarter of its time.
  if exists (select from unnest(p_id) as id where id !~ '^[!-~]{1,200}$' is not false) then
    raise exception 'account id must be 1 to 200 printable characters' using errcode = 'invalid_parameter_value';
  end if;
  insert into account (id, unit, kind, counter, owner, floor, ceiling, closes_at, opened_at, changed_at)
  select n.*, coalesce(p_now, clock_timestamp()), coalesce(p_now, clock_timestamp())
    from unnest(p_id, p_unit, p_kind, p_counter, p_owner, p_floor, p_ceiling, p_closes_at) as n
   order by 1
  on conflict (id) do nothing;
  return query
  select a.id from account a
    join unnest(p_id, p_unit, p_kind, p_counter, p_owner) as n (id, unit, kind, counter, owner) on n.id = a.id
   where (a.unit, a.kind, a.counter, a.owner) is distinct from (n.unit, n.kind, n.counter, n.owner);
end $$;

-- Locks accounts until the transaction ends, as a posting does: postings on them that have begun are finished, later ones wait.
create or replace function ledger.lock_accounts(p_id text[]) returns void
language plpgsql security definer set search_path = ledger, pg_temp
as $$
begin
  perform from account where id = any (p_id) order by id for no key update;
end $$;

-- Which of these accounts another transaction has locked.
create or replace function ledger.locked_accounts(p_id text[]) returns setof text
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  free text[] := array(select id from account where id = any (p_id) for no key update skip locked);
begin
  return query select a.id from account a where a.id = any (p_id) and a.id <> all (free);
end $$;

-- Sets the limits of an account and records the change. Returns the refusal, or null on success. A closing time cannot be before the last change, so that
-- no entry is later than the closing time of its account.
create or replace function ledger.limit_account(p_id text, p_floor bigint, p_ceiling bigint, p_closes_at timestamptz, p_now timestamptz)
returns ledger.refusal
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  a account;
begin
  if p_now is not null then perform ledger.require_simulated_time(); end if;
  select * into a from account where id = p_id for no key update;
  if not found then return 'unknown_account'; end if;
  if a.closed_at is not null or a.closes_at <= coalesce(p_now, clock_timestamp()) or p_closes_at < a.changed_at then return 'closed'; end if;
  if a.balance - a.held_out < p_floor and not a.overdrawn then return 'insufficient'; end if;
  if a.balance + a.held_in > p_ceiling then return 'over_ceiling'; end if;
  update account set floor = p_floor, ceiling = p_ceiling, closes_at = p_closes_at, overdrawn = a.overdrawn and coalesce(a.balance - a.held_out < p_floor, false)
   where id = p_id;
  if (p_floor, p_ceiling, p_closes_at) is distinct from (a.floor, a.ceiling, a.closes_at) then
    insert into limit_change (id, account, at, floor, ceiling, closes_at, floor_before, ceiling_before, closes_at_before)
    values (nextval('posting_batch') * 1024, a.no, coalesce(p_now, clock_timestamp()), p_floor, p_ceiling, p_closes_at, a.floor, a.ceiling, a.closes_at);
  end if;
  return null;
end $$;

revoke all on all functions in schema ledger from public;
grant execute on function ledger.book_time to public; -- of ledger-time.sql
grant execute on function ledger.post, ledger.posted, ledger.expect_changed, ledger.open_accounts, ledger.lock_accounts,
  ledger.locked_accounts, ledger.limit_account to nikau_app;
reset role;
