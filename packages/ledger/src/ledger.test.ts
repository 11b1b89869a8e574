import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { Secret } from '@nikau/runtime'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  AccountConflict,
  assertLedgerInvariants,
  balance,
  balanceAt,
  createLedger,
  type Group,
  history,
  MalformedGroup,
  type Operation,
  type Outcome,
  refusalCodes,
} from './index.ts'

const database = await testDatabase()
const clock = fakeClock('2026-11-16T00:00:00Z')
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
afterAll(() => ledger.close())

let count = 0
const group = (...operations: Operation[]): Group => ({ reference: `r${++count}`, kind: 'test', subject: 'test:1', operations })
const transfer = (from: string, to: string, amount: bigint): Operation => ({ op: 'transfer', from, to, amount })
const hour = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000)

async function post(...groups: Group[]): Promise<Outcome[]> {
  return await database.db.transaction().execute((tx) => ledger.postInTransaction(tx, groups))
}
async function outcome(...operations: Operation[]): Promise<string> {
  const [first] = await post(group(...operations))
  return first!.outcome === 'refused' ? first!.code : first!.outcome
}
async function readBalance(id: string) {
  const found = await balance(database.db, id)
  return { posted: found!.posted, available: found!.available, heldIn: found!.heldIn }
}

/** A new wallet, funded from the bank. */
async function wallet(amount: bigint, unit = 'nzd.test'): Promise<string> {
  const id = `wallet:${++count}`
  await database.db.transaction().execute(async (tx) => {
    await ledger.openAccount(tx, { id, unit, kind: 'wallet', floor: 0n })
    if (amount > 0n) await ledger.postInTransaction(tx, [group(transfer(`bank:${unit}`, id, amount))])
  })
  return id
}
async function counter(ceiling: bigint, closesAt?: Date): Promise<string> {
  const id = `counter:${++count}`
  await database.db
    .transaction()
    .execute((tx) => ledger.openAccount(tx, { id, unit: 'allowance', kind: 'request', counter: true, floor: 0n, ceiling, ...(closesAt ? { closesAt } : {}) }))
  return id
}

beforeAll(async () => {
  await database.db.transaction().execute((tx) =>
    ledger.openAccounts(tx, [
      { id: 'bank:nzd.test', unit: 'nzd.test', kind: 'bank clearing' },
      { id: 'bank:nzd.main', unit: 'nzd.main', kind: 'bank clearing' },
    ]),
  )
})

afterEach(() => assertLedgerInvariants(database.db))

test('a transfer moves money and inserts an entry on each side', async () => {
  const [a, b] = [await wallet(1000n), await wallet(0n)]
  expect(await outcome(transfer(a, b, 300n))).toBe('accepted')
  expect([(await readBalance(a)).posted, (await readBalance(b)).posted]).toEqual([700n, 300n])
  const page = await history(database.db, b, { limit: 10 })
  expect(page.lines).toMatchObject([{ version: 1n, amount: 300n, balance: 300n, counterAccount: a, kind: 'test', subject: 'test:1' }])
})

test('the last cent can be spent, but no more', async () => {
  const [a, b] = [await wallet(1000n), await wallet(0n)]
  const [refused] = await post(group(transfer(a, b, 1001n)))
  expect(refused).toEqual({ outcome: 'refused', code: 'insufficient', operation: 0, account: a })
  expect(await outcome(transfer(a, b, 1000n))).toBe('accepted')
  expect(await outcome(transfer(a, b, 1n))).toBe('insufficient')
})

test('a ceiling can be reached but not exceeded', async () => {
  const a = await wallet(1000n)
  const id = `request:${++count}`
  await database.db.transaction().execute((tx) => ledger.openAccount(tx, { id, unit: 'nzd.test', kind: 'request', floor: 0n, ceiling: 500n }))
  expect(await outcome(transfer(a, id, 501n))).toBe('over_ceiling')
  expect(await outcome(transfer(a, id, 500n))).toBe('accepted')
  expect(await outcome(transfer(a, id, 1n))).toBe('over_ceiling')
})

