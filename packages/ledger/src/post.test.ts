import { Secret } from '@nikau/runtime'
import { silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { assertLedgerInvariants, balance, createLedger, effect, type EffectKind, EffectNotApplied, type Group, type Operation } from './index.ts'

const database = await testDatabase()
const owner = database.owner.db
const make = () => createLedger({ url: new Secret(database.url), name: 'test', log: silent })
const ledgers = [make(), make(), make()] as const
const ledger = ledgers[0]
afterAll(() => Promise.all(ledgers.map((ledger) => ledger.close())))

let count = 0
const pay = (from: string, to: string, amount: bigint, ...more: Operation[]): Group => ({
  reference: `p${++count}`,
  kind: 'test',
  subject: '',
  operations: [{ op: 'transfer', from, to, amount }, ...more],
})
const posted = async (id: string) => (await balance(database.db, id))!.posted

interface Paid {
  request: string
  amount: bigint
}
/** Marks a request paid, and fails the group if there is no such unpaid request. */
const markPaid: EffectKind<Paid> = {
  name: 'mark-paid',
  statement: `
    with input as (select n.* from unnest($1::int[], $2::text[], $3::bigint[]) as n (place, id, amount) join ledger.posted() p using (place)),
    changed as (update request r set paid = n.amount from input n where r.id = n.id and r.paid is null returning 1)
    select ledger.expect_changed((select count(*) from input), (select count(*) from changed))`,
  row: ({ request, amount }) => [request, amount],
}
const note: EffectKind<string> = {
  name: 'note',
  statement: `insert into note (posting, text) select p.posting, n.text from unnest($1::int[], $2::text[]) as n (place, text) join ledger.posted() p using (place)`,
  row: (text) => [text],
}

beforeAll(async () => {
  await sql`create table request (id text primary key, paid bigint)`.execute(owner)
  await sql`create table note (posting bigint not null, text text unique)`.execute(owner)
  await sql`grant select, insert, update on request, note to nikau_test`.execute(owner)
  await sql`insert into request select 'q' || n from generate_series(1, 100) n`.execute(database.db)
  await database.db.transaction().execute(async (tx) => {
    await ledger.openAccounts(tx, [
      { id: 'bank', unit: 'nzd.test', kind: 'bank' },
      { id: 'shop', unit: 'nzd.test', kind: 'settlement' },
      ...Array.from({ length: 20 }, (_, i) => ({ id: `w${i}`, unit: 'nzd.test', kind: 'wallet', floor: 0n })),
    ])
    await ledger.postInTransaction(
      tx,
      Array.from({ length: 20 }, (_, i) => pay('bank', `w${i}`, 10_000n)),
    )
  })
})
afterAll(async () => {
  await sql`analyze`.execute(owner) // thousands of new entries without statistics; a statement has three seconds
  await assertLedgerInvariants(database.db)
})

test('concurrent payments share commits, and each has its own outcome', async () => {
  const before = await posted('shop')
  const outcomes = await Promise.all(Array.from({ length: 200 }, (_, i) => ledger.postBatched(pay(`w${i % 10}`, 'shop', i % 2 === 0 ? 10n : 1_000_000n))))
  expect(outcomes.filter((one) => one.outcome === 'accepted').length).toBe(100)
  expect(outcomes.filter((one) => one.outcome === 'refused' && one.code === 'insufficient').length).toBe(100)
  expect(await posted('shop')).toBe(before + 1000n)
  const { rows } = await sql<{
    commits: bigint
  }>`select count(distinct id / 1024) as commits from ledger.posting where id >= (select min(id) from ledger.posting)`.execute(database.db)
  expect(rows[0]!.commits).toBeLessThan(20n)
})

test('effects run once with an accepted posting, and not for refusals or replays', async () => {
  const paid = pay('w1', 'shop', 10n)
  const refused = pay('w1', 'shop', 1_000_000n)
  expect(await ledger.postBatched(paid, [effect(markPaid, { request: 'q1', amount: 10n }), effect(note, 'one')])).toMatchObject({ outcome: 'accepted' })
  expect(await ledger.postBatched(paid, [effect(markPaid, { request: 'q1', amount: 10n }), effect(note, 'one')])).toMatchObject({ outcome: 'replay' })
  expect(await ledger.postBatched(refused, [effect(markPaid, { request: 'q2', amount: 10n })])).toMatchObject({ outcome: 'refused' })
  const { rows } = await sql`select id, paid from request where id in ('q1', 'q2') order by id`.execute(database.db)
  expect(rows).toEqual([
    { id: 'q1', paid: 10n },
    { id: 'q2', paid: null },
  ])
})

test('an effect that changes no row fails only its own group', async () => {
  const before = await posted('shop')
  const results = await Promise.allSettled(
    [3, 4, 5, 999, 6].map((n) => ledger.postBatched(pay('w2', 'shop', 1n), [effect(markPaid, { request: `q${n}`, amount: 1n })])),
  )
  expect(results.map((one) => one.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect((results[3] as PromiseRejectedResult).reason).toBeInstanceOf(EffectNotApplied)
  expect(await posted('shop')).toBe(before + 4n)
})

test('an effect that the database rejects fails only its own group', async () => {
  const before = await posted('shop')
  const results = await Promise.allSettled(['x', 'y', 'one', 'z'].map((text) => ledger.postBatched(pay('w3', 'shop', 1n), [effect(note, text)])))
  expect(results.map((one) => one.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await posted('shop')).toBe(before + 3n)
})

test('one reference posted a hundred times through three ledgers moves money once', async () => {
  const before = await posted('shop')
  const same = pay('w4', 'shop', 7n)
  const outcomes = await Promise.all(Array.from({ length: 100 }, (_, i) => ledgers[i % 3]!.postBatched(same)))
  expect(outcomes.filter((one) => one.outcome === 'accepted').length).toBe(1)
  expect(outcomes.filter((one) => one.outcome === 'replay').length).toBe(99)
  expect(await posted('shop')).toBe(before + 7n)
})

test('one reference posted concurrently with different accounts gives one posting and conflicts', async () => {
  const reference = `clash${++count}`
  const outcomes = await Promise.all(Array.from({ length: 30 }, (_, i) => ledgers[i % 3]!.postBatched({ ...pay(`w${i % 15}`, 'bank', 1n), reference })))
  expect(outcomes.filter((one) => one.outcome === 'accepted').length).toBe(1)
  expect(outcomes.every((one) => one.outcome !== 'refused' || one.code === 'reference_conflict')).toBe(true)
})

test('concurrent payments of the last cent: one succeeds', async () => {
  await database.db.transaction().execute((tx) => ledger.openAccount(tx, { id: 'last', unit: 'nzd.test', kind: 'wallet', floor: 0n }))
  await ledger.postBatched(pay('bank', 'last', 1n))
  const outcomes = await Promise.all(Array.from({ length: 60 }, (_, i) => ledgers[i % 3]!.postBatched(pay('last', 'shop', 1n))))
  expect(outcomes.filter((one) => one.outcome === 'accepted').length).toBe(1)
})

test('a posting waits for one in another transaction and sees its result', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: isPosted, resolve: tellPosted } = Promise.withResolvers<void>()
  await database.db.transaction().execute((tx) => ledger.openAccount(tx, { id: 'turn', unit: 'nzd.test', kind: 'wallet', floor: 0n }))
  await ledger.postBatched(pay('bank', 'turn', 10n))
  const slow = database.db.transaction().execute(async (tx) => {
    await ledger.postInTransaction(tx, [pay('turn', 'shop', 10n)])
    tellPosted()
    await held
  })
  await isPosted
  let answered = false
  const plain = database.db.transaction().execute((tx) => ledger.postInTransaction(tx, [pay('turn', 'bank', 10n)]))
  const waiting = plain.finally(() => (answered = true))
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
    expect(rows).toHaveLength(1)
  }, 2000)
  expect(answered).toBe(false)
  release()
  await slow
  // Without the lock it would read 10 and fail on the version when writing.
  expect(await waiting).toMatchObject([{ outcome: 'refused', code: 'insufficient' }])
})

