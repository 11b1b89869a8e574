import { assertLedgerInvariants } from '@nikau/ledger'
import { cents } from '@nikau/money'
import { parseAccountNumber } from '@nikau/nz/bank-account-number'
import { addDays, calendarDate, instantAt } from '@nikau/nz/nz-time'
import { Secret } from '@nikau/runtime'
import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { createBankedPerson, createWebhook, dispatchEvents, noListeners } from '../fixtures.ts'
import { openBankConnections } from '../modules/bank-files/bank-connections.ts'
import { noReceipts } from '../modules/bank-files/fixtures.ts'
import { reconcile } from '../modules/bank-files/reconcile.ts'
import { raiseException } from '../modules/exceptions/index.ts'
import { createOutgoingPaymentPort } from '../modules/outgoing-payments/index.ts'
import { startPayByBank } from '../modules/pay-by-bank/fixtures.ts'
import { bankReturnListener } from '../modules/pay-by-bank/index.ts'
import { reverseSettled } from '../modules/pay-by-bank/settle.ts'
import { selectBankPayment } from '../modules/pay-by-bank/store.ts'
import { createOperators } from '../modules/operations/fixtures.ts'

const database = await testDatabase()
const harness = await startPayByBank(database, { live: true })
const { api, shop, deps } = harness
await createWebhook(api, database, shop)
const desk = await createOperators(database, deps, { pita: ['operations'], mere: ['finance'], hana: ['finance'] })
afterEach(() => assertLedgerInvariants(database.db))

const port = createOutgoingPaymentPort({
  ...deps,
  listeners: { ...noListeners, 'bank-return': bankReturnListener },
})
const inTx = database.db.transaction()
let files = 0
/** The orders of the next file to the bank. */
const nextFile = () =>
  inTx.execute((tx) =>
    port.claimForBatch(tx, { type: 'withdrawal', fileId: `f${++files}`, requestedBefore: new Date(Date.now() + 1000), limit: 10, now: new Date() }),
  )
const one = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(database.db)).rows[0]!
const exceptionOf = async (kind: string, ref: string) =>
  String((await one(sql<{ id: bigint }>`select id from operator_exception where kind = ${kind} and ref = ${ref} and closed_at is null`)).id)
const returnOf = (id: string) =>
  one(sql<{ id: string; state: string; amount: bigint }>`select id, state, amount from bank_return where bank_payment_id = ${id} order by created_at desc`)
const webhooksOf = async (requestId: string) => {
  await dispatchEvents(database)
  const { rows } = await sql<{ type: string }>`select type from webhook_delivery where payment_request_id = ${requestId} order by sequence`.execute(database.db)
  return rows.map(({ type }) => type.replace('payment-request:', ''))
}
const refund = (requestId: string, amount: number) =>
  api.post(`/api/payment-requests/${requestId}/refund`, { value: { amount: String(amount), currency: 'NZD' }, externalRef: `r${amount}` }, shop.till)
/** The bank's last look at the payment is over. */
const untilFinal = async (id: string) => {
  await vi.waitFor(
    async () => expect(await one(sql`select bank_status as status from pay_by_bank_payment where id = ${id}`)).toEqual({ status: 'completed' }),
    30_000,
  )
  await sql`update pay_by_bank_payment set next_attempt_at = null where id = ${id}`.execute(database.db)
}
const untilReturn = (id: string, state: string) =>
  vi.waitFor(async () => {
    await harness.sendReturns()
    expect((await returnOf(id)).state).toBe(state)
  }, 30_000)
/** A payment of which the bank has not said what it did: it confirms another amount. */
async function indeterminate(amount: number) {
  await harness.banks.control('faults', { bank: 'bnz', at: 'payments', kind: 'other-amount', times: 1 })
  const started = await harness.start(amount)
  await harness.payOnce(started.id, await harness.approve(started.body.authorizationUrl))
  return await stopped(started)
}
async function stopped<Started extends { id: string }>(started: Started) {
  await vi.waitFor(async () => expect(await harness.exceptions(started.id)).toMatchObject([{ kind: 'bank-payment-indeterminate' }]), 30_000)
  return { ...started, exceptionId: await exceptionOf('bank-payment-indeterminate', started.id) }
}
const payee = { name: 'Business current', number: '02-0500-0214005-00' }

