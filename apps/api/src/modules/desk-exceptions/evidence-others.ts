import type { Db } from '@nikau/runtime'
import type { Found, Subject } from './found.ts'
import { code, day, missing, money, sideBySide, type Source, text, time } from './side-by-side.ts'
import {
  type OutgoingRow,
  selectAssetTransfer,
  selectBalance,
  selectBankAccount,
  selectBookCheck,
  selectLastAnchor,
  selectOutgoing,
  selectReport,
  selectRequest,
  selectTransfer,
} from './store-evidence.ts'

const ofOutgoing = (payment: OutgoingRow): Source => ({
  source: 'our-order',
  record: payment.id,
  at: payment.sentAt ?? payment.createdAt,
  says: {
    reference: code(payment.reference),
    amount: money(payment.amount),
    state: code(payment.status),
    account: text(payment.payee),
    when: time(payment.sentAt ?? payment.createdAt),
  },
})
const returned = ({ returnReason, returnedAt, reference }: OutgoingRow, reason: string | undefined): Source => ({
  source: 'bank-result',
  ...(returnedAt && { at: returnedAt }),
  says: { reference: code(reference), state: code('returned'), reason: code(returnReason ?? reason), when: time(returnedAt) },
})

const ofRequest = (request: NonNullable<Awaited<ReturnType<typeof selectRequest>>>): Source => ({
  source: 'our-record',
  record: request.shortCode,
  at: request.createdAt,
  says: { reference: code(request.shortCode), amount: money(request.amount), state: code(request.status), when: time(request.createdAt) },
})

type Evidencer = (db: Db, subject: Subject) => Promise<Found>

/** Kinds about customers, businesses, the books and our reports. */
export const otherEvidence: Readonly<Record<string, Evidencer>> = {
  async 'top-up-return-failed'(db, { ref, refs }) {
    const transfer = await selectTransfer(db, ref)
    if (!transfer) return { evidence: sideBySide([missing('our-transfer')]) }
    const payment = await selectOutgoing(db, transfer.returnPaymentId ?? '')
    const ours: Source = {
      source: 'our-transfer',
      record: transfer.id,
      at: transfer.createdAt,
      says: { reference: code(transfer.reference), amount: money(transfer.amount), type: code(transfer.type), state: code(transfer.status), when: time(transfer.createdAt) },
    } // prettier-ignore
    const sent = payment ? [ofOutgoing(payment), returned(payment, refs.reason)] : [{ ...missing('bank-result'), says: { reason: code(refs.reason) } }]
    // The order back has a reference of its own.
    return { evidence: sideBySide([ours, ...sent], ['amount']), accountId: transfer.accountId }
  },
  async 'operator-payment-returned'(db, { ref, refs }) {
    const payment = await selectOutgoing(db, ref)
    return { evidence: sideBySide(payment ? [ofOutgoing(payment), returned(payment, refs.reason)] : [missing('our-order')]) }
  },
  async 'payee-name-mismatch'(db, { ref, refs }) {
    const account = await selectBankAccount(db, ref)
    const ours: Source = account
      ? { source: 'our-record', at: account.createdAt, says: { account: text(account.masked), when: time(account.createdAt) } }
      : missing('our-record')
    return { evidence: sideBySide([ours, { source: 'bank-answer', says: { state: code(refs.result ?? account?.payeeCheck) } }]) }
  },
  async 'asset-transfer-reported'(db, { ref, refs }) {
    const transfer = await selectAssetTransfer(db, ref)
    if (!transfer) return { evidence: sideBySide([missing('our-transfer')]) }
    const says = { amount: money(transfer.value), type: code(transfer.category), state: code(transfer.status), when: time(transfer.createdAt) }
    return {
      evidence: sideBySide([
        { source: 'our-transfer', record: ref, at: transfer.createdAt, says },
        { source: 'report', says: { reason: code(refs.reason), orders: text(`${transfer.reports}`) } },
      ]),
    }
  },
  async 'code-payment-reported'(db, { ref }) {
    const request = await selectRequest(db, ref)
    if (!request) return { evidence: sideBySide([missing('our-payment')]) }
    const till: Source = {
      source: 'our-payment',
      ...(request.paidAt && { at: request.paidAt }),
      says: { type: code('patron-code'), when: time(request.paidAt) },
    }
    return { evidence: sideBySide([ofRequest(request), till]) }
  },
  async 'payment-request-not-closed'(db, { ref, refs }) {
    const request = await selectRequest(db, ref)
    if (!request) return { evidence: sideBySide([missing('our-record')]) }
    const books: Source = { source: 'our-books', record: `request:${ref}`, says: { amount: money(request.holds ?? 0n), reason: text(refs.reason) } }
    return { evidence: sideBySide([{ ...ofRequest(request), says: { ...ofRequest(request).says, when: time(request.expiresAt) } }, books], []) }
  },
  async 'negative-balance-overdue'(db, { ref, refs, amount, openedAt }) {
    const balance = await selectBalance(db, `asset:${ref}`)
    return {
      evidence: sideBySide([
        {
          source: 'our-record',
          at: openedAt,
          says: { amount: money(amount === null ? null : -amount), day: day(refs.since?.slice(0, 10)), when: time(openedAt) },
        },
        { source: 'our-books', record: `asset:${ref}`, says: { amount: money(balance) } },
      ]),
    }
  },
  'reveal-limit': async (_db, { ref, openedAt }) => ({
    evidence: sideBySide([{ source: 'our-record', record: ref, at: openedAt, says: { type: code('reveal'), when: time(openedAt) } }]),
  }),
  'reveals-to-review': async (_db, { ref, refs, openedAt }) => ({
    evidence: sideBySide([{ source: 'our-record', record: ref, at: openedAt, says: { reason: text(`${refs.reveals} reveals`), when: time(openedAt) } }]),
  }),
  async 'books-broken'(db, { refs, openedAt }) {
    const check = await selectBookCheck(db)
    return {
      evidence: sideBySide([
        { source: 'report', at: openedAt, says: { reason: text(refs.invariants), when: time(openedAt) } },
        { source: 'our-books', ...(check && { at: check.at }), says: { reason: text(check?.broken.join(', ') || 'none'), when: time(check?.at) } },
      ]),
    }
  },
  async 'books-not-anchored'(db, { refs, openedAt }) {
    const last = await selectLastAnchor(db)
    const anchor: Source = last
      ? { source: 'our-books', record: String(last.number), at: last.madeAt, says: { when: time(last.madeAt) } }
      : missing('our-books')
    return { evidence: sideBySide([{ source: 'report', at: openedAt, says: { reason: text(refs.reason), when: time(openedAt) } }, anchor]) }
  },
  'safeguarding-short': (db, { ref, refs }) => reportEvidence(db, refs.day ?? ref),
  'safeguarding-not-signed': (db, { ref }) => reportEvidence(db, ref),
}

/** What we owe customers at the end of a day, and what our banks hold for them. */
async function reportEvidence(db: Db, on: string): Promise<Found> {
  const report = await selectReport(db, on)
  if (!report) return { evidence: sideBySide([{ ...missing('report'), record: on }]) }
  const { owed, held, preparedAt, signatures } = report
  return {
    evidence: sideBySide(
      [
        {
          source: 'our-books',
          record: 'owed',
          at: preparedAt,
          says: { amount: money(owed), day: day(on), state: text(`${signatures}/2`), when: time(preparedAt) },
        },
        { source: 'statement', record: 'held', at: preparedAt, says: { amount: money(held), day: day(on) } },
      ],
      held < owed ? ['amount'] : [],
    ),
  }
}
