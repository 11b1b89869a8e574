import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { noListeners } from '../fixtures.ts'
import { createOutgoingPaymentPort } from '../modules/outgoing-payments/index.ts'
import { startPayByBank } from '../modules/pay-by-bank/fixtures.ts'
import { bankReturnListener } from '../modules/pay-by-bank/index.ts'
import { reverseSettled } from '../modules/pay-by-bank/settle.ts'
import { selectBankPayment } from '../modules/pay-by-bank/store.ts'
import { createFinance, expectPage, value } from './fixtures.ts'

const database = await testDatabase()
const payByBank = await startPayByBank(database, { live: true })

test('docs/money/bank-returns.md', async () => {
  const { api, shop, deps } = payByBank
  const { db } = database
  const port = createOutgoingPaymentPort({
    ...deps,
    listeners: { ...noListeners, 'bank-return': bankReturnListener },
  })
  const order = async (fileId: string) => {
    const soon = new Date(Date.now() + 1000)
    const [claimed] = await db
      .transaction()
      .execute((tx) => port.claimForBatch(tx, { type: 'withdrawal', fileId, requestedBefore: soon, limit: 1, now: new Date() }))
    return { reference: claimed!.reference, at: new Date() }
  }
  await expectPage('bank-returns', database, async ({ step }, name) => {
    name(shop.settlementWallet, 'cafe')
    const { id, requestId } = await payByBank.completePayment(2000)
    name(requestId, 'request')
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pay_by_bank_payment where id = ${id} and bank_status = 'completed'`.execute(db)
      expect(rows).toHaveLength(1)
    }, 30_000)
    await sql`update pay_by_bank_payment set next_attempt_at = null where id = ${id}`.execute(db)
    const refund = (amount: number) => api.post(`/api/payment-requests/${requestId}/refund`, { ...value(amount), externalRef: `r${amount}` }, shop.till)
    const send = async (count: number) => {
      await payByBank.sendReturns()
      await vi.waitFor(async () => expect((await payByBank.returns(id))[count - 1]!.state).toBe('sent'), 30_000)
    }
    await step('The merchant refunds a part: it is set aside', () => refund(500), { balances: ['asset:<cafe>', 'surplus:nzd.main'] })
    await step('The bank names the payer: it is on its way', () => send(1), { balances: ['surplus:nzd.main', 'payouts:nzd.main'] })
    const first = await order('f1')
    await step('The bank has paid it', () => db.transaction().execute((tx) => port.settle(tx, first)), { balances: ['payouts:nzd.main'] })
    await refund(600)
    await send(2)
    const second = { ...(await order('f2')), reason: 'account-closed' as const }
    await step("Another refund comes back from the payer's bank: it is set aside again", () => db.transaction().execute((tx) => port.fail(tx, second)), {
      balances: ['surplus:nzd.main', 'payouts:nzd.main'],
    })
    const agree = await createFinance(database, deps)
    const payee = { name: 'Business current', number: '02-0500-0214005-00' }
    const { rows } = await sql<{ id: string }>`select id from bank_return where state = 'operator'`.execute(db)
    await step('Operators send it to the account that the bank has named in a letter', () => agree('send-back', { returnId: rows[0]!.id, payee }), {
      balances: ['surplus:nzd.main', 'payouts:nzd.main'],
    })
    const third = await order('f3')
    await db.transaction().execute((tx) => port.settle(tx, third))
    // Blocked: nothing is posted.
    await reverseSettled(deps, (await selectBankPayment(db, id))!)
    await step(
      'The bank rejects the payment after that: the merchant returns the rest, and we bear what the payer kept',
      () => agree('settle-reversal', { bankPaymentId: id }),
      { balances: ['asset:<cafe>', 'losses:nzd.main', 'pay-by-bank:bnz:nzd.main'] },
    )
  })
})
