import { defaultLimits } from '@nikau/contract/quota-rules'
import type { QuotaType } from '@nikau/contract/quotas'
import { assertLedgerInvariants, balance } from '@nikau/ledger'
import { cents } from '@nikau/money'
import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { assetDeps, createHolder, createWallet, recordMovements, runningApi } from '../../fixtures.ts'
import { ledgerAccountOf } from '../assets/index.ts'
import { consume, withConsumption, restore, quotaExceeded, setLimits } from './index.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock('2026-11-15T00:00:00Z')
const limits = { topup: defaultLimits, spend: defaultLimits }
const deps = { ...assetDeps(database, clock), limits }
const api = await runningApi(database, { clock })
await db.transaction().execute((tx) => deps.ledger.openAccount(tx, { id: 'outside', unit: 'nzd.main', kind: 'bank clearing' }))
afterEach(() => assertLedgerInvariants(db))

async function createMover() {
  const mia = await createHolder(database, deps)
  const wallet = await createWallet(deps, mia.accountId)
  const account = ledgerAccountOf(wallet)

  /** Moves money in or out and counts it; answers the posting, or the body of the refusal. */
  const move = async (type: QuotaType, amount: bigint) =>
    await db.transaction().execute(async (tx) => {
      const counted = await consume(tx, deps, { accountId: mia.accountId, type, assetType: 'nikau.nzd.main', amount: cents(amount) })
      const [from, to] = type === 'topup' ? ['outside', account] : [account, 'outside']
      const group = { reference: deps.ids.ordered(), kind: 'test', subject: 'test', operations: [{ op: 'transfer' as const, from, to, amount }] }
      const [outcome] = await deps.ledger.postInTransaction(tx, [withConsumption(group, counted)])
      if (outcome!.outcome === 'refused') return { refused: await quotaExceeded(tx, counted, outcome!) }
      await recordMovements(tx, [{ posting: outcome!.posting, movement: { topupId: 't', quota: counted.quota, counted: counted.counted } }])
      return { posting: outcome!.posting }
    })
  const refund = async (posting: bigint, amount: bigint) =>
    await db.transaction().execute(async (tx) => {
      const back = (await restore(tx, posting, cents(amount)))!
      const group = {
        reference: deps.ids.ordered(),
        kind: 'test',
        subject: 'test',
        operations: [{ op: 'transfer' as const, from: 'outside', to: account, amount }],
      }
      const [outcome] = await deps.ledger.postInTransaction(tx, [withConsumption(group, back)])
      if (outcome!.outcome === 'refused') throw new Error(outcome!.code)
      await recordMovements(tx, [{ posting: outcome!.posting, movement: { paymentRequestId: 'p', quota: back.quota, counted: back.counted } }])
    })
  const usage = async (type: QuotaType, interval: string) => (await balance(db, `quota:${mia.accountId}:${type}:nikau.nzd.main:${interval}`))?.posted
  return { ...mia, wallet, move, refund, usage }
}

test('quotas of both types and periods are a bare array of the current intervals, and reading opens nothing [QUOTA-01, API-36, API-07, ENT-19]', async () => {
  const mia = await createMover()
  await mia.move('topup', 2500n)
  const { status, body } = await api.get(`/api/accounts/${mia.accountId}/quotas`, mia.headers)
  expect(status).toBe(200)
  expect(body).toEqual([
    { type: 'topup', assetType: 'nikau.nzd.main', period: 'monthly', interval: '2026-11', limit: '100000', usage: '2500' },
    { type: 'topup', assetType: 'nikau.nzd.main', period: 'yearly', interval: '2026', limit: '999900', usage: '2500' },
    { type: 'spend', assetType: 'nikau.nzd.main', period: 'monthly', interval: '2026-11', limit: '100000', usage: '0' },
    { type: 'spend', assetType: 'nikau.nzd.main', period: 'yearly', interval: '2026', limit: '999900', usage: '0' },
  ])
  expect(await mia.usage('spend', '2026-11')).toBeUndefined()
})

test('a movement that would exceed is refused with only the exceeded quotas and the usage they would have had [QUOTA-05]', async () => {
  const mia = await createMover()
  await mia.move('topup', 90_000n)
  const { refused } = await mia.move('topup', 10_001n)
  expect(refused).toMatchObject({
    code: 'QUOTA_EXCEEDED',
    detail: { quotas: [{ type: 'topup', assetType: 'nikau.nzd.main', period: 'monthly', interval: '2026-11', limit: '100000', usage: '100001' }] },
  })
  expect(await mia.usage('topup', '2026-11')).toBe(90_000n)
  expect(await mia.usage('topup', '2026')).toBe(90_000n)
  expect((await mia.move('topup', 10_000n)).refused).toBeUndefined()
  expect((await balance(db, ledgerAccountOf(mia.wallet)))!.posted).toBe(100_000n)
})

