import type { Db } from '@nikau/runtime'
import type { Found, Subject } from './found.ts'
import { code, day, fieldsOfLine, missing, money, sideBySide, type Source, text, time } from './side-by-side.ts'
import {
  type AdviceLineRow,
  type BankPaymentRow,
  type CardPaymentRow,
  type CardRefundRow,
  selectAdvice,
  selectAdviceLine,
  selectAdviceLineOf,
  selectBankPayment,
  selectBankPaymentIdOf,
  selectBill,
  selectBillPayment,
  selectCardPayment,
  selectCardRefund,
  selectLineOf,
  selectReceipts,
  selectReturn,
} from './store-evidence.ts'

const company = 'Farmlands'

const ofBankPayment = (payment: BankPaymentRow): Source => ({
  source: 'our-payment',
  record: payment.shortCode ?? payment.id.slice(0, 12),
  at: payment.createdAt,
  says: {
    reference: code(payment.id.slice(0, 12)),
    amount: money(payment.amount),
    type: code('pay-by-bank'),
    state: code(payment.failure ? `${payment.step}: ${payment.failure}` : payment.step),
    when: time(payment.createdAt),
  },
})

const ofBank = (payment: BankPaymentRow): Source => ({
  source: 'bank-answer',
  by: payment.bank.toUpperCase(),
  at: payment.updatedAt,
  says: {
    state: code(payment.bankStatus),
    'bank-reference': code(payment.bankPaymentId),
    reason: text(payment.reason),
    when: time(payment.updatedAt),
  },
})

/** Our payment by bank and its bank's answer, where a statement line has its reference. */
export async function paymentsByReference(db: Db, reference: string, id?: string): Promise<{ id: string; sources: Source[] } | undefined> {
  const found = id ?? (await selectBankPaymentIdOf(db, reference))
  const payment = found === undefined ? undefined : await selectBankPayment(db, found)
  return payment && { id: payment.id, sources: [ofBankPayment(payment), ofBank(payment)] }
}

export async function bankPaymentEvidence(db: Db, { kind, ref, refs }: Subject): Promise<Found> {
  const id = refs.oneOffPaymentId ?? ref
  const payment = await selectBankPayment(db, id)
  if (!payment) return { evidence: sideBySide([missing('our-payment')]) }
  const goesBack = kind === 'bank-refund-due' || kind === 'bank-payment-surplus'
  if (goesBack) {
    const due = await selectReturn(db, { ref, paymentId: id, isRefund: kind === 'bank-refund-due' })
    const back: Source = due
      ? {
          source: 'our-record',
          record: due.id,
          at: due.createdAt,
          says: { amount: money(due.amount), type: code(due.reason), state: code(due.state), reason: text(refs.reason), when: time(due.createdAt) },
        }
      : missing('our-record')
    return { evidence: sideBySide([back, ofBankPayment(payment), ofBank(payment)], []), bankPaymentId: id }
  }
  const line = await selectLineOf(db, id.slice(0, 12))
  const shown: Source = {
    source: 'statement',
    by: payment.bank.toUpperCase(),
    ...(line && { record: String(line.number), at: line.fetchedAt }),
    says: line ? fieldsOfLine(line) : {},
  }
  return { evidence: sideBySide([ofBankPayment(payment), ofBank(payment), shown]), bankPaymentId: id }
}

const ofCardPayment = (payment: CardPaymentRow): Source => ({
  source: 'our-payment',
  record: `••${payment.lastFour}`,
  at: payment.createdAt,
  says: {
    reference: code(payment.reference),
    amount: money(payment.amount),
    type: code('charge'),
    state: code(payment.failure ? `${payment.step}: ${payment.failure}` : payment.step),
    when: time(payment.createdAt),
  },
})

const ofCardRefund = (refund: CardRefundRow): Source => ({
  source: 'our-record',
  record: refund.id.slice(0, 24),
  at: refund.createdAt,
  says: { amount: money(-refund.amount), type: code('refund'), state: code(refund.step), when: time(refund.createdAt) },
})

const ofCompany = ({ reason, updatedAt, step }: CardPaymentRow | CardRefundRow): Source => ({
  source: 'company-answer',
  by: company,
  at: updatedAt,
  says: { state: code(step === 'charge' || step === 'refund' ? null : step), reason: text(reason), when: time(updatedAt) },
})

const ofAdviceLine = (line: AdviceLineRow): Source => ({
  source: 'advice',
  by: company,
  record: `${line.advice}, line ${line.line}`,
  at: line.receivedAt,
  says: {
    reference: code(line.reference),
    amount: money(line.amount),
    day: day(line.day),
    type: code(line.kind),
    state: code(line.verdict),
    'bank-reference': code(line.advice),
    when: time(line.receivedAt),
  },
})

