import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPayer } from '../../../fixtures.ts'
import { startTill } from '../fixtures.ts'
import { sweepExpired } from './expire.ts'
import { sweepAuthorisations } from './release.ts'

const database = await testDatabase()
const { api, clock, deps, depsAt, read, shop } = await startTill(database)
const after = (milliseconds: number) => depsAt(new Date(clock.now().getTime() + milliseconds).toISOString())
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

test('an instalment that stays with an expired request breaks an invariant [MON-5]', async () => {
  const payer = await createPayer(api, database)
  const request = await shop.createRequest(1000, { expirySeconds: 60 })
  await payer.pay(request.id, { mode: 'multi-asset-payment', amount: '400' })
  const heldAfter = async (milliseconds: number) => {
    const { ledger } = after(milliseconds) // the books reach this time
    await database.db.transaction().execute((tx) => ledger.openAccount(tx, { id: `at:${milliseconds}`, unit: 'nzd.test', kind: 'wallet' }))
    return (await sql`select id, balance from invariant_expired_request_holds_nothing`.execute(database.owner.db)).rows
  }
  expect(await heldAfter(hour)).toEqual([])
  expect(await heldAfter(hour + 2 * minute)).toEqual([{ id: request.id, balance: 400n }])
  await sweepExpired(after(2 * hour))
  expect(await heldAfter(3 * hour)).toEqual([])
})

test('a sweep by a worker whose clock is an hour ahead expires nothing early and loses nothing for the next [MON-5]', async () => {
  const payer = await createPayer(api, database)
  const request = await shop.createRequest(1000, { expirySeconds: 600 })
  await payer.pay(request.id, { mode: 'multi-asset-payment', amount: '400' })
  const ahead = { ...deps, clock: fakeClock(new Date(clock.now().getTime() + hour).toISOString()) }
  await sweepExpired(ahead)
  expect(await read(request.id)).toMatchObject({ status: 'new', remainingAmount: '600' })
  expect((await payer.pay(request.id, { mode: 'multi-asset-payment', amount: '100' })).status).toBe(200)
  clock.advance(600_000)
  expect(await sweepExpired(deps)).toBeGreaterThanOrEqual(1)
  expect(await payer.balance()).toBe(10_000)
})

test('the first sweep after two days without a worker returns every instalment [MON-5]', async () => {
  const payer = await createPayer(api, database)
  const request = await shop.createRequest(1000, { expirySeconds: 60 })
  await payer.pay(request.id, { mode: 'multi-asset-payment', amount: '400' })
  expect(await sweepExpired(after(2 * day))).toBeGreaterThanOrEqual(1)
  expect(await read(request.id)).toMatchObject({ status: 'expired' })
  expect(await payer.balance()).toBe(10_000)
})

test('a request that was reserved when its time was over is expired by the sweep after the reservation has ended [MON-5]', async () => {
  const request = await shop.createRequest(1000, { expirySeconds: 60 })
  const reserve = (payment: string | null) => sql`update payment_request set reserved_for = ${payment} where id = ${request.id}`.execute(database.db)
  await reserve('bank-payment')
  await sweepExpired(after(2 * hour))
  expect((await sql`select from payment_request_expiry where payment_request_id = ${request.id}`.execute(database.db)).rows).toHaveLength(1)
  await reserve(null)
  expect(await sweepExpired(after(2 * hour))).toBe(1)
  expect(await read(request.id)).toMatchObject({ status: 'expired' })
})

test('a request that cannot be closed is an exception and does not stop the sweeps; the exception ends with it [MON-13]', async () => {
  const payers = [await createPayer(api, database), await createPayer(api, database)]
  const requests = [await shop.createRequest(1000, { expirySeconds: 60 }), await shop.createRequest(1000, { expirySeconds: 61 })]
  for (const [n, payer] of payers.entries()) await payer.pay(requests[n].id, { mode: 'multi-asset-payment', amount: '400' })
  const held = [await shop.createRequest(500, { preAuth: true }), await shop.createRequest(500, { preAuth: true })]
  for (const [n, payer] of payers.entries()) await payer.pay(held[n].id)
  // The first of each kind names a wallet that does not exist, or has lost its payment.
  const change = (id: string, assignment: ReturnType<typeof sql>) => sql`update payment set ${assignment} where payment_request_id = ${id}`.execute(database.db)
  await change(requests[0].id, sql`asset_id = 'nowhere'`)
  await change(held[0].id, sql`returned_at = now()`)
  const later = after(100 * day)
  await sweepExpired(later)
  await sweepAuthorisations(later)
  const open = async () =>
    (
      await sql<{ ref: string }>`select ref from operator_exception where kind = 'payment-request-not-closed' and closed_at is null order by id`.execute(
        database.db,
      )
    ).rows.map(({ ref }) => ref)
  expect(await open()).toEqual([requests[0].id, held[0].id])
  expect([await payers[0]!.available(), await payers[1]!.available()]).toEqual([9100, 10_000])
  await change(requests[0].id, sql`asset_id = ${payers[0]!.walletId}`)
  await change(held[0].id, sql`returned_at = null`)
  await sweepExpired(later)
  await sweepAuthorisations(later)
  expect(await open()).toEqual([])
  expect(await payers[0]!.available()).toBe(10_000)
})