test('both quotas are reported when both are exceeded, and twenty concurrent movements never exceed them', async () => {
  const mia = await createMover()
  await database.owner.db
    .transaction()
    .execute((tx) =>
      setLimits(tx, deps, { accountId: mia.accountId, type: 'topup', assetType: 'nikau.nzd.main', limits: { monthly: cents(1000n), yearly: cents(1000n) } }),
    )
  const moves = await Promise.all(Array.from({ length: 20 }, () => mia.move('topup', 300n)))
  expect(moves.filter((move) => !move.refused)).toHaveLength(3)
  const refused = moves.find((move) => move.refused)!.refused!
  expect((refused.detail.quotas as { period: string; usage: string }[]).map((quota) => [quota.period, quota.usage])).toEqual([
    ['monthly', '1200'],
    ['yearly', '1200'],
  ])
})

test('a refund restores the quota of the month and year of the payment, not its own', async () => {
  const mia = await createMover()
  clock.set('2026-12-20T00:00:00Z')
  await mia.move('topup', 50_000n)
  const { posting } = await mia.move('spend', 40_000n)
  clock.set('2027-01-10T00:00:00Z')
  await mia.move('spend', 1000n)
  await mia.refund(posting!, 15_000n)
  expect(await mia.usage('spend', '2026-12')).toBe(25_000n)
  expect(await mia.usage('spend', '2026')).toBe(25_000n)
  expect(await mia.usage('spend', '2027-01')).toBe(1000n)
  expect(await mia.usage('spend', '2027')).toBe(1000n)
  clock.set('2026-11-15T00:00:00Z')
})

test("an account's own limits apply at once, also to the current month", async () => {
  const mia = await createMover()
  await mia.move('topup', 100_000n)
  expect((await mia.move('topup', 1n)).refused).toBeDefined()
  const raised = { monthly: cents(200_000n), yearly: cents(2_000_000n) }
  await database.owner.db
    .transaction()
    .execute((tx) => setLimits(tx, deps, { accountId: mia.accountId, type: 'topup', assetType: 'nikau.nzd.main', limits: raised }))
  expect((await mia.move('topup', 1n)).refused).toBeUndefined()
  const { body } = await api.get(`/api/accounts/${mia.accountId}/quotas`, mia.headers)
  expect(body[0]).toMatchObject({ type: 'topup', period: 'monthly', limit: '200000', usage: '100001' })
  expect(body[2]).toMatchObject({ type: 'spend', period: 'monthly', limit: '100000' })
})

test.each([
  ['month, in summer time', '2026-11-30T10:59:59.999Z', '2026-11', '2026-11-30T11:00:00.000Z', '2026-12'],
  ['month, in winter', '2026-07-31T11:59:59.999Z', '2026-07', '2026-07-31T12:00:00.000Z', '2026-08'],
  ['month with the 25-hour day in it', '2026-03-31T10:59:59.999Z', '2026-03', '2026-03-31T11:00:00.000Z', '2026-04'],
  ['month after the 25-hour day', '2026-04-30T11:59:59.999Z', '2026-04', '2026-04-30T12:00:00.000Z', '2026-05'],
  ['month after the 23-hour day', '2026-09-30T10:59:59.999Z', '2026-09', '2026-09-30T11:00:00.000Z', '2026-10'],
  ['year', '2026-12-31T10:59:59.999Z', '2026', '2026-12-31T11:00:00.000Z', '2027'],
])('a %s rolls over at midnight in Auckland [QUOTA-05]', async (_, lastMoment, before, firstMoment, after) => {
  const mia = await createMover()
  clock.set(lastMoment)
  await mia.move('topup', 100n)
  clock.set(firstMoment)
  await mia.move('topup', 1n)
  expect(await mia.usage('topup', before)).toBe(100n)
  expect(await mia.usage('topup', after)).toBe(1n)
  clock.set('2026-11-15T00:00:00Z')
})

test('within the 25-hour and the 23-hour day everything counts in one month [QUOTA-05]', async () => {
  const mia = await createMover()
  // Sunday 5 April 2026 in Auckland begins at 11:00 and ends at 12:00 UTC a day later; 27 September begins at 12:00 and ends at 11:00.
  for (const moment of ['2026-04-04T11:00:00Z', '2026-04-04T13:30:00Z', '2026-04-04T14:30:00Z', '2026-04-05T11:59:59Z']) {
    clock.set(moment)
    await mia.move('topup', 1n)
  }
  for (const moment of ['2026-09-26T12:00:00Z', '2026-09-26T13:59:59Z', '2026-09-26T14:00:00Z', '2026-09-27T10:59:59Z']) {
    clock.set(moment)
    await mia.move('topup', 10n)
  }
  expect(await mia.usage('topup', '2026-04')).toBe(4n)
  expect(await mia.usage('topup', '2026-09')).toBe(40n)
  expect(await mia.usage('topup', '2026')).toBe(44n)
  clock.set('2026-11-15T00:00:00Z')
})

test('the invariant detects a counter that differs from its movements', async () => {
  const mia = await createMover()
  const { posting } = await mia.move('topup', 500n)
  await sql`update movement set counted = 400 where posting = ${posting}`.execute(database.owner.db)
  await expect(assertLedgerInvariants(db)).rejects.toThrow('invariant_quota_is_sum_of_movements')
  await sql`update movement set counted = 500 where posting = ${posting}`.execute(database.owner.db)
})
