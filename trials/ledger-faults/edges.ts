import { balance, createLedger, type Group, type Operation } from '@nikau/ledger'
import { Secret } from '@nikau/runtime'
import { sql } from 'kysely'
import { assertInvariants, log, type Scratch } from '../harness/postgres.ts'
import { assert } from '../harness/assert.ts'

/** Cases that random histories rarely reach: the exact moment of closing, a waiting lock, a clock set back, a call no client makes. */
export async function edges(scratch: Scratch): Promise<void> {
  const { db } = scratch.database
  let now: Date | undefined
  const ledger = createLedger({ url: new Secret(scratch.url), name: 'edges', log, clock: { now: () => now as Date } })
  let count = 0
  const group = (...operations: Operation[]): Group => ({ reference: `e${++count}`, kind: 'edge', subject: '', operations })
  const post = (...operations: Operation[]) => db.transaction().execute(async (tx) => (await ledger.postInTransaction(tx, [group(...operations)]))[0]!)
  const isRefused = async (code: string, ...operations: Operation[]) => {
    const outcome = await post(...operations)
    assert(
      outcome.outcome === 'refused' && outcome.code === code,
      `expected ${code}, was ${JSON.stringify(outcome, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))}`,
    )
  }
  const pay = (from: string, to: string, amount: bigint): Operation => ({ op: 'transfer', from, to, amount })

  try {
    now = new Date('2026-01-16T00:00:00Z')
    const later = new Date('2026-01-16T01:00:00Z')
    await db.transaction().execute((tx) =>
      ledger.openAccounts(tx, [
        { id: 'bank', unit: 'nzd.test', kind: 'bank' },
        { id: 'wallet', unit: 'nzd.test', kind: 'wallet', floor: 0n },
        { id: 'open', unit: 'allowance', kind: 'request', counter: true, floor: 0n, ceiling: 10n },
        { id: 'due', unit: 'allowance', kind: 'request', counter: true, floor: 0n, ceiling: 10n, closesAt: later },
      ]),
    )
    await post(pay('bank', 'wallet', 100n), { op: 'hold', hold: 'h', from: 'wallet', to: 'bank', amount: 5n, expiresAt: later })
    const both = await db
      .transaction()
      .execute((tx) =>
        ledger.postInTransaction(tx, [group({ op: 'close', account: 'open' }, pay('wallet', 'bank', 999n)), group({ op: 'use', account: 'open', amount: 1n })]),
      )
    assert(both[0]!.outcome === 'refused' && both[1]!.outcome === 'accepted', 'a group that was refused closed an account')
    now = later
    await isRefused('closed', { op: 'use', account: 'due', amount: 1n })
    await isRefused('hold_expired', { op: 'post', hold: 'h' })
    await post({ op: 'release', hold: 'h' })

    await post(pay('bank', 'wallet', 1n))
    now = new Date('2026-01-16T00:30:00Z') // set back
    await post(pay('bank', 'wallet', 1n))
    await assertInvariants(scratch)

    await post({ op: 'overdraw', from: 'wallet', to: 'bank', amount: 200n })
    await post(pay('bank', 'wallet', 200n))
    assert(!(await balance(db, 'wallet'))!.overdrawn, 'an account with a positive balance is still marked as overdrawn')

    const raw = sql`select * from ledger.post(array['raw'], array['edge'], array[''], array[1, 2], array['bank', 'wallet'], array['transfer'], array[1], array[2], array[-5::bigint], null, null, null)`
    const wasRejected = await raw.execute(db).then(
      () => false,
      () => true,
    )
    assert(wasRejected, 'a negative amount was posted')

    now = undefined // the database's clock from here on
    await db.transaction().execute(async (tx) => {
      await ledger.openAccount(tx, {
        id: 'soon',
        unit: 'allowance',
        kind: 'request',
        counter: true,
        floor: 0n,
        ceiling: 10n,
        closesAt: new Date(Date.now() + 400),
      })
    })
    const tooLate = await db.transaction().execute(async (tx) => {
      await sql`select now()`.execute(tx)
      await new Promise((resolve) => setTimeout(resolve, 600))
      return await ledger.postInTransaction(tx, [group({ op: 'use', account: 'soon', amount: 1n })])
    })
    assert(tooLate[0]!.outcome === 'refused', 'a transaction that began before the closing time posted after it')

    await waitsForLock(scratch, ledger, group(pay('wallet', 'bank', 100n)), group(pay('wallet', 'bank', 100n)))
    await assertInvariants(scratch)
  } finally {
    await ledger.close()
  }
}

/** The second posting must wait for the first transaction and then see its result, without an error. */
async function waitsForLock(scratch: Scratch, ledger: ReturnType<typeof createLedger>, first: Group, second: Group): Promise<void> {
  const { db } = scratch.database
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let began = () => {}
  const hasBegun = new Promise<void>((resolve) => (began = resolve))
  const slow = db.transaction().execute(async (tx) => {
    await ledger.postInTransaction(tx, [first])
    began()
    await held
  })
  await hasBegun
  const waiting = db.transaction().execute((tx) => ledger.postInTransaction(tx, [second]))
  const settled = waiting.then(
    (outcomes) => outcomes[0]!,
    (error: unknown) => error as Error,
  )
  await new Promise((resolve) => setTimeout(resolve, 200))
  release()
  await slow
  const outcome = await settled
  assert(!(outcome instanceof Error), `the second posting did not wait for the lock: ${outcome instanceof Error ? outcome.message : ''}`)
  assert(outcome.outcome === 'refused' && outcome.code === 'insufficient', `the second posting did not see the first: ${outcome.outcome}`)
}