test('a counter is used up to its ceiling, restored to its floor, and has no entries', async () => {
  const id = await counter(500n)
  expect(await outcome({ op: 'use', account: id, amount: 501n })).toBe('over_ceiling')
  expect(await outcome({ op: 'use', account: id, amount: 500n })).toBe('accepted')
  expect(await outcome({ op: 'unuse', account: id, amount: 200n })).toBe('accepted')
  expect(await outcome({ op: 'unuse', account: id, amount: 301n })).toBe('insufficient')
  expect((await readBalance(id)).posted).toBe(300n)
  expect((await history(database.db, id, { limit: 10 })).lines).toEqual([])
})

test('counters and money accounts do not mix', async () => {
  const [a, c] = [await wallet(100n), await counter(100n)]
  expect(await outcome(transfer(a, c, 1n))).toBe('wrong_kind')
  expect(await outcome(transfer(c, a, 1n))).toBe('wrong_kind')
  expect(await outcome({ op: 'use', account: a, amount: 1n })).toBe('wrong_kind')
  expect(await outcome({ op: 'unuse', account: a, amount: 1n })).toBe('wrong_kind')
  expect(await outcome({ op: 'hold', hold: `h${++count}`, from: a, to: c, amount: 1n, expiresAt: hour(1) })).toBe('wrong_kind')
})

test('an account accepts nothing from its closing time on', async () => {
  const [a, c] = [await wallet(100n), await counter(100n, hour(1))]
  expect(await outcome({ op: 'use', account: c, amount: 1n })).toBe('accepted')
  clock.advance(3_599_999)
  expect(await outcome({ op: 'use', account: c, amount: 1n })).toBe('accepted')
  clock.advance(1)
  const [late] = await post(group(transfer(a, 'bank:nzd.test', 1n), { op: 'use', account: c, amount: 1n }))
  expect(late).toEqual({ outcome: 'refused', code: 'closed', operation: 1, account: c })
  expect((await readBalance(a)).posted).toBe(100n)
})

test('an account closes only at the expected balance, and permanently', async () => {
  const [a, c] = [await wallet(100n), await counter(100n)]
  expect(await outcome({ op: 'close', account: a })).toBe('not_at_balance')
  expect(await outcome({ op: 'close', account: a, at: 100n })).toBe('not_at_balance')
  expect(await outcome({ op: 'use', account: c, amount: 40n })).toBe('accepted')
  expect(await outcome({ op: 'close', account: c, at: 30n })).toBe('not_at_balance')
  expect(await outcome({ op: 'close', account: c, at: 40n }, { op: 'use', account: c, amount: 1n })).toBe('closed')
  expect(await outcome({ op: 'close', account: c, at: 40n })).toBe('accepted')
  expect(await outcome({ op: 'close', account: c, at: 40n })).toBe('closed')
  expect(await outcome({ op: 'use', account: c, amount: 1n })).toBe('closed')
  expect(await outcome(transfer(a, 'bank:nzd.test', 100n), { op: 'close', account: a })).toBe('accepted')
  expect(await outcome(transfer('bank:nzd.test', a, 1n))).toBe('closed')
})

test('unknown accounts, the same account on both sides and mixed units are refused', async () => {
  const [a, main] = [await wallet(100n), await wallet(100n, 'nzd.main')]
  expect(await outcome(transfer(a, 'nobody', 1n))).toBe('unknown_account')
  expect(await outcome(transfer('nobody', a, 1n))).toBe('unknown_account')
  expect(await outcome({ op: 'use', account: 'nobody', amount: 1n })).toBe('unknown_account')
  expect(await outcome({ op: 'unuse', account: 'nobody', amount: 1n })).toBe('unknown_account')
  expect(await outcome({ op: 'close', account: 'nobody' })).toBe('unknown_account')
  expect(await outcome(transfer(a, a, 1n))).toBe('same_account')
  expect(await outcome(transfer(a, main, 1n))).toBe('unit_mismatch')
})

