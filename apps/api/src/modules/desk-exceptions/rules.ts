import { type ExceptionKind, exceptionKinds, groupOfException } from '@nikau/contract/desk/exception-kinds'
import type { ExceptionDetail, Standing } from '@nikau/contract/desk/exceptions'
import { closedByPayment } from '../exceptions/index.ts'

/** Kinds that close when the bank, the company or a job has an answer: an operator waits, or sees that it comes. */
const closesItself: ReadonlySet<ExceptionKind> = new Set<ExceptionKind>([
  'bank-payment-unconfirmed',
  'card-payment-unconfirmed',
  'card-refund-unconfirmed',
  'payment-request-not-closed',
  'bank-results-unreadable',
  'bank-result-failed',
  'card-advice-unreadable',
  'card-advice-line-missing',
  'card-advice-unpaid',
  'card-receipt-amount',
  'card-receipt-without-advice',
  'issuer-bill-overdue',
  'payee-name-mismatch',
  'negative-balance-overdue',
  'books-not-anchored',
  'books-broken',
  'safeguarding-short',
  'safeguarding-not-signed',
])

const shownOfNote = 60

/** Where an exception stands, in one word: what waits for a person first. */
export function standingOf(row: {
  kind: ExceptionKind
  closedAt: Date | null
  proposalId: string | null
  proposedAct: string | null
  proposedAt: Date | null
  note: string | null
  notedAt: Date | null
}): Standing {
  if (row.closedAt) return { kind: 'closed', at: row.closedAt }
  if (row.proposalId !== null) return { kind: 'second-person', at: row.proposedAt!, act: row.proposedAct!, proposalId: row.proposalId }
  if (row.note !== null) return { kind: 'noted', at: row.notedAt!, note: row.note.length > shownOfNote ? `${row.note.slice(0, shownOfNote - 1)}…` : row.note }
  if (closedByPayment.has(row.kind)) return { kind: 'closes-by-payment' }
  return { kind: closesItself.has(row.kind) ? 'closes-itself' : 'to-do' }
}

/** What an exception is about, as short as it can be said: references and numbers of ours, never a name. */
export function subjectOf(row: {
  kind: ExceptionKind
  ref: string
  refs: Readonly<Record<string, string>>
  shortCode: string | null
  lastFour: string | null
  orders: number | null
}): string {
  const { kind, ref, refs, shortCode, lastFour, orders } = row
  const bank = refs.bank?.toUpperCase()
  if (lastFour !== null) return join(`card ••${lastFour}`, shortCode)
  if (groupOfException(kind) === 'pay-by-bank') return join(shortCode ? `request ${shortCode}` : 'top-up', bank)
  if (kind === 'payment-request-not-closed' || kind === 'code-payment-reported') return shortCode ? `request ${shortCode}` : ref
  if (orders !== null) return `${ref}, ${orders} ${orders === 1 ? 'order' : 'orders'}`
  if (groupOfException(kind) === 'statements') return statementSubject(kind, refs)
  if (kind.startsWith('bank-result') && refs.reference !== undefined) return refs.reference
  if (kind === 'books-broken') return refs.invariants ?? ref
  return ref.length > 40 ? `${ref.slice(0, 39)}…` : ref
}

const join = (...parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(', ')

function statementSubject(kind: ExceptionKind, { ref = '', day = '' }: Readonly<Record<string, string>>): string {
  if (kind === 'statement-sum' || kind === 'statement-balance') return `statement of ${day}`
  const [first = '', second] = ref.split(':')
  if (kind === 'statement-missing' || first === 'order') return second ?? ref
  return first.replace(/#\d+$/, '')
}

type Affects = ExceptionDetail['affects']

/** Whose money or service waits while it is open. */
const affectedBy: Readonly<Partial<Record<ExceptionKind, Affects>>> = {
  'bank-payment-unconfirmed': 'payer',
  'bank-payment-indeterminate': 'payer',
  'bank-payment-after-failure': 'payer',
  'bank-payment-reversed': 'merchant',
  'bank-payment-reversal-blocked': 'merchant',
  'bank-payment-surplus': 'payer',
  'bank-refund-due': 'payer',
  'card-payment-unconfirmed': 'payer',
  'card-payment-indeterminate': 'payer',
  'card-refund-unconfirmed': 'payer',
  'card-refund-refused': 'payer',
  'payment-request-not-closed': 'payer',
  'bank-file-rejected': 'customers',
  'bank-file-conflict': 'customers',
  'bank-order-refused': 'customer',
  'bank-order-invalid': 'customer',
  'bank-results-unreadable': 'customers',
  'bank-result-mismatch': 'customer',
  'bank-result-unknown-reference': 'customer',
  'bank-result-conflict': 'customer',
  'bank-result-failed': 'customer',
  'bank-result-missing': 'customer',
  'bank-settlement-conflict': 'customer',
  'card-advice-unpaid': 'us',
  'card-advice-line-missing': 'us',
  'card-receipt-amount': 'us',
  'issuer-bill-overdue': 'us',
  'issuer-receipt-surplus': 'issuer',
  'top-up-return-failed': 'customer',
  'payee-name-mismatch': 'merchant',
  'asset-transfer-reported': 'customer',
  'code-payment-reported': 'customer',
  'operator-payment-returned': 'payer',
  'negative-balance-overdue': 'us',
  'reveal-limit': 'customers',
  'reveals-to-review': 'customers',
  'books-broken': 'customers',
  'safeguarding-short': 'customers',
}
export const affects = (kind: ExceptionKind): Affects => affectedBy[kind] ?? 'nobody'

/** The job or call that raises a kind. */
const jobsByStart: readonly (readonly [string, string])[] = [
  ['statement-', 'reconcile-statements'],
  ['bank-file-', 'send-bank-file'],
  ['bank-order-refused', 'send-bank-file'],
  ['bank-order-invalid', 'build-bank-files'],
  ['bank-result', 'ingest-bank-results'],
  ['bank-settlement-', 'ingest-bank-results'],
  ['bank-payment-surplus', 'send-bank-returns'],
  ['bank-refund-', 'send-bank-returns'],
  ['bank-payment-', 'resume-bank-payments'],
  ['card-payment-', 'resume-card-payments'],
  ['card-refund-', 'resume-card-payments'],
  ['card-', 'settle-card-receipts'],
  ['issuer-', 'apply-bill-receipts'],
  ['payment-request-', 'expire-payment-requests'],
  ['top-up-return-', 'ingest-bank-results'],
  ['operator-payment-', 'ingest-bank-results'],
  ['payee-name-', 'compare-payees'],
  ['asset-transfer-', 'report by the recipient'],
  ['code-payment-', 'report by the payer'],
  ['negative-balance-', 'collect-negative-balances'],
  ['reveal-limit', 'tell-reveal-limit'],
  ['reveals-', 'list-reveals'],
  ['books-not-', 'anchor-books'],
  ['books-', 'check-books'],
  ['safeguarding-', 'prepare-safeguarding'],
]
export const raisedBy = (kind: ExceptionKind): string => jobsByStart.find(([start]) => kind.startsWith(start))![1]

export const kindsOf = ({ kind, group }: { kind?: ExceptionKind | undefined; group?: string | undefined }): readonly ExceptionKind[] | undefined =>
  kind !== undefined || group !== undefined
    ? exceptionKinds.filter((each) => (kind === undefined || each === kind) && (group === undefined || groupOfException(each) === group))
    : undefined
