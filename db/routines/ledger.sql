-- The one way into the books. `ledger.post` takes any number of groups, decides each on its own and in order, and writes what
-- was accepted in a few statements for all of them. docs/money tells the movements, packages/ledger calls it.
--
-- How it is safe, in four sentences. Every account that a call may touch is locked first, in the order of ids, so two calls
-- never wait for each other in a circle. What is read after that cannot change until commit, so the decisions are made in
-- memory. Each changed row is written once and only over the version that was read (else 40001, and the caller tries again).
-- A reference is unique, so a second call with the same one finds the first and moves nothing.
set local role nikau_books;

create or replace function ledger.post(
  p_reference text[],     -- one per group
  p_kind text[],
  p_subject text[],
  p_first int[],          -- where each group's operations begin, and one past the end
  p_account text[],       -- every account named by an operation, once
  p_op text[],            -- one per operation
  p_from int[],           -- place in p_account, 0 for none
  p_to int[],
  p_amount bigint[],
  p_hold text[],          -- null when no operation names a hold
  p_expires timestamptz[],
  p_now timestamptz       -- null: the database's clock. Given by tests and simulations that move time.
) returns table (outcome text, posting bigint, at timestamptz, code ledger.refusal, op int, account text)
language plpgsql security definer
set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan set jit = off
as $$
#variable_conflict use_column
declare
  groups constant int := cardinality(p_reference);
  places text[];       -- p_account, then the accounts of holds, then one place that is no account
  nowhere int;         -- that last place: without limits, so that a counter is used "from nowhere"
  decided_at timestamptz;
  written_at timestamptz;
  stamp text;
  first_id bigint;
  -- The accounts as they stand, by place.
  numbers bigint[]; units text[]; counters boolean[]; shut boolean[]; floors bigint[]; ceilings bigint[]; overdrawns boolean[];
  balances bigint[]; held_ins bigint[]; held_outs bigint[];
  versions bigint[]; booked bigint[]; hashes bytea[]; -- as far as entries have been made
  read_versions bigint[]; read_balances bigint[]; read_ins bigint[]; read_outs bigint[];
  touched boolean[];
  -- The holds as they stand. One that does not exist has amount 0; one that is over has remaining 0.
  hold_ids text[] := '{}'; hold_from int[] := '{}'; hold_to int[] := '{}'; hold_amount bigint[] := '{}'; hold_left bigint[] := '{}';
  hold_expires timestamptz[] := '{}'; hold_group int[] := '{}';
  known_holds int := 0; -- those after are new
  -- The operations, resolved: from and to as places, what is moved, what is reserved (negative: given up), which hold.
  froms int[] := p_from; tos int[] := p_to; moves bigint[] := p_amount; reserves bigint[] := p_amount; hold_at int[] := p_from;
  -- What is decided, by group, and the entries made.
  outcomes text[] := array_fill(null::text, array[groups]);
  ids bigint[] := array_fill(null::bigint, array[groups]);
  times timestamptz[] := array_fill(null::timestamptz, array[groups]);
  codes refusal[] := array_fill(null::refusal, array[groups]);
  ops int[] := array_fill(null::int, array[groups]);
  accounts text[] := array_fill(null::text, array[groups]);
  entry_at int[] := '{}'; entry_version bigint[] := '{}'; entry_group int[] := '{}'; entry_op int[] := '{}';
  entry_amount bigint[] := '{}'; entry_balance bigint[] := '{}'; entry_hash bytea[] := '{}';
  entries int := 0;
  accepted int := 0;
  -- One operation at a time.
  known record; refused refusal; blamed int; kind_of text; f int; t int; h int; moved bigint; reserved bigint; seal bytea; done int; changed int;