test('a group is atomic, and a refused one does not affect the next in the same call', async () => {
  const [a, b, c] = [await wallet(100n), await wallet(0n), await counter(50n)]
  const hold = `h${++count}`
  const outcomes = await post(
    group(
      transfer(a, b, 60n),
      { op: 'use', account: c, amount: 50n },
      { op: 'hold', hold, from: a, to: b, amount: 40n, expiresAt: hour(1) },
      transfer(a, b, 1n),
    ),
    group(transfer(a, b, 10n), { op: 'use', account: c, amount: 50n }, { op: 'hold', hold, from: a, to: b, amount: 90n, expiresAt: hour(1) }),
    group({ op: 'use', account: c, amount: 1n }),
  )
  expect(outcomes).toMatchObject([
    { outcome: 'refused', code: 'insufficient', operation: 3, account: a },
    { outcome: 'accepted' },
    { outcome: 'refused', code: 'over_ceiling', operation: 0, account: c },
  ])
  expect(await readBalance(a)).toEqual({ posted: 90n, available: 0n, heldIn: 0n })
})

test('a hold reduces the available balance, is posted in parts, and the rest is released', async () => {
  const [a, b, hold] = [await wallet(100n), await wallet(0n), `h${++count}`]
  expect(await outcome({ op: 'hold', hold, from: a, to: b, amount: 101n, expiresAt: hour(1) })).toBe('insufficient')
  expect(await outcome({ op: 'hold', hold, from: a, to: b, amount: 80n, expiresAt: hour(1) })).toBe('accepted')
  expect(await readBalance(a)).toEqual({ posted: 100n, available: 20n, heldIn: 0n })
  expect(await readBalance(b)).toEqual({ posted: 0n, available: 0n, heldIn: 80n })
  expect(await outcome({ op: 'hold', hold, from: a, to: b, amount: 1n, expiresAt: hour(1) })).toBe('hold_exists')
  expect(await outcome(transfer(a, b, 21n))).toBe('insufficient')
  expect(await outcome({ op: 'post', hold, amount: 81n })).toBe('over_hold')
  expect(await outcome({ op: 'post', hold, amount: 30n })).toBe('accepted')
  expect(await readBalance(a)).toEqual({ posted: 70n, available: 20n, heldIn: 0n })
  expect(await outcome({ op: 'post', hold, amount: 20n }, { op: 'release', hold })).toBe('accepted')
  expect(await readBalance(a)).toEqual({ posted: 50n, available: 50n, heldIn: 0n })
  expect(await readBalance(b)).toEqual({ posted: 50n, available: 50n, heldIn: 0n })
  expect(await outcome({ op: 'post', hold })).toBe('hold_spent')
  expect(await outcome({ op: 'release', hold })).toBe('hold_spent')
  expect(await outcome({ op: 'release', hold: 'nothing' })).toBe('unknown_hold')
})

test('incoming holds count against the ceiling', async () => {
  const a = await wallet(100n)
  const id = `request:${++count}`
  await database.db.transaction().execute((tx) => ledger.openAccount(tx, { id, unit: 'nzd.test', kind: 'request', floor: 0n, ceiling: 50n }))
  expect(await outcome({ op: 'hold', hold: `h${++count}`, from: a, to: id, amount: 30n, expiresAt: hour(1) })).toBe('accepted')
  expect(await outcome(transfer(a, id, 21n))).toBe('over_ceiling')
  expect(await outcome(transfer(a, id, 20n))).toBe('accepted')
})