const adviceToCome: Source = { source: 'advice', by: company, says: {} }

export async function cardEvidence(db: Db, subject: Subject): Promise<Found> {
  const { kind, ref, refs } = subject
  if (kind.startsWith('card-payment-')) {
    const payment = await selectCardPayment(db, ref)
    const line = payment && (await selectAdviceLineOf(db, ref))
    return { evidence: sideBySide(payment ? [ofCardPayment(payment), ofCompany(payment), line ? ofAdviceLine(line) : adviceToCome] : [missing('our-payment')]) }
  }
  if (kind.startsWith('card-refund-')) {
    const refund = await selectCardRefund(db, ref)
    const payment = refund && (await selectCardPayment(db, refund.cardPaymentId))
    const answer = refund && { ...ofCompany(refund), says: { ...ofCompany(refund).says, reason: text(refs.reason ?? refund.reason) } }
    return { evidence: sideBySide(refund ? [ofCardRefund(refund), ...(payment ? [ofCardPayment(payment)] : []), answer!] : [missing('our-record')], []) }
  }
  return await adviceEvidence(db, subject)
}

/** What the company owes or has paid, by its advices and our statements. */
async function adviceEvidence(db: Db, { kind, ref, refs }: Subject): Promise<Found> {
  if (kind === 'card-advice-unreadable')
    return { evidence: sideBySide([{ source: 'company-answer', by: company, record: ref, says: { 'bank-reference': code(ref), reason: text(refs.fault) } }]) }
  if (kind.startsWith('card-advice-line-')) {
    const key = refs.key ?? ref
    const [payment, refund] = [await selectCardPayment(db, key), await selectCardRefund(db, key)]
    const line = kind === 'card-advice-line-missing' ? await selectAdviceLineOf(db, key) : await selectAdviceLine(db, refs.advice ?? '', refs.line ?? '')
    const ours = payment ? ofCardPayment(payment) : refund ? ofCardRefund(refund) : missing('our-payment')
    return { evidence: sideBySide([ours, line ? ofAdviceLine(line) : missing('advice', company)]) }
  }
  const reference = refs.advice ?? refs.reference ?? ref
  const [advice, receipts] = [await selectAdvice(db, reference), await selectReceipts(db, reference)]
  return {
    evidence: sideBySide([
      advice
        ? {
            source: 'advice',
            by: company,
            record: advice.reference,
            at: advice.receivedAt,
            says: { reference: code(advice.reference), amount: money(advice.net), day: day(advice.payDay), when: time(advice.receivedAt) },
          }
        : missing('advice', company),
      receipts ? ofReceipts(reference, receipts) : missing('statement'),
    ]),
  }
}

const ofReceipts = (
  reference: string,
  { amount, day: on, receipts, transactionId, receivedAt }: NonNullable<Awaited<ReturnType<typeof selectReceipts>>>,
): Source => ({
  source: 'statement',
  at: receivedAt,
  says: {
    reference: code(reference),
    amount: money(amount),
    day: day(on),
    'bank-reference': receipts === 1 ? code(transactionId) : null,
    when: time(receivedAt),
  },
})

/** What an issuer owes by its bill, and what it has paid. */
export async function issuerEvidence(db: Db, { kind, ref, refs }: Subject): Promise<Found> {
  const reference = kind === 'issuer-receipt-surplus' ? (refs.bill ?? '') : ref
  const bill = await selectBill(db, reference)
  const ours: Source = bill
    ? {
        source: 'our-record',
        record: String(bill.number),
        at: bill.createdAt,
        says: {
          reference: code(bill.reference),
          amount: money(bill.amount),
          day: day(bill.dueDay),
          state: text(bill.paid === bill.amount ? 'paid' : 'open'),
          when: time(bill.createdAt),
        },
      }
    : missing('our-record')
  if (kind === 'issuer-receipt-surplus') {
    const payment = await selectBillPayment(db, ref)
    const shown: Source = payment
      ? {
          source: 'statement',
          at: payment.receivedAt,
          says: { reference: code(reference), amount: money(payment.received), day: day(payment.day), 'bank-reference': code(ref.slice(ref.indexOf(':') + 1)), when: time(payment.receivedAt) },
        } // prettier-ignore
      : missing('statement')
    return { evidence: sideBySide([ours, shown]) }
  }
  const receipts = await selectReceipts(db, reference)
  return { evidence: sideBySide([ours, receipts ? ofReceipts(reference, receipts) : missing('statement')]) }
}
