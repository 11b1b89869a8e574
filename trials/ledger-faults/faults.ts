/** A fault for db/routines/ledger.sql: texts to replace, each of which must occur there exactly once. */
export interface Fault {
  name: string
  edits: [find: string, replacement: string][]
}

const fault = (name: string, find: string, replacement: string): Fault => ({ name, edits: [[find, replacement]] })
const floorCheck = 'balances[f] - held_outs[f] - moved - reserved < floors[f]'
const ceilingCheck = 'balances[t] + held_ins[t] + moved + reserved > ceilings[t]'
const versionMatch = 'and a.version = n.read_version and a.balance = n.read_balance and a.held_in = n.read_in and a.held_out = n.read_out'
const lock = 'where id = any (requested) order by id for no key update'

export const faults: Fault[] = [
  fault('the floor is checked the wrong way round', floorCheck, floorCheck.replace('<', '>')),
  fault('the floor is one cent too high', floorCheck, floorCheck.replace('<', '<=')),
  fault('the floor is one cent too low', floorCheck, `1 + ${floorCheck}`),
  fault('the floor does not see what is held', floorCheck, 'balances[f] - moved - reserved < floors[f]'),
  fault('the floor does not see what is being held', floorCheck, 'balances[f] - held_outs[f] - moved < floors[f]'),
  fault('anyone may overdraw', "and kind_of <> 'overdraw' then 'insufficient'", "and kind_of = 'overdraw' then 'insufficient'"),
  fault('the ceiling is checked the wrong way round', ceilingCheck, ceilingCheck.replace('>', '<')),
  fault('the ceiling is one cent too low', ceilingCheck, ceilingCheck.replace('>', '>=')),
  fault('the ceiling does not see what is held', ceilingCheck, 'balances[t] + moved + reserved > ceilings[t]'),
  fault(
    'an account closes a moment too late',
    'when (closes[f] <= decided_at or closes[t] <= decided_at)',
    'when (closes[f] < decided_at or closes[t] < decided_at)',
  ),
  fault('a closed account still receives', 'when (closes[f] <= decided_at or closes[t] <= decided_at)', 'when (closes[f] <= decided_at)'),
  fault('a closed account keeps what is held on it', "and kind_of <> 'release' then 'closed'", "then 'closed'"),
  fault('the time is that of the transaction, not of the lock', 'coalesce(p_now, clock_timestamp());\n  written_at', 'coalesce(p_now, now());\n  written_at'),
  fault('a clock set back changes the order of postings', 'written_at := greatest(decided_at, written_at);', 'written_at := decided_at;'),
  fault('units mix', 'when units[f] <> units[t] then', 'when false then'),
  fault('an account may transfer to itself', 'when f = t then', 'when false then'),
  fault(
    'a counter is treated as money',
    "when counters[f] <> (kind_of = 'unuse') or (counters[t] <> (kind_of = 'use') and kind_of <> 'close') then",
    'when false then',
  ),
  fault('an unknown account is accepted', "or (numbers[t] = 0 and kind_of <> 'unuse') then 'unknown_account'", "then 'unknown_account'"),
  fault('an unknown account is confused with its neighbour', 'if places is distinct from p_account then', 'if false then'),
  fault('an expired hold is posted', "when hold_expires[h] <= decided_at then 'hold_expired'", "when false then 'hold_expired'"),
  fault('a hold expires a moment too late', 'when hold_expires[h] <= decided_at', 'when hold_expires[h] < decided_at'),
  fault('more is posted than was held', "when moved > hold_left[h] then 'over_hold'", "when false then 'over_hold'"),
  fault('a hold is posted twice', 'elsif hold_left[h] = 0 then', 'elsif false then'),
  fault('a hold is made twice', 'if h <= cardinality(hold_ids) and hold_amount[h] > 0 then', 'if false then'),
  fault('posting part of a hold releases the rest', 'reserved := -moved;', 'reserved := -hold_left[h];'),
  fault('a release does not report what it released', 'hold_left[h] := hold_left[h] + reserved;', 'hold_left[h] := 0;'),
  fault('what is held is not counted on the way in', 'held_ins[t] := held_ins[t] + reserved;', 'null;'),
  fault('a refused group keeps its credit', 'balances[t] := balances[t] - moves[done];', 'null;'),
  fault('a refused group keeps its hold', 'held_outs[f] := held_outs[f] - reserves[done];', 'null;'),
  fault('a refused group keeps its closing', 'closes[t] := read_closes[t];', 'null;'),
  fault('the last operation of a refused group is not undone', 'for done in reverse o - 1 .. p_first[g] loop', 'for done in reverse o - 2 .. p_first[g] loop'),
  fault('a debit is written as a credit', '-moved, booked[f], written_at', 'moved, booked[f], written_at'),
  fault('the balance after is the balance before', 'booked[t] := booked[t] + moved;', 'null;'),
  fault('a version is skipped', 'versions[t] := versions[t] + 1;', 'versions[t] := versions[t] + 2;'),
  fault('the hash chain ignores the previous entry', 'sha256(hashes[t] || seal', 'sha256(seal'),
  fault('the seal leaves out the reference', 'moved, p_reference[g], p_kind[g]', 'moved, p_kind[g]'),
  fault('the credited account is not written', 'touched[t] := true;', 'null;'),
  fault('any content is a replay', "case when known.same then 'replay' else 'refused' end", "'replay'"),
  fault('a replay may have another subject', 'and p.subject = p_subject[g.n] and p.op', 'and p.op'),
  fault('a replay may have another amount', "where (p_amount[o] <> p.amount[i] and not (p_amount[o] = 0 and p.op[i] in ('post', 'release')))", 'where false'),
  fault('a replay may name another account', 'or (p_from[o] <> 0 and numbers[froms[o]] <> p.debit[i])', ''),
  fault('two postings of a batch have one id', 'ids[g] := first_id + g;', 'ids[g] := first_id + 1;'),
  fault(
    'a negative amount is accepted',
    "case when o.op in ('post', 'release', 'close') then 0 else 1 end and 1000000000000000",
    '-1000000000000000 and 1000000000000000',
  ),
  fault('an account stays marked as overdrawn', 'overdrawn = n.overdrawn and coalesce(n.balance - n.held_out < a.floor, false)', 'overdrawn = n.overdrawn'),
  fault('the lock is dropped', lock, 'where id = any (requested) order by id'),
  fault('each session locks in an order of its own', lock, 'where id = any (requested) order by md5(id || pg_backend_pid()) for no key update'),
  {
    name: 'the lock and the version match are dropped',
    edits: [
      [lock, 'where id = any (requested) order by id'],
      [versionMatch, ''],
    ],
  },
  {
    name: 'the lock is dropped and a version that moved is not noticed',
    edits: [
      [lock, 'where id = any (requested) order by id'],
      ["raise exception 'account changed during posting' using errcode = 'serialization_failure';", 'null;'],
    ],
  },
  fault('the updated row is not the row that was read', 'a.ctid = n.tid', 'a.no = any (numbers)'),
]