test('an expired hold cannot be posted and is released once', async () => {
  const [a, b, hold] = [await wallet(100n), await wallet(0n), `h${++count}`]
  expect(await outcome({ op: 'hold', hold, from: a, to: b, amount: 80n, expiresAt: hour(1) })).toBe('accepted')
  const sweep = () => database.db.transaction().execute((tx) => ledger.expireHolds(tx, 100))
  expect(await sweep()).not.toContain(hold)
  clock.advance(3_600_000)
  expect(await outcome({ op: 'post', hold })).toBe('hold_expired')
  expect(await sweep()).toContain(hold)
  expect(await sweep()).toEqual([])
  expect(await readBalance(a)).toEqual({ posted: 100n, available: 100n, heldIn: 0n })
})

test('a hold on a closed account can be released but not posted', async () => {
  const a = await wallet(100n)
  const [id, hold] = [`request:${++count}`, `h${++count}`]
  await database.db.transaction().execute((tx) => ledger.openAccount(tx, { id, unit: 'nzd.test', kind: 'request', floor: 0n, closesAt: hour(1) }))
  expect(await outcome({ op: 'hold', hold, from: a, to: id, amount: 80n, expiresAt: hour(9) })).toBe('accepted')
  clock.advance(3_600_000)
  expect(await outcome({ op: 'post', hold })).toBe('closed')
  expect(await outcome({ op: 'release', hold })).toBe('accepted')
  expect(await readBalance(a)).toEqual({ posted: 100n, available: 100n, heldIn: 0n })
})

test('an overdraw goes below the floor, and then nothing can be debited until the debt is paid', async () => {
  const a = await wallet(30n)
  expect(await outcome({ op: 'overdraw', from: a, to: 'bank:nzd.test', amount: 100n })).toBe('accepted')
  expect(await readBalance(a)).toEqual({ posted: -70n, available: -70n, heldIn: 0n })
  expect((await balance(database.db, a))!.overdrawn).toBe(true)
  expect(await outcome(transfer(a, 'bank:nzd.test', 1n))).toBe('insufficient')
  expect(await outcome(transfer('bank:nzd.test', a, 100n))).toBe('accepted')
  expect((await balance(database.db, a))!.overdrawn).toBe(false)
  expect(await outcome(transfer(a, 'bank:nzd.test', 31n))).toBe('insufficient')
  expect(await outcome(transfer(a, 'bank:nzd.test', 30n))).toBe('accepted')
})

test('a repeated reference is a replay with the first outcome, or a conflict if the content differs', async () => {
  const [a, b, c] = [await wallet(100n), await wallet(0n), await counter(9n)]
  const first = group(transfer(a, b, 10n), { op: 'use', account: c, amount: 1n })
  const [accepted] = await post(first)
  const [replay] = await post(first)
  expect(replay).toEqual({ ...accepted, outcome: 'replay' })
  const others: Group[] = [
    { ...first, kind: 'other' },
    { ...first, subject: 'test:2' },
    { ...first, operations: [transfer(a, b, 11n), { op: 'use', account: c, amount: 1n }] },
    { ...first, operations: [transfer(b, a, 10n), { op: 'use', account: c, amount: 1n }] },
    { ...first, operations: [transfer(a, 'nobody', 10n), { op: 'use', account: c, amount: 1n }] },
    { ...first, operations: [transfer(a, b, 10n)] },
    { ...first, operations: [transfer(a, b, 10n), { op: 'unuse', account: c, amount: 1n }] },
  ]
  for (const counterAccount of others) expect(await post(counterAccount)).toEqual([{ outcome: 'refused', code: 'reference_conflict' }])
  expect((await readBalance(b)).posted).toBe(10n)
})

test('replays of hold, post and release compare the hold id', async () => {
  const [a, b] = [await wallet(100n), await wallet(0n)]
  const [one, two] = [`h${++count}`, `h${++count}`]
  const make = (hold: string): Operation => ({ op: 'hold', hold, from: a, to: b, amount: 40n, expiresAt: hour(1) })
  const held = group(make(one))
  const posted = group({ op: 'post', hold: one })
  expect(await post(held, group(make(two)), posted)).toMatchObject([{ outcome: 'accepted' }, { outcome: 'accepted' }, { outcome: 'accepted' }])
  expect(await post(held, posted)).toMatchObject([{ outcome: 'replay' }, { outcome: 'replay' }])
  expect(await post({ ...posted, operations: [{ op: 'post', hold: two }] })).toMatchObject([{ code: 'reference_conflict' }])
  expect(await post({ ...posted, operations: [{ op: 'post', hold: one, amount: 39n }] })).toMatchObject([{ code: 'reference_conflict' }])
})

