import type { ActField, OfferedAct } from '@nikau/contract/desk/exceptions'
import type { DeskRole } from '@nikau/contract/desk/roles'
import type { ExceptionKind } from '@nikau/contract/desk/exception-kinds'
import { closedByPayment } from '../exceptions/index.ts'
import { type ActKind, type ActRule, actRules, actsOf, orderFailures } from '../operations/index.ts'

/** What is known of an exception when its acts are offered. */
export interface ActSubject {
  kind: ExceptionKind
  ref: string
  refs: Readonly<Record<string, string>>
  amount: bigint | null
  closed: boolean
  /** Of the order that it is about. */
  reference: string | undefined
  /** What it adds to what the statements hold beyond the books; of a difference. */
  excess: bigint | undefined
  /** Open differences that would cancel it out, or that show its order. */
  matching: readonly string[]
  returnId: string | null
  billId: string | null
  walletId: string | null
}

const fixed = (name: string, value: string | number | null | undefined): ActField =>
  value === null || value === undefined || value === '' ? { name, input: 'text' } : { name, input: 'fixed', value }
const payee = (optional?: true): ActField => ({ name: 'payee', input: 'payee', ...(optional && { optional }) })
const differences = ({ matching }: ActSubject): ActField => ({ name: 'differences', input: 'differences', value: [...matching], optional: true })
const receiver = (value?: string): ActField => ({ name: 'to', input: 'choice', options: ['unclaimed', 'own', 'losses'], ...(value !== undefined && { value }) })
const size = (amount: bigint | null | undefined) => (amount === null || amount === undefined ? undefined : String(amount < 0n ? -amount : amount))

/**
 * An adjustment as its exception suggests it: what our account at the bank has too much waits for whom it belongs to, what it has too
 * little is a loss, until a person says better.
 */
function adjustmentFields(subject: ActSubject): ActField[] {
  const { kind, ref, amount, excess, walletId } = subject
  const words = (value: string): ActField => ({
    name: 'words',
    input: 'choice',
    options: ['correction', 'goodwill', 'fee-refund', 'recovery', 'write-off'],
    value,
  })
  const account = (name: 'debit' | 'credit', value: string | undefined): ActField => ({ name, input: 'account', ...(value !== undefined && { value }) })
  const of = (value: string | undefined): ActField => ({ name: 'amount', input: 'amount', ...(value !== undefined && { value }) })
  if (kind === 'negative-balance-overdue') return [account('debit', 'losses:nzd.main'), account('credit', `asset:${ref}`), of(size(amount)), words('write-off')]
  if (excess === undefined)
    return [account('debit', 'losses:nzd.main'), account('credit', walletId === null ? undefined : `asset:${walletId}`), of(size(amount)), words('correction')]
  const tooMuch = excess > 0n
  return [
    account('debit', tooMuch ? 'bank' : 'losses:nzd.main'),
    account('credit', tooMuch ? 'unclaimed:nzd.main' : 'bank'),
    of(size(excess)),
    words('correction'),
    { ...differences(subject), value: [] },
  ]
}

