import { assertLedgerInvariants } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { createWebhook, dispatchEvents, noListeners } from '../../fixtures.ts'
import { createOutgoingPaymentPort } from '../outgoing-payments/index.ts'
import { startPayByBank } from './fixtures.ts'
import { bankReturnListener, sendReturn } from './returns.ts'
import { enqueueReturns } from './store-returns.ts'

const database = await testDatabase()
const harness = await startPayByBank(database, { live: true })
const { api, shop } = harness
await createWebhook(api, database, shop)
// Statements are not read here: what the bank has paid is unexplained until then.
afterEach(() => assertLedgerInvariants(database.db))

const port = createOutgoingPaymentPort({
  ...harness.deps,
  listeners: { ...noListeners, 'bank-return': bankReturnListener },
})
const inTx = database.db.transaction()
const orders = (fileId: string) =>
  inTx.execute((tx) => port.claimForBatch(tx, { type: 'withdrawal', fileId, requestedBefore: new Date(Date.now() + 1000), limit: 10, now: new Date() }))
const returns = async () =>
  (await sql<{ state: string; amount: bigint; reason: string }>`select state, amount, reason from bank_return order by created_at`.execute(database.db)).rows
const webhooks = async () => {
  await dispatchEvents(database)
  return (await sql<{ type: string }>`select type from webhook_delivery order by sequence`.execute(database.db)).rows.map(({ type }) => type)
}
const refund = (requestId: string, amount: number) =>
  api.post(`/api/payment-requests/${requestId}/refund`, { value: { amount: String(amount), currency: 'NZD' }, externalRef: `r${amount}` }, shop.till)
/** The bank’s last look at the payment is over. */
const untilFinal = async (id: string) => {
  await vi.waitFor(async () => expect((await sql<{ status: string }>`select bank_status as status from pay_by_bank_payment where id = ${id}`.execute(database.db)).rows[0]!.status).toBe('completed'), 30_000) // prettier-ignore
  await sql`update pay_by_bank_payment set next_attempt_at = null where id = ${id}`.execute(database.db)
}
const untilState = (state: string) =>
  vi.waitFor(async () => {
    await harness.sendReturns()
    expect((await returns()).at(-1)!.state).toBe(state)
  }, 30_000)

let requestId: string

test('a refund of a payment by bank goes back to the account that the bank names, and is complete when it is there [MON-1]', async () => {
  const paid = await harness.completePayment(2000)
  requestId = paid.requestId
  expect((await refund(requestId, 500)).status).toBe(200)
  // Not before the bank can no longer reject the payment.
  expect(await inTx.execute((tx) => enqueueReturns(tx, new Date(), 10))).toBe(0)
  const { rows } = await sql<{ id: string }>`select id from bank_return`.execute(database.db)
  await sendReturn(harness.deps, rows[0]!.id)
  expect(await returns()).toEqual([{ state: 'waiting', amount: 500n, reason: 'refund' }])
  expect(await harness.balance('surplus:nzd.main')).toBe(500n)
  await untilFinal(paid.id)
  await untilState('sent')
  expect([await harness.balance('surplus:nzd.main'), await harness.balance('payouts:nzd.main')]).toEqual([0n, 500n])
  expect(await harness.exceptions(paid.id)).toEqual([])

  const [order] = await orders('f1')
  expect(order).toMatchObject({ amount: 500n, name: 'Business current', particulars: 'REFUND', accountNumber: expect.stringMatching(/^02/) })
  expect(await webhooks()).toEqual(['payment-request:paid'])
  expect(await inTx.execute((tx) => port.settle(tx, { reference: order!.reference, at: new Date() }))).toBe('applied')
  expect(await webhooks()).toEqual(['payment-request:paid', 'payment-request:refund-completed'])
  expect((await returns()).at(-1)!.state).toBe('completed')
})

test('a return that the payer’s bank sends back waits for a person, with the reason [MON-1]', async () => {
  expect((await refund(requestId, 600)).status).toBe(200)
  await untilState('sent')
  const [order] = await orders('f2')
  expect(await inTx.execute((tx) => port.fail(tx, { reference: order!.reference, reason: 'account-closed', at: new Date() }))).toBe('applied')
  expect((await returns()).at(-1)).toEqual({ state: 'operator', amount: 600n, reason: 'refund' })
  const { rows } = await sql<{
    kind: string
    amount: bigint
    reason: string
  }>`select kind, amount, refs ->> 'reason' as reason from operator_exception`.execute(database.db)
  expect(rows).toEqual([{ kind: 'bank-refund-due', amount: 600n, reason: expect.stringContaining('account-closed') }])
  expect(await harness.balance('surplus:nzd.main')).toBe(600n)
  expect((await webhooks()).filter((type) => type === 'payment-request:refund-completed')).toHaveLength(1)
})

test('what the bank does not name waits for a person, and what it cannot say now is asked again [MON-1]', async () => {
  const refused = await harness.completePayment(700)
  await untilFinal(refused.id)
  await refund(refused.requestId, 700)
  await sql`update pay_by_bank_payment set bank_payment_id = 'gone' where id = ${refused.id}`.execute(database.db)
  await untilState('operator')
  expect(await harness.exceptions(refused.id)).toEqual([{ kind: 'bank-refund-due', amount: 700n, closed: false }])

  const down = await harness.completePayment(800)
  await untilFinal(down.id)
  await refund(down.requestId, 800)
  await harness.banks.control('faults', { bank: 'bnz', at: 'debtor-account', kind: 'down', times: 1 })
  await untilState('sent')
  const { rows } = await sql<{ attempts: number }>`select attempts from bank_return order by created_at desc limit 1`.execute(database.db)
  expect(rows[0]!.attempts).toBe(1)
})