test('a refused group does not use up its reference', async () => {
  const [a, b] = [await wallet(0n), await wallet(0n)]
  const refusedFirst = group(transfer(a, b, 10n))
  expect(await post(refusedFirst)).toMatchObject([{ code: 'insufficient' }])
  await post(group(transfer('bank:nzd.test', a, 10n)))
  expect(await post(refusedFirst)).toMatchObject([{ outcome: 'accepted' }])
})

test('history pages have no gaps or duplicates', async () => {
  const [a, b] = [await wallet(100n), await wallet(0n)]
  for (let i = 0; i < 7; i++) await post(group(transfer(a, b, BigInt(i + 1))))
  const seen: bigint[] = []
  let before: bigint | undefined
  do {
    const page = await history(database.db, b, { limit: 3, ...(before === undefined ? {} : { before }) })
    seen.push(...page.lines.map((line) => line.version))
    before = page.next
  } while (before !== undefined)
  expect(seen).toEqual([7n, 6n, 5n, 4n, 3n, 2n, 1n])
})

test('balanceAt finds the balance at and between entries', async () => {
  const [a, b] = [await wallet(1000n), await wallet(0n)]
  const opened = clock.now()
  const moments: Date[] = []
  for (let i = 0; i < 9; i++) {
    clock.advance(1000)
    moments.push(clock.now())
    await post(group(transfer(a, b, 10n)))
  }
  expect(await balanceAt(database.db, b, new Date(opened.getTime() - 1))).toBeUndefined()
  expect(await balanceAt(database.db, b, opened)).toBe(0n)
  for (const [i, moment] of moments.entries()) {
    expect(await balanceAt(database.db, b, new Date(moment.getTime() - 1))).toBe(BigInt(i) * 10n)
    expect(await balanceAt(database.db, b, moment)).toBe(BigInt(i + 1) * 10n)
  }
})

test('a clock set back does not make entry times decrease', async () => {
  const [a, b] = [await wallet(100n), await wallet(0n)]
  clock.advance(60_000)
  await post(group(transfer(a, b, 1n)))
  clock.advance(-60_000)
  await post(group(transfer(a, b, 1n)))
  const { lines } = await history(database.db, b, { limit: 2 })
  expect(lines[0]!.at).toEqual(lines[1]!.at)
  clock.advance(60_000)
})

test('limits can be changed to values the balance satisfies', async () => {
  const a = await wallet(100n)
  const change = (limits: object) => database.db.transaction().execute((tx) => ledger.changeLimits(tx, a, limits))
  expect(await change({ floor: 101n })).toBe('insufficient')
  expect(await change({ floor: 0n, ceiling: 99n })).toBe('over_ceiling')
  expect(await change({ floor: 0n, ceiling: 100n })).toBeUndefined()
  expect(await outcome(transfer('bank:nzd.test', a, 1n))).toBe('over_ceiling')
  expect(await change({ floor: 0n, closesAt: hour(-1) })).toBe('closed')
})

test('opening an account is idempotent and refuses another unit, kind or owner', async () => {
  const a = await wallet(100n)
  const open = (unit: string) => database.db.transaction().execute((tx) => ledger.openAccount(tx, { id: a, unit, kind: 'wallet', floor: 0n }))
  await open('nzd.test')
  expect((await readBalance(a)).posted).toBe(100n)
  await expect(open('nzd.main')).rejects.toThrow(AccountConflict)
})

