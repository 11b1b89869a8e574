import { assertLedgerInvariants, createLedger } from '@nikau/ledger'
import { randomIds, Secret, systemClock } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createBank, createBankedPerson, noListeners, runningApi, testVault } from '../../fixtures.ts'
import { createOutgoingPaymentPort } from '../outgoing-payments/index.ts'
import { heldReturnListener, returnHeldTopUps } from './return-held.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock('2026-12-01T00:00:00Z')
const api = await runningApi(database, { clock, wallClock: systemClock })
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
afterAll(() => ledger.close())
afterEach(() => assertLedgerInvariants(db))
const bank = createBank(database, clock)
const deps = { db, ledger, clock, ids: randomIds, heldTopUpDays: 30 }
const listeners = { ...noListeners, 'top-up-return': heldReturnListener }
const port = createOutgoingPaymentPort({ ledger, vault: testVault(), listeners })
const orderIn = async (fileId: string) => {
  const claim = { type: 'withdrawal' as const, fileId, requestedBefore: new Date(clock.now().getTime() + 1), limit: 10, now: clock.now() }
  return (await db.transaction().execute((tx) => port.claimForBatch(tx, claim)))[0]!
}
const balanceOf = async (id: string) =>
  Number((await sql<{ balance: bigint }>`select balance from ledger.account where id = ${id}`.execute(db)).rows[0]?.balance ?? 0n)

async function topUpThatIsHeld() {
  const mia = await createBankedPerson(api, database)
  const { id } = (await mia.topUp(5000)).body
  await bank.take('topup')
  await bank.settle(id)
  const code = await bank.codeOf(id)
  return { mia, id: String(id), code, read: async () => (await api.get(`/api/funds-transfers/${id}`, mia.headers)).body }
}

test('a top-up of a bank account that is never verified goes back to it after 30 days', async () => {
  const { mia, read } = await topUpThatIsHeld()
  clock.advance(30 * 86_400_000)
  expect(await returnHeldTopUps(deps)).toBe(0)
  clock.advance(1000)
  const made = await Promise.all([returnHeldTopUps(deps), returnHeldTopUps(deps)])
  expect(made.toSorted((a, b) => a - b)).toEqual([0, 1])
  expect(await read()).toMatchObject({ status: 'failed', failure: 'returned' })
  expect([await balanceOf(`unverified:${mia.bankAccountId}`), await balanceOf('payouts:nzd.main'), await balanceOf(`asset:${mia.walletId}`)]).toEqual([
    0, 5000, 0,
  ])
  const { rows } = await sql<{ body: string }>`select body from message where purpose = 'topup-returned'`.execute(database.owner.db)
  expect(rows).toMatchObject([{ body: expect.stringContaining('$50.00') }])
  const order = await orderIn('f1')
  expect(order).toMatchObject({ amount: 5000n, name: 'M Henare', particulars: 'TOPUP BACK' })
  expect(await db.transaction().execute((tx) => port.settle(tx, { reference: order.reference, at: clock.now() }))).toBe('applied')
  expect(await balanceOf('payouts:nzd.main')).toBe(0)
})

test('one that its bank does not take back is held again, raises an exception, and is still released by the code', async () => {
  const { mia, id, code, read } = await topUpThatIsHeld()
  clock.advance(31 * 86_400_000)
  expect(await returnHeldTopUps(deps)).toBe(1)
  const order = await orderIn('f2')
  const bounced = { reference: order.reference, reason: 'account-closed' as const, at: clock.now() }
  expect(await db.transaction().execute((tx) => port.fail(tx, bounced))).toBe('applied')
  expect(await read()).toMatchObject({ status: 'requested', held: true })
  const { rows } = await sql<{ ref: string; amount: bigint }>`select ref, amount from operator_exception where kind = 'top-up-return-failed'`.execute(db)
  expect(rows).toEqual([{ ref: id, amount: 5000n }])
  expect(await returnHeldTopUps(deps)).toBe(0)
  await sql`update funds_transfer set sent_at = ${clock.now()} where id = ${id}`.execute(db)
  expect((await mia.verify(code)).status).toBe(200)
  expect(await balanceOf(`asset:${mia.walletId}`)).toBe(5000)
})
