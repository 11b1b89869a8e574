/** A fault planted in db/routines/ledger.sql: what to replace (it must stand there exactly once) by what. */
export interface Fault {
  name: string
  edits: [find: string, put: string][]
}

const one = (name: string, find: string, put: string): Fault => ({ name, edits: [[find, put]] })
const floorCheck = 'balances[f] - held_outs[f] - moved - reserved < floors[f]'
const ceilingCheck = 'balances[t] + held_ins[t] + moved + reserved > ceilings[t]'
const versionMatch = 'and a.version = n.read_version and a.balance = n.read_balance and a.held_in = n.read_in and a.held_out = n.read_out'
const lock = 'where id = any (asked) order by id for no key update'

export const faults: Fault[] = [
  one('the floor is checked the wrong way round', floorCheck, floorCheck.replace('<', '>')),
  one('the floor is one cent too high', floorCheck, floorCheck.replace('<', '<=')),
  one('the floor is one cent too low', floorCheck, `1 + ${floorCheck}`),
  one('the floor does not see what is held', floorCheck, 'balances[f] - moved - reserved < floors[f]'),
  one('the floor does not see what is being held', floorCheck, 'balances[f] - held_outs[f] - moved < floors[f]'),
  one('anyone may overdraw', "and kind_of <> 'overdraw' then 'insufficient'", "and kind_of = 'overdraw' then 'insufficient'"),
  one('the ceiling is checked the wrong way round', ceilingCheck, ceilingCheck.replace('>', '<')),
  one('the ceiling is one cent too low', ceilingCheck, ceilingCheck.replace('>', '>=')),
  one('the ceiling does not see what is held', ceilingCheck, 'balances[t] + moved + reserved > ceilings[t]'),
  one(
    'an account closes a moment too late',
    'when (closes[f] <= decided_at or closes[t] <= decided_at)',
    'when (closes[f] < decided_at or closes[t] < decided_at)',
  ),
  one('a closed account still receives', 'when (closes[f] <= decided_at or closes[t] <= decided_at)', 'when (closes[f] <= decided_at)'),
  one('a closed account keeps what is held on it', "and kind_of <> 'release' then 'closed'", "then 'closed'"),
  one('the time is that of the transaction, not of the lock', 'coalesce(p_now, clock_timestamp());\n  written_at', 'coalesce(p_now, now());\n  written_at'),
  one('a clock set back takes the books with it', 'written_at := greatest(decided_at, written_at);', 'written_at := decided_at;'),
  one('units mix', 'when units[f] <> units[t] then', 'when false then'),
  one('one account on both sides is allowed', 'when f = t then', 'when false then'),
  one(
    'a counter is taken for money',
    "when counters[f] <> (kind_of = 'unuse') or (counters[t] <> (kind_of = 'use') and kind_of <> 'close') then",
    'when false then',
  ),
  one('an unknown account is let through', "or (numbers[t] = 0 and kind_of <> 'unuse') then 'unknown_account'", "then 'unknown_account'"),
  one('an unknown account is taken for its neighbour', 'if places is distinct from p_account then', 'if false then'),
  one('an expired hold is posted', "when hold_expires[h] <= decided_at then 'hold_expired'", "when false then 'hold_expired'"),
  one('a hold expires a moment too late', 'when hold_expires[h] <= decided_at', 'when hold_expires[h] < decided_at'),
  one('more is posted than was held', "when moved > hold_left[h] then 'over_hold'", "when false then 'over_hold'"),
  one('a hold is posted twice', 'elsif hold_left[h] = 0 then', 'elsif false then'),
  one('a hold is made twice', 'if h <= cardinality(hold_ids) and hold_amount[h] > 0 then', 'if false then'),
  one('posting a part gives up the rest', 'reserved := -moved;', 'reserved := -hold_left[h];'),
  one('a release forgets to say what it gave up', 'hold_left[h] := hold_left[h] + reserved;', 'hold_left[h] := 0;'),
  one('what is held is not counted on the way in', 'held_ins[t] := held_ins[t] + reserved;', 'null;'),
  one('a refused group keeps its credit', 'balances[t] := balances[t] - moves[done];', 'null;'),
  one('a refused group keeps its hold', 'held_outs[f] := held_outs[f] - reserves[done];', 'null;'),
  one('a refused group keeps its closing', 'closes[t] := read_closes[t];', 'null;'),
  one(
    'the last operation of a refused group is not taken back',
    'for done in reverse o - 1 .. p_first[g] loop',
    'for done in reverse o - 2 .. p_first[g] loop',
  ),
  one('a debit is written as a credit', '-moved, booked[f], written_at', 'moved, booked[f], written_at'),
  one('the balance after is the balance before', 'booked[t] := booked[t] + moved;', 'null;'),
  one('a version is skipped', 'versions[t] := versions[t] + 1;', 'versions[t] := versions[t] + 2;'),
  one('the chain does not hold on to what came before', 'sha256(hashes[t] || seal', 'sha256(seal'),
  one('the seal leaves out the reference', 'moved, p_reference[g], p_kind[g]', 'moved, p_kind[g]'),
  one('the credited account is not written', 'touched[t] := true;', 'null;'),
  one('any content is a replay', "case when known.same then 'replay' else 'refused' end", "'replay'"),
  one('a replay may have another subject', 'and p.subject = p_subject[g.n] and p.op', 'and p.op'),
  one('a replay may have another amount', "where (p_amount[o] <> p.amount[i] and not (p_amount[o] = 0 and p.op[i] in ('post', 'release')))", 'where false'),
  one('a replay may name another account', 'or (p_from[o] <> 0 and numbers[froms[o]] <> p.debit[i])', ''),
  one('two postings of a batch have one id', 'ids[g] := first_id + g;', 'ids[g] := first_id + 1;'),
  one(
    'a negative amount is let through',
    "case when o.op in ('post', 'release', 'close') then 0 else 1 end and 1000000000000000",
    '-1000000000000000 and 1000000000000000',
  ),
  one('an account that was overdrawn stays so', 'overdrawn = n.overdrawn and coalesce(n.balance - n.held_out < a.floor, false)', 'overdrawn = n.overdrawn'),
  one('the lock is dropped', lock, 'where id = any (asked) order by id'),
  one('each session locks in an order of its own', lock, 'where id = any (asked) order by md5(id || pg_backend_pid()) for no key update'),
  {
    name: 'the lock and the version match are dropped',
    edits: [
      [lock, 'where id = any (asked) order by id'],
      [versionMatch, ''],
    ],
  },
  {
    name: 'the lock is dropped and a version that moved is not noticed',
    edits: [
      [lock, 'where id = any (asked) order by id'],
      ["raise exception 'an account changed while it was posted to' using errcode = 'serialization_failure';", 'null;'],
    ],
  },
  one('what was read is not what is written over', 'a.ctid = n.tid', 'a.no = any (numbers)'),
]