test('malformed groups are rejected before they reach the database', async () => {
  const bad: Operation[][] = [
    [],
    [transfer('a', 'b', 0n)],
    [transfer('a', 'b', -1n)],
    [transfer('a b', 'c', 1n)],
    [transfer('a', 'b', 10n ** 15n + 1n)],
    [{ op: 'hold', hold: 'h', from: 'a', to: 'b', amount: 1n, expiresAt: new Date(Number.NaN) }],
    [{ op: 'post', hold: 'h', amount: 0n }],
  ]
  for (const operations of bad) await expect(post(group(...operations))).rejects.toThrow(MalformedGroup)
  const twice = group(transfer('a', 'b', 1n))
  await expect(post(twice, twice)).rejects.toThrow(MalformedGroup)
})

test('the routine rejects malformed input', async () => {
  const a = await wallet(100n)
  const call = (op: string, amount: number, from = 1) =>
    sql`select * from ledger.post(array['raw'], array['test'], array[''], array[1, 2], array[${a}, 'bank:nzd.test'], array[${op}], array[${from}::int], array[2], array[${amount}::bigint], null, null, null)`.execute(
      database.db,
    )
  await expect(call('transfer', -5)).rejects.toThrow('invalid operation or amount')
  await expect(call('transfer', 0)).rejects.toThrow('invalid operation or amount')
  await expect(call('steal', 5)).rejects.toThrow('invalid operation or amount')
  expect((await call('transfer', 5, 0)).rows).toMatchObject([{ code: 'unknown_account' }])
})

test('the ledger tables cannot be written except by the routine, not even by the database owner', async () => {
  const [a] = [await wallet(100n)]
  const owner = database.owner.db
  const attempts = [
    `insert into ledger.entry values (1, 99, 1, 1, 5, 5, now(), '')`,
    `update ledger.account set balance = balance + 1 where id = '${a}'`,
    `insert into ledger.posting values (1, 'x', 'k', 's', now(), '{transfer}', '{1}', '{2}', '{1}')`,
    `update ledger.entry set amount = amount + 1`,
    `delete from ledger.entry`,
    `truncate ledger.entry`,
    `delete from ledger.posting`,
    `delete from ledger.account where id = '${a}'`,
    `update ledger.hold set remaining = 0`,
  ]
  for (const statement of attempts) {
    await expect(sql.raw(statement).execute(owner)).rejects.toMatchObject({ code: '42501' })
    const asApplication = owner.transaction().execute(async (tx) => {
      await sql`set local role nikau_app`.execute(tx)
      await sql.raw(statement).execute(tx)
    })
    await expect(asApplication).rejects.toMatchObject({ code: '42501' })
  }
  // Not even the role of the routines may update or delete entries.
  for (const statement of ['update ledger.entry set amount = amount + 1', 'delete from ledger.posting', 'truncate ledger.hold']) {
    const asLedgerRole = owner.transaction().execute(async (tx) => {
      await sql`set local role nikau_ledger`.execute(tx)
      await sql.raw(statement).execute(tx)
    })
    await expect(asLedgerRole).rejects.toThrow('append-only')
  }
})

test('the application role can read, open and post', async () => {
  const a = await wallet(100n)
  await database.db.transaction().execute(async (tx) => {
    await sql`set local role nikau_app`.execute(tx)
    await ledger.openAccount(tx, { id: 'wallet:by-app', unit: 'nzd.test', kind: 'wallet', floor: 0n })
    expect(await ledger.postInTransaction(tx, [group(transfer(a, 'wallet:by-app', 5n))])).toMatchObject([{ outcome: 'accepted' }])
    expect((await balance(tx, 'wallet:by-app'))!.posted).toBe(5n)
  })
})

test('refusal codes are the same in TypeScript and in the database', async () => {
  const { rows } = await sql<{ code: string }>`select unnest(enum_range(null::ledger.refusal))::text as code`.execute(database.db)
  expect(rows.map((row) => row.code)).toEqual([...refusalCodes])
})
