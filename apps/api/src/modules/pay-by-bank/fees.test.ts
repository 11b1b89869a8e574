import { assertLedgerInvariants } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { createPayer } from '../../fixtures.ts'
import { startPayByBank } from './fixtures.ts'

const database = await testDatabase()
// A payment counts as paid at once, and the bank may still reject it.
const harness = await startPayByBank(database, { fees: true, bank: { paidWhen: 'accepted' } })
const { api, banks, shop } = harness
await banks.settings({ lateRejectMs: 3_600_000 })
afterEach(() => assertLedgerInvariants(database.db))

const earned = async () => [
  await harness.balance(`asset:${shop.settlementWallet}`),
  await harness.balance(`fees:${shop.settlementWallet}`),
  await harness.balance(`gst:${shop.settlementWallet}`),
]

test('a payment by bank is charged its rate and the fixed cents; a refund gives back the part of the rate [BIZ-33, BIZ-36]', async () => {
  const { requestId } = await harness.completePayment(4000)
  expect(await earned()).toEqual([3965n, 30n, 5n])
  const refund = { value: { amount: '2000', currency: 'NZD' }, externalRef: 'r' }
  expect((await api.post(`/api/payment-requests/${requestId}/refund`, refund, shop.till)).status).toBe(200)
  expect(await earned()).toEqual([3965n - 2000n + 10n + 2n, 20n, 3n])
})

test('a payment that the bank rejects after it was paid gives back its whole fee, and those of the instalments with it [BIZ-36]', async () => {
  const before = await earned()
  const payer = await createPayer(api, database)
  const { id: requestId } = await shop.createRequest(2566, { expirySeconds: 600 })
  await payer.pay(requestId, { mode: 'multi-asset-payment', amount: '1000' })
  const started = await harness.startFor(requestId)
  await harness.pay(started.id, await harness.approve(started.body.authorizationUrl))
  expect(await harness.request(requestId)).toMatchObject({ status: 'paid' })
  const [wallet, fees, gst] = (await earned()).map((value, place) => value - before[place]!)
  expect([wallet, fees, gst]).toEqual([2566n - 26n - 4n, 8n + 18n, 1n + 3n])
  await harness.advanceBankHour()
  await vi.waitFor(async () => expect((await harness.get(started.id)).status).toBe('failed'), { timeout: 30_000 })
  expect(await harness.request(requestId)).toMatchObject({ status: 'new', remainingAmount: '1566' })
  expect(await earned()).toEqual(before)
})