test('the bank position explains a payment that was decided as paid, shown before or after the decision [DESK-99]', async () => {
  const account = parseAccountNumber('02-0192-0214002-00')!
  const today = calendarDate(new Date())
  // Statements are read from 03:00.
  const clock = fakeClock(instantAt(today, 12).toISOString())
  const connections = openBankConnections({
    BANK_CONNECTIONS: [{ bank: 'bnz', url: 'http://bank.test', account }],
    BANK_FILES_SECRET: new Secret('s'.repeat(32)),
  })
  const receipts = { ...noReceipts, firstDay: async () => today }
  let balance = 100_000n
  /** Reads the statement of the next day, with these lines. */
  const readStatement = async (...shown: { id: string; amount: bigint }[]) => {
    clock.advance(86_400_000)
    const from = addDays(calendarDate(clock.now()), -1)
    const text = { type: 'BP' as const, particulars: '', code: '' }
    const lines = shown.map(({ id, amount }) => ({ ...text, transactionId: `t-${id}`, day: from, amount: cents(amount), reference: id.slice(0, 12) }))
    const opening = cents(balance)
    balance += shown.reduce((sum, { amount }) => sum + amount, 0n)
    const statement = async () => ({ account, from, to: from, opening, closing: cents(balance), lines })
    const resultsAfter = async () => ({ results: [], unreadable: [] })
    await reconcile({ ...deps, clock, connections, transfers: port, receipts }, { ...connections[0]!, statement, resultsAfter })
    return (
      await sql<{ kind: string; amount: bigint }>`select kind, (shown - expected)::bigint as amount from bank_difference order by day`.execute(database.db)
    ).rows
  }
  const unexplained = async () => (await one(sql<{ unexplained: bigint }>`select unexplained::bigint from bank_position`)).unexplained
  const decide = async (id: string) => await desk.mere.approve((await desk.pita.propose('decide-bank-payment', { bankPaymentId: id, paid: true })).id)

  const [after, before] = [await indeterminate(4100), await indeterminate(4200)]
  expect(await readStatement({ id: before.id, amount: 4200n })).toEqual([{ kind: 'unknown', amount: 4200n }])
  expect(await unexplained()).toBe(0n)
  await decide(after.id)
  await decide(before.id)
  expect(await unexplained()).toBe(0n)
  await readStatement({ id: after.id, amount: 4100n })
  expect(await unexplained()).toBe(0n)
  // The line that came too early and the one that is missing now cancel out; finance matches them.
  expect(await readStatement()).toEqual([
    { kind: 'unknown', amount: 4200n },
    { kind: 'missing', amount: -4200n },
  ])
  expect(await unexplained()).toBe(0n)
  expect(await one(sql`select reconciled_on is not null as shown from bank_expected_line where source_id = ${after.id}`)).toEqual({ shown: true })
})

