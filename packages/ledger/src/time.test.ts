import { Secret } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { allowSimulatedTime, createLedger } from './index.ts'

const database = await testDatabase()
const url = new Secret(database.url)
const expiresAt = new Date(Date.now() - 60_000)
/** A process that says that it is still before the closing time. */
const early = createLedger({ url, name: 'test', log: silent, clock: fakeClock(new Date(Date.now() - 120_000).toISOString()) })
const ledger = createLedger({ url, name: 'test', log: silent })
afterAll(() => Promise.all([early.close(), ledger.close()]))
const use = (reference: string) => ({ reference, kind: 'test', subject: '', operations: [{ op: 'use' as const, account: 'due:1', amount: 1n }] })

test('a ledger that runs by the clock of the database refuses a caller that names the time [MON-14]', async () => {
  const counter = { id: 'due:1', unit: 'allowance', kind: 'request', counter: true, floor: 0n, ceiling: 100n, closesAt: expiresAt }
  await database.db.transaction().execute((tx) => early.openAccount(tx, counter))
  await database.owner.db.transaction().execute((tx) => sql`delete from ledger.simulated_time`.execute(tx))

  const refused = /runs by the clock of the database/
  await expect(early.postBatched(use('a'))).rejects.toThrow(refused)
  await expect(database.db.transaction().execute((tx) => early.postInTransaction(tx, [use('b')]))).rejects.toThrow(refused)
  await expect(database.db.transaction().execute((tx) => early.openAccount(tx, { ...counter, id: 'due:2' }))).rejects.toThrow(refused)
  await expect(database.db.transaction().execute((tx) => early.changeLimits(tx, 'due:1', { ceiling: 200n }))).rejects.toThrow(refused)
  expect(await ledger.postBatched(use('c'))).toMatchObject({ outcome: 'refused', code: 'closed' })
})

test('simulated time is allowed in an empty ledger only, and only by its owner [MON-14]', async () => {
  for (const role of ['nikau_api', 'nikau_worker', 'nikau_read_only'] as const) {
    await expect(allowSimulatedTime(database.openAs(role).db)).rejects.toThrow(/permission denied/)
    await expect(sql`insert into ledger.simulated_time values (true)`.execute(database.openAs(role).db)).rejects.toThrow(/permission denied/)
  }
  const accounts = ['a', 'b'].map((id) => ({ id, unit: 'nzd.test', kind: 'wallet' }))
  await database.db.transaction().execute((tx) => ledger.openAccounts(tx, accounts))
  await ledger.postBatched({ reference: 'first', kind: 'test', subject: '', operations: [{ op: 'transfer', from: 'a', to: 'b', amount: 1n }] })
  await expect(allowSimulatedTime(database.owner.db)).rejects.toThrow(/has postings/)
})

test('the time of the ledger is the database’s, whatever the clock of the process says [MON-5]', async () => {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(Math.abs((await ledger.now(database.db)).getTime() - now)).toBeLessThan(600_000)
})