begin
  -- What the caller has checked already is checked again where it would harm most: a negative amount would move money backwards.
  if groups > 1024 or exists (
    select from unnest(p_op, p_amount) as o (op, amount)
    where o.op <> all ('{transfer,overdraw,hold,post,release,use,unuse,close}')
       or o.amount not between case when o.op in ('post', 'release', 'close') then 0 else 1 end and 1000000000000000)
  then
    raise exception 'not a posting' using errcode = 'invalid_parameter_value';
  end if;

  -- 1. Lock.
  places := p_account;
  if p_hold is not null then
    places := places || array(
      select side.id from hold h cross join lateral (values (h.debit), (h.credit)) as side (id)
      where h.id = any (p_hold) and side.id <> all (p_account) group by side.id);
  end if;
  perform from account where id = any (places) order by id for no key update;

  -- 2. Read. A statement of its own, so that it sees what was committed while the lock was waited for. The time is taken here as
  -- well, so that along one account it never runs backwards; a clock that was set back is held at the last change.
  decided_at := coalesce(p_now, clock_timestamp());
  places := places || ''::text;
  nowhere := cardinality(places);
  select array_agg(coalesce(a.no, 0)), array_agg(a.unit), array_agg(a.counter),
         array_agg(coalesce(a.closed_at is not null or a.closes_at <= decided_at, false)),
         array_agg(coalesce(a.floor, -9223372036854775808)), array_agg(coalesce(a.ceiling, 9223372036854775807)),
         array_agg(coalesce(a.overdrawn, false)), array_agg(coalesce(a.balance, 0)), array_agg(coalesce(a.held_in, 0)),
         array_agg(coalesce(a.held_out, 0)), array_agg(coalesce(a.version, 0)), array_agg(coalesce(a.hash, '')),
         greatest(decided_at, max(a.changed_at))
    into numbers, units, counters, shut, floors, ceilings, overdrawns, balances, held_ins, held_outs, versions, hashes, written_at
    from (select a.* from unnest(places) with ordinality as p (id, place) left join account a on a.id = p.id order by p.place) a;
  booked := balances;
  read_versions := versions; read_balances := balances; read_ins := held_ins; read_outs := held_outs;
  touched := array_fill(false, array[nowhere]);
  stamp := extract(epoch from written_at)::text;
  if p_hold is not null then
    select array_agg(h.id), array_agg(array_position(places, h.debit)), array_agg(array_position(places, h.credit)),
           array_agg(h.amount), array_agg(h.remaining), array_agg(h.expires_at), array_agg(0)
      into hold_ids, hold_from, hold_to, hold_amount, hold_left, hold_expires, hold_group
      from hold h where h.id = any (p_hold) and h.debit = any (places) and h.credit = any (places);
    hold_ids := coalesce(hold_ids, '{}');
    known_holds := cardinality(hold_ids);
  end if;

  -- 3. Groups that happened before: the same content is a replay, any other a conflict.
  for known in
    select g.n, p.id, p.at, p.kind = p_kind[g.n] and p.subject = p_subject[g.n] and p.op = p_op[p_first[g.n]:p_first[g.n + 1] - 1]
        and not exists (
          select from generate_series(p_first[g.n], p_first[g.n + 1] - 1) with ordinality as o (o, i)
          where (p_amount[o] <> p.amount[i] and not (p_amount[o] = 0 and p.op[i] in ('post', 'release')))
             or (p_from[o] <> 0 and numbers[p_from[o]] <> p.debit[i]) or (p_to[o] <> 0 and numbers[p_to[o]] <> p.credit[i])
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

  -- 4. Decide, group by group.
  for g in 1 .. groups loop
    continue when outcomes[g] is not null;
    refused := null;
    done := p_first[g];
    while done < p_first[g + 1] loop
      kind_of := p_op[done];
      f := case when p_from[done] = 0 then nowhere else p_from[done] end;
      t := case when p_to[done] = 0 then nowhere else p_to[done] end;
      moved := p_amount[done];
      reserved := 0;
      h := 0;

      if kind_of in ('hold', 'post', 'release') then
        h := coalesce(array_position(hold_ids, p_hold[done]), 0);
        if kind_of = 'hold' then
          reserved := moved;
          moved := 0;
          if h = 0 then
            h := cardinality(hold_ids) + 1;
            hold_ids[h] := p_hold[done];
          elsif hold_amount[h] > 0 then
            refused := 'hold_exists';
          end if;
          if refused is null then
            hold_from[h] := f; hold_to[h] := t; hold_expires[h] := p_expires[done]; hold_group[h] := g;
            hold_amount[h] := reserved; hold_left[h] := 0;
          end if;
        elsif h = 0 or hold_amount[h] = 0 then
          refused := 'unknown_hold';
        elsif hold_left[h] = 0 then
          refused := 'hold_spent';
        else
          f := hold_from[h];
          t := hold_to[h];
          if kind_of = 'release' or moved = 0 then moved := hold_left[h]; end if;
          reserved := -moved;
          if kind_of = 'release' then
            moved := 0;
          elsif moved > hold_left[h] then
            refused := 'over_hold';
          elsif hold_expires[h] <= decided_at then
            refused := 'hold_expired';
          end if;
        end if;
      end if;

      -- The account to blame is found on the way: the first that is at fault.
      blamed := nowhere;
      if refused is not null then null;
      elsif numbers[f] = 0 and kind_of not in ('use', 'close') then refused := 'unknown_account'; blamed := f;
      elsif numbers[t] = 0 and kind_of <> 'unuse' then refused := 'unknown_account'; blamed := t;
      elsif kind_of = 'close' then
        blamed := t;
        if shut[t] then refused := 'closed';
        elsif balances[t] <> moved or held_ins[t] <> 0 or held_outs[t] <> 0 or (moved <> 0 and not counters[t]) then refused := 'not_at_balance';
        else shut[t] := true;
        end if;
        moved := 0;
      elsif kind_of in ('use', 'unuse') then
        blamed := case when kind_of = 'use' then t else f end;
        if not counters[blamed] then refused := 'wrong_kind'; end if;
      elsif counters[f] then refused := 'wrong_kind'; blamed := f;
      elsif counters[t] then refused := 'wrong_kind'; blamed := t;
      elsif f = t then refused := 'same_account'; blamed := f;
      elsif units[f] <> units[t] then refused := 'unit_mismatch'; blamed := t;
      end if;

      -- Giving up a reservation is always allowed, also on a closed account: it only sets free.
      if refused is null and moved + greatest(reserved, 0) > 0 then
        if shut[f] then refused := 'closed'; blamed := f;
        elsif shut[t] then refused := 'closed'; blamed := t;
        elsif moved + reserved > 0 and balances[f] - held_outs[f] - moved - reserved < floors[f] and kind_of <> 'overdraw' then
          refused := 'insufficient'; blamed := f;
        elsif moved + reserved > 0 and balances[t] + held_ins[t] + moved + reserved > ceilings[t] then
          refused := 'over_ceiling'; blamed := t;
        end if;
      end if;
      exit when refused is not null;

      balances[f] := balances[f] - moved;
      balances[t] := balances[t] + moved;
      if reserved <> 0 then
        held_outs[f] := held_outs[f] + reserved;
        held_ins[t] := held_ins[t] + reserved;
        hold_left[h] := hold_left[h] + reserved;
      elsif kind_of = 'overdraw' then
        overdrawns[f] := true;
      end if;
      froms[done] := f; tos[done] := t; moves[done] := moved; reserves[done] := reserved; hold_at[done] := h;
      done := done + 1;
    end loop;

    if refused is not null then
      outcomes[g] := 'refused';
      codes[g] := refused;
      ops[g] := done - p_first[g] + 1;
      accounts[g] := nullif(places[blamed], '');
      if kind_of = 'hold' and refused <> 'hold_exists' then hold_amount[h] := 0; end if;
      -- All of the group or none: take back what its earlier operations did.
      for o in reverse done - 1 .. p_first[g] loop
        f := froms[o]; t := tos[o]; h := hold_at[o];
        balances[f] := balances[f] + moves[o];
        balances[t] := balances[t] - moves[o];
        if p_op[o] = 'close' then
          shut[t] := false;
        elsif reserves[o] <> 0 then
          held_outs[f] := held_outs[f] - reserves[o];
          held_ins[t] := held_ins[t] - reserves[o];
          hold_left[h] := hold_left[h] - reserves[o];
          if p_op[o] = 'hold' then hold_amount[h] := 0; end if;
        end if;
      end loop;
      continue;
    end if;

    outcomes[g] := 'accepted';
    if accepted = 0 then first_id := nextval('posting_batch') * 1024; end if;
    accepted := accepted + 1;
    ids[g] := first_id + g - 1;
    times[g] := written_at;
    for o in p_first[g] .. p_first[g + 1] - 1 loop
      f := froms[o]; t := tos[o];
      touched[f] := true;
      touched[t] := true;
      continue when moves[o] = 0 or f = nowhere or t = nowhere;
      -- The seal is what both entries vouch for; each adds its own place in its account's chain.
      seal := convert_to(concat_ws(E'\n', ids[g], stamp, o - p_first[g] + 1, numbers[f], numbers[t], moves[o],
        p_reference[g], p_kind[g], p_subject[g]), 'UTF8');
      for side in 1 .. 2 loop
        entries := entries + 1;
        entry_at[entries] := f;
        entry_group[entries] := g;
        entry_op[entries] := o - p_first[g] + 1;
        moved := case side when 1 then -moves[o] else moves[o] end;
        booked[f] := booked[f] + moved;
        versions[f] := versions[f] + 1;
        hashes[f] := sha256(hashes[f] || seal || int8send(versions[f]) || int8send(booked[f]));
        entry_amount[entries] := moved;
        entry_version[entries] := versions[f];
        entry_balance[entries] := booked[f];
        entry_hash[entries] := hashes[f];
        f := t;
      end loop;
    end loop;
  end loop;

  -- 5. Write.
  if accepted > 0 then
    insert into posting (id, reference, kind, subject, at, op, debit, credit, amount, hold)
    select ids[g.n], p_reference[g.n], p_kind[g.n], p_subject[g.n], written_at, o.op, o.debit, o.credit, o.amount, o.hold
      from generate_series(1, groups) as g (n)
      cross join lateral (
        select array_agg(p_op[o]) as op, array_agg(numbers[froms[o]]) as debit, array_agg(numbers[tos[o]]) as credit,
               array_agg(case when p_op[o] = 'close' then p_amount[o] else greatest(moves[o], abs(reserves[o])) end) as amount,
               nullif(array_agg(coalesce(p_hold[o], '')), array_fill(''::text, array[p_first[g.n + 1] - p_first[g.n]])) as hold
          from generate_series(p_first[g.n], p_first[g.n + 1] - 1) as o) o
     where outcomes[g.n] = 'accepted';

    insert into entry (account, version, posting, op, amount, balance, at, hash)
    select numbers[e.place], e.version, ids[e.g], e.op, e.amount, e.balance, written_at, e.hash
      from unnest(entry_at, entry_version, entry_group, entry_op, entry_amount, entry_balance, entry_hash)
        as e (place, version, g, op, amount, balance, hash)
     order by 1, 2;

    update account a
       set balance = n.balance, held_in = n.held_in, held_out = n.held_out, version = n.version, hash = n.hash, changed_at = written_at,
           overdrawn = n.overdrawn and n.balance - n.held_out < a.floor,
           closed_at = case when n.shut then coalesce(a.closed_at, case when a.closes_at <= decided_at then null else written_at end) end
      from unnest(places, balances, held_ins, held_outs, versions, hashes, overdrawns, shut, touched, read_versions, read_balances, read_ins, read_outs)
        as n (id, balance, held_in, held_out, version, hash, overdrawn, shut, touched, read_version, read_balance, read_in, read_out)
     where n.touched and a.id = n.id
       and a.version = n.read_version and a.balance = n.read_balance and a.held_in = n.read_in and a.held_out = n.read_out;
    get diagnostics changed = row_count;
    if changed <> (select count(*) from unnest(touched) with ordinality as n (touched, place) where n.touched and n.place <> nowhere) then
      raise exception 'an account changed while it was posted to' using errcode = 'serialization_failure';
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

  return query select * from unnest(outcomes, ids, times, codes, ops, accounts);
end $$;

-- Opens accounts, all at once. Opening one that stands already with the same nature changes nothing, so that it can be repeated;
-- the ids of those that stand with another nature are returned, and the caller's transaction is expected to fail.
create or replace function ledger.open_accounts(
  p_id text[], p_unit text[], p_kind text[], p_counter boolean[], p_owner text[], p_floor bigint[], p_ceiling bigint[],
  p_closes_at timestamptz[], p_now timestamptz
) returns setof text
language plpgsql security definer set search_path = ledger, pg_temp
as $$
begin
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

-- Changes the limits of one account to those given. Says what stands in the way, or null when it is done. A closing time cannot
-- be moved to before the last change, so that no entry ever stands after the time its account closed.
create or replace function ledger.limit_account(p_id text, p_floor bigint, p_ceiling bigint, p_closes_at timestamptz, p_now timestamptz)
returns ledger.refusal
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  a account;
begin
  select * into a from account where id = p_id for no key update;
  if not found then return 'unknown_account'; end if;
  if a.closed_at is not null or a.closes_at <= coalesce(p_now, clock_timestamp()) or p_closes_at < a.changed_at then return 'closed'; end if;
  if a.balance - a.held_out < p_floor and not a.overdrawn then return 'insufficient'; end if;
  if a.balance + a.held_in > p_ceiling then return 'over_ceiling'; end if;
  update account set floor = p_floor, ceiling = p_ceiling, closes_at = p_closes_at, overdrawn = a.overdrawn and a.balance - a.held_out < p_floor
   where id = p_id;
  return null;
end $$;

revoke all on all functions in schema ledger from public;
grant execute on function ledger.post, ledger.open_accounts, ledger.limit_account to nikau_app;
reset role;
