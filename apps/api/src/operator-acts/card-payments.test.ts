import { assertLedgerInvariants } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startCardPayments } from '../modules/card-payments/fixtures.ts'
import { createOperators } from '../modules/operations/fixtures.ts'

const database = await testDatabase()
const harness = await startCardPayments(database)
const { company, deps, shop } = harness
const desk = await createOperators(database, deps, { pita: ['operations'], mere: ['finance'] })
beforeEach(() => sql`delete from card_limit`.execute(database.db))
afterEach(async () => {
  await company.clear()
  await assertLedgerInvariants(database.db)
})

type Harness = typeof harness
const wallet = () => harness.balance(`asset:${shop.settlementWallet}`)
/** A charge of which the company has another amount. */
async function indeterminate(amount: number) {
  await company.fault('charge', 'other-amount', 1)
  const requestId = await harness.createRequest(amount)
  await harness.pay(requestId, await harness.verify(requestId))
  const { id } = await vi.waitFor(async () => {
    const payment = (await harness.payment(requestId))!
    expect(payment.step).toBe('indeterminate')
    return payment
  }, 20_000)
  const [exception] = await harness.rows(sql<{ id: bigint }>`select id from operator_exception where kind = 'card-payment-indeterminate' and ref = ${id}`)
  return { requestId, id, exceptionId: String(exception!.id) }
}
const decide = async (cardPaymentId: string, charged: boolean, more: object = {}) =>
  (await desk.mere.approve((await desk.pita.propose('decide-card-payment', { cardPaymentId, charged }, more)).id)).result!.outcome

test('a card payment whose outcome was unknown is settled once the company says that it charged the card [MON-2]', async () => {
  const before = await wallet()
  const { requestId, id, exceptionId } = await indeterminate(4000)
  const proposal = await desk.pita.propose('decide-card-payment', { cardPaymentId: id, charged: true }, { exceptionId })
  expect(proposal).toMatchObject({
    needs: [['finance', 'finance-lead']],
    movements: [{ debit: { account: 'card:farmlands:nzd.test' }, credit: { account: `asset:${shop.settlementWallet}` }, amount: '4000' }],
  })
  await desk.mere.approve(proposal.id)
  expect((await harness.request(requestId)).status).toBe('paid')
  expect((await wallet()) - before).toBe(4000n)
  expect(await harness.exceptions(id)).toMatchObject([{ closed: true }])
  await harness.chargeNow(id)
  expect(await desk.pita.cannotPropose('decide-card-payment', { cardPaymentId: id, charged: true })).toBe('ALREADY_DECIDED')
  expect((await wallet()) - before).toBe(4000n)
})

test('one that was not charged frees its request; if it was charged after all, the charge is refunded [MON-2]', async () => {
  const before = await wallet()
  const { requestId, id, exceptionId } = await indeterminate(3000)
  expect(await decide(id, false, { exceptionId })).toBe('failed')
  const [request] = await harness.rows(sql`select reserved_for as by from payment_request where id = ${requestId}`)
  expect(request).toEqual({ by: null })
  expect(await decide(id, true)).toBe('returned')
  expect([await harness.payment(requestId), (await wallet()) - before]).toMatchObject([{ step: 'failed', failure: 'returned' }, 0n])
  expect(await harness.rows(sql`select amount from card_refund where card_payment_id = ${id}`)).toEqual([{ amount: 3000n }])
  expect(await desk.pita.cannotPropose('decide-card-payment', { cardPaymentId: id, charged: false })).toBe('ALREADY_DECIDED')
})

test('a charge for a request that was cancelled meanwhile is refunded [MON-2]', async () => {
  const { requestId, id } = await indeterminate(2000)
  expect((await harness.api.post(`/api/payment-requests/${requestId}/cancel`, {}, shop.till)).status).toBe(200)
  expect(await decide(id, true)).toBe('returned')
  expect(await harness.payment(requestId)).toMatchObject({ step: 'failed', failure: 'returned' })
})

/** A refund that the company has refused: its charge was refunded there already. */
async function refusedRefund(harness: Harness, amount: number) {
  const { requestId } = await harness.completePayment(amount)
  const { id } = (await harness.payment(requestId))!
  await harness.stopWorker()
  const body = { value: { amount: String(amount), currency: 'NZD' }, externalRef: 'r' }
  expect((await harness.api.post(`/api/payment-requests/${requestId}/refund`, body, harness.shop.till)).status).toBe(200)
  const [refund] = await harness.rows(sql<{ id: string }>`select id from card_refund where card_payment_id = ${id}`)
  const refused = { outcome: 'refused' as const, reason: 'refund: 409 REFUNDED' }
  await harness.refundNow(refund!.id, { companyOf: () => ({ alertAfterSeconds: 1, rail: { refund: async () => refused } }) })
  harness.startWorker()
  const [exception] = await harness.rows(sql<{ id: bigint }>`select id from operator_exception where kind = 'card-refund-refused' and ref = ${refund!.id}`)
  return { requestId, refundId: refund!.id, exceptionId: String(exception!.id) }
}
const isComplete = async (reference: string) =>
  (await sql`select from refund_return where reference = ${reference} and completed_at is not null`.execute(database.db)).rows.length === 1

test('a refused refund that the company has made after all is complete, and the company owes it less [MON-2]', async () => {
  const { refundId, exceptionId } = await refusedRefund(harness, 1500)
  const owed = await harness.balance('card:farmlands:nzd.test')
  expect(await isComplete(refundId)).toBe(false)
  const proposal = await desk.pita.propose('mark-card-refunded', { cardRefundId: refundId }, { exceptionId })
  await desk.mere.approve(proposal.id)
  expect([(await harness.balance('card:farmlands:nzd.test')) - owed, await isComplete(refundId)]).toEqual([1500n, true])
  expect(await harness.exceptions(refundId)).toMatchObject([{ kind: 'card-refund-refused', closed: true }])
  expect(await desk.pita.cannotPropose('mark-card-refunded', { cardRefundId: refundId })).toBe('ALREADY_DECIDED')
  const payee = { name: 'A Farmer', number: '02-0500-0214005-00' }
  expect(await desk.pita.cannotPropose('refund-otherwise', { cardRefundId: refundId, payee })).toBe('ALREADY_DECIDED')
})