test('pipelined batches, with and without effects, are posted once each, also when connections drop', { timeout: 60_000 }, async () => {
  await database.db.transaction().execute((tx) => ledger.openAccount(tx, { id: 'busy-shop', unit: 'nzd.test', kind: 'settlement' }))
  await sql`insert into request select 'h' || n from generate_series(1, 3000) n`.execute(database.db)
  let cuts = 0
  const over = new AbortController()
  const cutting = (async () => {
    while (!over.signal.aborted && cuts < 10) {
      await new Promise((resolve) => setTimeout(resolve, 40))
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'test-ledger' and state <> 'idle'`.execute(database.db)
      cuts += rows.length
    }
  })()
  const caller = async (from: number) => {
    for (let n = from; n <= 3000; n += 500) {
      // Single statements and transactions are pipelined.
      const effects = Math.floor(n / 100) % 3 === 0 ? [effect(markPaid, { request: `h${n}`, amount: 1n })] : []
      expect(await ledger.postBatched(pay('bank', 'busy-shop', 1n), effects)).toMatchObject({ outcome: expect.stringMatching(/^(accepted|replay)$/) })
    }
  }
  await Promise.all(Array.from({ length: 500 }, (_, i) => caller(i + 1)))
  over.abort()
  await cutting
  expect(cuts).toBeGreaterThan(0)
  expect(await posted('busy-shop')).toBe(3000n)
  const { rows } = await sql<{ marked: bigint }>`select count(*) as marked from request where id like 'h%' and paid = 1`.execute(database.db)
  expect(rows[0]!.marked).toBe(BigInt(Array.from({ length: 3000 }, (_, i) => i + 1).filter((n) => Math.floor(n / 100) % 3 === 0).length))
})

test('a batch pipelined behind a failed one is not rolled back', async () => {
  await database.db.transaction().execute((tx) => ledger.openAccount(tx, { id: 'behind-shop', unit: 'nzd.test', kind: 'settlement' }))
  await sql`insert into request select 'b' || n from generate_series(1, 64) n`.execute(database.db)
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  // The last one has no request to mark: the batch is rolled back and sent again in halves.
  const failing = Array.from({ length: 65 }, (_, i) =>
    ledger.postBatched(pay('bank', 'behind-shop', 1n), [effect(markPaid, { request: `b${i + 1}`, amount: 1n })]),
  )
  const first = Promise.allSettled(failing)
  await turn()
  const behind = Array.from({ length: 70 }, () => ledger.postBatched(pay('bank', 'behind-shop', 1n)))
  await turn()
  expect((await Promise.all(behind)).every((one) => one.outcome === 'accepted')).toBe(true)
  expect((await first).filter((one) => one.status === 'rejected')).toHaveLength(1)
  expect(await posted('behind-shop')).toBe(134n)
})

test('a statement first prepared in a failed batch works for the batch behind it', async () => {
  await database.db.transaction().execute((tx) => ledger.openAccount(tx, { id: 'first-shop', unit: 'nzd.test', kind: 'settlement' }))
  const fresh = make()
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const both = (n: number) => [effect(markPaid, { request: `nobody${n}`, amount: 1n }), effect(note, `first${n}`)]
  const first = Promise.allSettled(Array.from({ length: 65 }, (_, n) => fresh.postBatched(pay('bank', 'first-shop', 1n), both(n))))
  await turn()
  const behind = await Promise.all(Array.from({ length: 70 }, (_, n) => fresh.postBatched(pay('bank', 'first-shop', 1n), [effect(note, `behind${n}`)])))
  expect(behind.every((one) => one.outcome === 'accepted')).toBe(true)
  expect((await first).every((one) => one.status === 'rejected')).toBe(true)
  expect(await posted('first-shop')).toBe(70n)
  await fresh.close()
})
