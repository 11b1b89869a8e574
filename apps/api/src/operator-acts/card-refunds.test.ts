import { assertLedgerInvariants } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { noListeners } from '../fixtures.ts'
import { cardRefundListener } from '../modules/card-payments/index.ts'
import { startCardPayments } from '../modules/card-payments/fixtures.ts'
import { createOutgoingPaymentPort } from '../modules/outgoing-payments/index.ts'
import { createOperators } from '../modules/operations/fixtures.ts'

const database = await testDatabase()
const harness = await startCardPayments(database, { live: true })
const { deps } = harness
const desk = await createOperators(database, deps, { pita: ['operations'], mere: ['finance'], hana: ['finance'] })
const port = createOutgoingPaymentPort({
  ...deps,
  listeners: { ...noListeners, 'card-refund': cardRefundListener },
})
const inTx = database.db.transaction()
const nextOrder = async (fileId: string) =>
  (
    await inTx.execute((tx) => port.claimForBatch(tx, { type: 'withdrawal', fileId, requestedBefore: new Date(Date.now() + 1000), limit: 10, now: new Date() }))
  )[0]!

test('a refund that the company refuses goes to a bank account of the cardholder, and is complete when it is there [MON-2]', async () => {
  const { requestId } = await harness.completePayment(4200)
  const { id } = (await harness.payment(requestId))!
  await harness.stopWorker()
  const body = { value: { amount: '4200', currency: 'NZD' }, externalRef: 'r' }
  expect((await harness.api.post(`/api/payment-requests/${requestId}/refund`, body, harness.shop.till)).status).toBe(200)
  const [refund] = await harness.rows(sql<{ id: string }>`select id from card_refund where card_payment_id = ${id}`)
  const cardRefundId = refund!.id
  const payee = { name: 'A Farmer', number: '02-0500-0214005-00' }
  // The company may still take it.
  expect(await desk.pita.cannotPropose('refund-otherwise', { cardRefundId, payee })).toBe('ALREADY_DECIDED')
  const refused = { outcome: 'refused' as const, reason: 'refund: 409 CARD_CLOSED' }
  await harness.refundNow(cardRefundId, { companyOf: () => ({ alertAfterSeconds: 1, rail: { refund: async () => refused } }) })
  const stepOf = async () => (await harness.rows(sql<{ step: string }>`select step from card_refund where id = ${cardRefundId}`))[0]!.step
  const send = async (approver: 'mere' | 'hana') => {
    const [exception] = await harness.rows(
      sql<{ id: bigint }>`select id from operator_exception where kind = 'card-refund-refused' and ref = ${cardRefundId} and closed_at is null`,
    )
    const proposal = await desk.pita.propose('refund-otherwise', { cardRefundId, payee }, { exceptionId: String(exception!.id) })
    expect(proposal.movements).toMatchObject([{ debit: { account: 'card-refunds:nzd.main' }, credit: { account: 'payouts:nzd.main' }, amount: '4200' }])
    await desk[approver].approve(proposal.id)
    expect([await stepOf(), await harness.balance('card-refunds:nzd.main')]).toEqual(['sent', 0n])
    await assertLedgerInvariants(database.db)
  }
  const isComplete = async () => (await harness.rows(sql`select from refund_return where completed_at is not null`)).length === 1

  await send('mere')
  const bounced = await nextOrder('f1')
  await inTx.execute((tx) => port.fail(tx, { reference: bounced.reference, reason: 'account-closed', at: new Date() }))
  expect([await stepOf(), await harness.balance('card-refunds:nzd.main')]).toEqual(['refused', 4200n])
  expect(await harness.exceptions(cardRefundId)).toEqual([{ kind: 'card-refund-refused', amount: 4200n, closed: false }])
  await assertLedgerInvariants(database.db)

  await send('hana')
  const order = await nextOrder('f2')
  expect(order).toMatchObject({ amount: 4200n, name: 'A Farmer', particulars: 'REFUND' })
  expect(await isComplete()).toBe(false)
  expect(await inTx.execute((tx) => port.settle(tx, { reference: order.reference, at: new Date() }))).toBe('applied')
  expect([await stepOf(), await isComplete()]).toEqual(['paid', true])
  // The company has refunded nothing: it still owes the charge.
  expect(await harness.balance('card:farmlands:nzd.main')).toBe(-4200n)
  await assertLedgerInvariants(database.db)
})
