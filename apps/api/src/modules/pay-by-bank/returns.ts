import { assertPosted, type Operation } from '@nikau/ledger'
import { type BankAccountNumber, maskAccountNumber, parseAccountNumber } from '@nikau/nz/bank-account-number'
import type { Tx } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { closeException, raiseRecurring } from '../exceptions/index.ts'
import { insertOutgoingPayments, type OutgoingPaymentListener, payoutsAccount, referenceOf } from '../outgoing-payments/index.ts'
import { completeReturn } from '../payment-requests/index.ts'
import type { AdvanceDeps } from './advance.ts'
import { exceptionOf, refsOf } from './method.ts'
import { backoffMs, clearingAccount, returnsAccount, unitOf } from './rules.ts'
import { type BankPaymentRow, selectBankPayment } from './store.ts'
import { type BankReturn, changeReturn, lockReturn, lockReturnByPayment, postponeReturn, selectReturn } from './store-returns.ts'

/**
 * Sends money back to the account that the bank names as the payer's, with the file of the day. What the bank does not name waits for an
 * operator. Test money is returned at once, because there is no bank behind it.
 */
export async function sendReturn(deps: AdvanceDeps, id: string): Promise<void> {
  const due = await selectReturn(deps.db, id)
  if (due?.state !== 'waiting') return
  const payment = await selectBankPayment(deps.db, due.bankPaymentId)
  // The bank may still reject a payment that it rechecks.
  if (!payment || payment.nextAttemptAt !== null) return
  if (due.test) return await returnTestMoney(deps, due, payment)
  const bank = deps.bankOf(payment.bank, 'main')
  // A payment that an operator has decided may have no id at the bank: the bank cannot be asked about it.
  const told = payment.bankPaymentId === null ? { outcome: 'refused' as const } : await bank?.rail.payer(payment.bankPaymentId)
  if (!told || told.outcome === 'unknown') return await postponeReturn(deps.db, id, new Date(deps.clock.now().getTime() + backoffMs(due.attempts)))
  const number = told.outcome === 'done' ? parseAccountNumber(told.value.number) : undefined
  await inTransaction(deps.db, async (tx) => {
    const locked = await lockReturn(tx, id)
    if (locked?.state !== 'waiting') return
    if (told.outcome === 'done' && number) await payReturn(tx, deps, locked, payment, { id: deps.ids.ordered(), name: told.value.name, number })
    else await waitForOperator(tx, locked, payment, 'the bank does not name the payer', deps.clock.now())
  })
}

export type PayReturnDeps = Pick<AdvanceDeps, 'ledger' | 'vault' | 'clock'>

interface ReturnPayee {
  /** Of the payment that is made. */
  id: string
  name: string
  number: BankAccountNumber
}

/** Makes the payment that returns the money, and closes the exception of a return that waited for an operator. */
export async function payReturn(tx: Tx, deps: PayReturnDeps, due: BankReturn, payment: BankPaymentRow, payee: ReturnPayee): Promise<void> {
  const { ledger, vault, clock } = deps
  const paymentId = payee.id
  const source = returnsAccount('nzd.main').id
  await ledger.openAccount(tx, payoutsAccount)
  const [outcome] = await ledger.postInTransaction(tx, [
    {
      reference: `bank-return:${paymentId}`,
      kind: 'bank-return.created',
      subject: `bank-return:${paymentId}`,
      operations: [{ op: 'transfer', from: source, to: payoutsAccount.id, amount: due.amount }],
    },
  ])
  if (outcome?.outcome !== 'accepted') throw new Error(`bank return was not posted: ${JSON.stringify(outcome)}`)
  await insertOutgoingPayments(
    tx,
    [
      {
        id: paymentId,
        purpose: 'bank-return',
        payee: { name: payee.name, maskedNumber: maskAccountNumber(payee.number), ...vault.seal(payee.number, paymentId) },
        amount: due.amount,
        sourceAccount: source,
        reference: referenceOf(paymentId),
        particulars: due.reason === 'refund' ? 'REFUND' : 'RETURN',
        code: payment.statementCode.slice(0, 12),
        posting: outcome.posting,
      },
    ],
    clock.now(),
  )
  await changeReturn(tx, due.id, { state: 'sent', outgoingPaymentId: paymentId, at: clock.now() })
  await closeException(tx, { ...exceptionOf(due, payment), at: clock.now() })
}

async function returnTestMoney({ db, ledger, clock }: AdvanceDeps, due: BankReturn, payment: BankPaymentRow): Promise<void> {
  const unit = unitOf(payment)
  const operations: Operation[] = [{ op: 'transfer', from: returnsAccount(unit).id, to: clearingAccount(payment.bank, unit).id, amount: due.amount }]
  await inTransaction(db, async (tx) => {
    if ((await lockReturn(tx, due.id))?.state !== 'waiting') return
    assertPosted(
      await ledger.postInTransaction(tx, [{ reference: `bank-return:${due.id}`, kind: 'bank-return.test', subject: `bank-return:${due.id}`, operations }]),
    )
    await changeReturn(tx, due.id, { state: 'completed', at: clock.now() })
    await completeReturn(tx, due.id, clock.now())
  })
}

/** The return is complete when the bank has paid it. One that comes back waits for an operator. */
export const bankReturnListener: OutgoingPaymentListener = {
  async paid(tx, payment, at) {
    const due = await lockReturnByPayment(tx, payment.id)
    if (due?.state !== 'sent') throw new Error(`bank return of outgoing payment ${payment.id} is not on its way`)
    await changeReturn(tx, due.id, { state: 'completed', at })
    await completeReturn(tx, due.id, at)
  },
  async returned(tx, payment, { reason, at }) {
    const due = await lockReturnByPayment(tx, payment.id)
    const bankPayment = due && (await selectBankPayment(tx, due.bankPaymentId))
    if (!due || !bankPayment) throw new Error(`bank return of outgoing payment ${payment.id} not found`)
    await waitForOperator(tx, due, bankPayment, `the payer's bank sent it back: ${reason}`, at)
  },
}

async function waitForOperator(tx: Tx, due: BankReturn, payment: BankPaymentRow, reason: string, at: Date): Promise<void> {
  await changeReturn(tx, due.id, { state: 'operator', at })
  const money = { unit: unitOf(payment), amount: due.amount }
  await raiseRecurring(tx, { ...exceptionOf(due, payment), money, refs: { ...refsOf(payment), reason }, at })
}