test('money that waits for the account of its payer goes there once the bank has named it, and closes its exception [DESK-48] [DESK-49]', async () => {
  const paid = await harness.completePayment(700)
  await untilFinal(paid.id)
  await refund(paid.requestId, 700)
  const bankPaymentId = (await selectBankPayment(database.db, paid.id))!.bankPaymentId
  await sql`update pay_by_bank_payment set bank_payment_id = 'gone' where id = ${paid.id}`.execute(database.db)
  await untilReturn(paid.id, 'operator')
  const { id: returnId } = await returnOf(paid.id)
  const exceptionId = await exceptionOf('bank-refund-due', returnId)
  expect(await desk.pita.cannotPropose('close-exception', {}, { exceptionId })).toBe('CLOSED_BY_MONEY')
  expect(await desk.pita.cannotPropose('send-back', { returnId }, { exceptionId })).toBe('PAYEE_UNKNOWN')
  expect(await desk.pita.cannotPropose('send-back', { returnId, payee }, { exceptionId, evidence: [] })).toBe('BAD_REQUEST')

  const asked = await desk.pita.propose('ask-bank-again', { returnId }, { exceptionId })
  expect([asked.state, (await returnOf(paid.id)).state]).toEqual(['approved', 'waiting'])
  expect(await harness.exceptions(paid.id)).toMatchObject([{ closed: true }])
  await untilReturn(paid.id, 'operator')
  expect(await harness.exceptions(paid.id)).toMatchObject([{ kind: 'bank-refund-due', closed: false }])
  await sql`update pay_by_bank_payment set bank_payment_id = ${bankPaymentId} where id = ${paid.id}`.execute(database.db)

  const first = await desk.pita.propose('send-back', { returnId, payee }, { exceptionId })
  expect(first).toMatchObject({
    needs: [['finance', 'finance-lead']],
    movements: [{ debit: { account: 'surplus:nzd.main' }, credit: { account: 'payouts:nzd.main' }, amount: '700' }],
  })
  expect(await harness.balance('surplus:nzd.main')).toBe(700n)
  expect((await desk.mere.approve(first.id)).result).toEqual({ outgoingPaymentId: first.id })
  expect([await harness.balance('surplus:nzd.main'), (await returnOf(paid.id)).state]).toEqual([0n, 'sent'])
  expect(await harness.exceptions(paid.id)).toMatchObject([{ closed: true }])

  // The letter named a closed account: it comes back, and another one is sent.
  const [bounced] = await nextFile()
  expect(bounced).toMatchObject({ amount: 700n, name: 'Business current', accountNumber: parseAccountNumber(payee.number) })
  await inTx.execute((tx) => port.fail(tx, { reference: bounced!.reference, reason: 'account-closed', at: new Date() }))
  expect(await harness.exceptions(paid.id)).toMatchObject([{ closed: false }])
  const second = await desk.pita.propose('send-back', { returnId, payee }, { exceptionId })
  await desk.hana.approve(second.id)
  expect(await desk.pita.cannotPropose('send-back', { returnId, payee })).toBe('NOT_WAITING')
  const [order] = await nextFile()
  expect(await webhooksOf(paid.requestId)).toEqual(['paid'])
  expect(await inTx.execute((tx) => port.settle(tx, { reference: order!.reference, at: new Date() }))).toBe('applied')
  expect(await webhooksOf(paid.requestId)).toEqual(['paid', 'refund-completed'])
})

test('a payment whose outcome was unknown is settled once the bank says that it paid, and what the bank says later changes nothing [MON-2]', async () => {
  const { id, requestId, exceptionId } = await indeterminate(4000)
  const before = await harness.balance(`asset:${shop.settlementWallet}`)
  const proposal = await desk.pita.propose('decide-bank-payment', { bankPaymentId: id, paid: true }, { exceptionId })
  expect(proposal).toMatchObject({ amount: '4000', needs: [['finance', 'finance-lead']] })
  expect((await desk.mere.approve(proposal.id)).result).toEqual({ outcome: 'settled' })
  expect((await harness.request(requestId)).status).toBe('paid')
  expect(await webhooksOf(requestId)).toEqual(['paid'])
  expect((await harness.balance(`asset:${shop.settlementWallet}`)) - before).toBe(4000n)
  expect(await harness.exceptions(id)).toMatchObject([{ kind: 'bank-payment-indeterminate', closed: true }])
  await harness.advanceAt(id, fakeClock(new Date(Date.now() + 86_400_000).toISOString()))
  expect(await desk.pita.cannotPropose('decide-bank-payment', { bankPaymentId: id, paid: true })).toBe('ALREADY_DECIDED')
  expect((await harness.balance(`asset:${shop.settlementWallet}`)) - before).toBe(4000n)
})