/** What each act has to be told, with all that the exception says already (DESK-46). */
const fieldsOf: Readonly<Partial<Record<ActKind, (subject: ActSubject) => ActField[]>>> = {
  'fail-file': ({ refs }) => [fixed('fileId', refs.fileId)],
  'resend-file': ({ refs }) => [fixed('fileId', refs.fileId), { name: 'without', input: 'lines', optional: true }],
  'settle-order': (subject) => [fixed('reference', subject.reference), differences(subject)],
  'fail-order': (subject) => [
    fixed('reference', subject.reference),
    { name: 'reason', input: 'choice', options: [...orderFailures], value: 'declined' },
    differences(subject),
  ],
  'match-differences': (subject) => [{ name: 'differences', input: 'differences', value: [...subject.matching] }],
  adjustment: adjustmentFields,
  'decide-bank-payment': ({ ref }) => [fixed('bankPaymentId', ref), { name: 'paid', input: 'yes-no' }],
  'settle-reversal': ({ ref }) => [fixed('bankPaymentId', ref)],
  'ask-bank-again': ({ returnId }) => [fixed('returnId', returnId)],
  'send-back': ({ returnId }) => [fixed('returnId', returnId), payee()],
  'decide-card-payment': ({ ref, refs }) => [fixed('cardPaymentId', refs.key ?? ref), { name: 'charged', input: 'yes-no' }],
  'mark-card-refunded': ({ ref }) => [fixed('cardRefundId', ref)],
  'refund-otherwise': ({ ref }) => [fixed('cardRefundId', ref), payee()],
  'book-receipt': ({ kind, ref, refs }) => {
    if (kind === 'issuer-receipt-surplus') return [fixed('transaction', ref), receiver('unclaimed')]
    const line = kind === 'card-advice-line-unknown' ? [fixed('line', Number(refs.line))] : []
    return [fixed('reference', refs.advice ?? refs.reference ?? ref), ...line, receiver()]
  },
  'accept-card-line': ({ refs }) => [fixed('reference', refs.advice), fixed('line', Number(refs.line)), receiver('losses')],
  'write-off-card-line': ({ ref, refs }) => [fixed('key', refs.key ?? ref)],
  'write-off-bill': ({ billId }) => [fixed('billId', billId)],
  vouch: ({ refs }) => [fixed('bankAccountId', refs.bankAccountId)],
  'return-again': ({ ref }) => [fixed('fundsTransferId', ref), payee(true)],
  'accept-payee': ({ ref }) => [fixed('bankAccountId', ref)],
  'freeze-account': ({ refs }) => [fixed('accountId', refs.senderAccountId ?? refs.accountId), { name: 'reason', input: 'text' }],
  'sign-safeguarding': ({ ref }) => [fixed('day', ref)],
  'pay-out': ({ refs, amount }) => [
    { name: 'debit', input: 'account', ...(refs.account !== undefined && { value: refs.account }) },
    { name: 'amount', input: 'amount', ...(amount !== null && { value: String(amount) }) },
    payee(),
    { name: 'particulars', input: 'text', value: 'NIKAU' },
  ],
}

/** Acts that move nothing, in the books or at the bank. */
const movesNothing: ReadonlySet<ActKind> = new Set<ActKind>([
  'take-exception',
  'note-exception',
  'close-exception',
  'match-differences',
  'ask-bank-again',
  'accept-payee',
  'freeze-account',
  'sign-safeguarding',
])

/** Acts for this kind, the safest first: taking and noting, what its runbook names, closing by hand where that is allowed. */
export function offeredActs(subject: ActSubject, roles: readonly DeskRole[]): OfferedAct[] {
  const { kind, amount, closed } = subject
  const resolving = actsOf[kind] ?? []
  const own: ActKind[] = closed ? ['note-exception'] : ['take-exception', 'note-exception', ...resolving]
  const kinds: ActKind[] = closed || closedByPayment.has(kind) ? own : [...own, 'close-exception']
  const concerned = amount === null ? 0n : amount < 0n ? -amount : amount
  return kinds.map((act) => {
    const rule: ActRule = actRules[act]
    const moved = movesNothing.has(act) && act !== 'close-exception' && act !== 'match-differences' ? 0n : concerned
    return {
      act,
      may: rule.proposers.some((role) => roles.includes(role)),
      money: movesNothing.has(act) ? 'none' : rule.sendsMoney ? 'out' : 'books',
      needs: rule.approvers(moved).map((one) => [...one]),
      needsEvidence: rule.needsEvidence === true,
      needsPasskey: rule.withoutPasskey !== true,
      fields: fieldsOf[act]?.(subject) ?? [],
    }
  })
}

/** Whether closing it by hand takes a second person. */
export function closesWithSecondPerson(amount: bigint | null): boolean {
  return (actRules['close-exception'] as ActRule).approvers(amount === null ? 0n : amount < 0n ? -amount : amount).length > 0
}