test('one that the bank did not pay frees its request; if it paid after all, the money goes back to its payer [MON-2]', async () => {
  const { id, requestId, exceptionId } = await indeterminate(3000)
  const reserved = () => one(sql`select reserved_for as by from payment_request where id = ${requestId}`)
  expect(await reserved()).toEqual({ by: id })
  const no = await desk.pita.propose('decide-bank-payment', { bankPaymentId: id, paid: false }, { exceptionId })
  expect((await desk.mere.approve(no.id)).result).toEqual({ outcome: 'failed' })
  expect(await harness.get(id)).toMatchObject({ status: 'failed', failure: 'declined' })
  expect(await reserved()).toEqual({ by: null })

  await raiseException(deps.db, { kind: 'bank-payment-after-failure', ref: id, money: { unit: 'nzd.main', amount: 3000n }, at: new Date() })
  const late = await exceptionOf('bank-payment-after-failure', id)
  const yes = await desk.pita.propose('decide-bank-payment', { bankPaymentId: id, paid: true }, { exceptionId: late })
  expect((await desk.mere.approve(yes.id)).result).toEqual({ outcome: 'returned' })
  expect(await harness.get(id)).toMatchObject({ status: 'failed', failure: 'returned' })
  // The bank never gave it an id, so it cannot be asked for the payer.
  await untilReturn(id, 'operator')
  expect(await returnOf(id)).toMatchObject({ amount: 3000n })
  expect(await desk.pita.cannotPropose('decide-bank-payment', { bankPaymentId: id, paid: true })).toBe('ALREADY_DECIDED')
  const back = await desk.pita.propose('send-back', { returnId: (await returnOf(id)).id, payee })
  await desk.mere.approve(back.id)
  expect(await harness.balance('surplus:nzd.main')).toBe(0n)
})

test('a top-up is decided in the same way', async () => {
  const mia = await createBankedPerson(api, database, { liveness: 'main', directDebit: false })
  const start = async () => {
    await harness.banks.control('faults', { bank: 'bnz', at: 'payments', kind: 'other-amount', times: 1 })
    const { body, headers } = await api.post(
      '/api/bank-topups',
      { walletId: mia.walletId, bank: 'bnz', amount: '2500', idempotencyKey: String(++files) },
      mia.headers,
    )
    const { code, idToken } = await harness.approve(String(body.authorizationUrl))
    const cookie = String(headers['set-cookie']).split(';')[0]!
    await api.post(`/api/bank-topups/${body.id}/complete`, { code, idToken }, { ...mia.headers, cookie })
    return await stopped({ id: String(body.id) })
  }
  const decide = async (id: string, paid: boolean) => {
    const { id: proposal } = await desk.pita.propose('decide-bank-payment', { bankPaymentId: id, paid })
    return (await desk.mere.approve(proposal)).result!.outcome
  }
  const credited = await start()
  expect(await decide(credited.id, true)).toBe('settled')
  expect(await mia.balance()).toBe(2500)
  const late = await start()
  expect(await decide(late.id, false)).toBe('failed')
  expect(await mia.used('topup')).toBe(2500)
  expect(await decide(late.id, true)).toBe('returned')
  expect([await mia.balance(), await mia.used('topup'), (await returnOf(late.id)).amount]).toEqual([2500, 2500, 2500n])
})

test('a reversal that was blocked is settled: the merchant returns what it has, and we bear what the payer kept [MON-2]', async () => {
  const paid = await harness.completePayment(2000)
  await untilFinal(paid.id)
  await refund(paid.requestId, 600)
  await untilReturn(paid.id, 'sent')
  const [wallet, losses] = [await harness.balance(`asset:${shop.settlementWallet}`), await harness.balance('losses:nzd.main')]
  await reverseSettled(deps, (await selectBankPayment(database.db, paid.id))!)
  const exceptionId = await exceptionOf('bank-payment-reversal-blocked', paid.id)
  // It is still on its way, and may come back.
  expect(await desk.mere.cannotPropose('settle-reversal', { bankPaymentId: paid.id }, { exceptionId })).toBe('RETURN_ON_ITS_WAY')
  for (const order of await nextFile()) await inTx.execute((tx) => port.settle(tx, { reference: order.reference, at: new Date() }))
  const proposal = await desk.mere.propose('settle-reversal', { bankPaymentId: paid.id }, { exceptionId })
  await desk.hana.approve(proposal.id)
  expect([(await harness.balance(`asset:${shop.settlementWallet}`)) - wallet, (await harness.balance('losses:nzd.main')) - losses]).toEqual([-1400n, -600n])
  expect(await harness.get(paid.id)).toMatchObject({ status: 'failed' })
  expect(await harness.exceptions(paid.id)).toMatchObject([{ kind: 'bank-payment-reversal-blocked', closed: true }])
  expect(await desk.mere.cannotPropose('settle-reversal', { bankPaymentId: paid.id })).toBe('ALREADY_DECIDED')
})
