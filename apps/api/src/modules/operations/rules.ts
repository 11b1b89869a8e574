import { type DeskRole as Role, deskRoles as roles } from '@nikau/contract/desk/roles'
import { z } from 'zod'
import type { ExceptionKind } from '../exceptions/index.ts'

export { deskRoles as roles, rolesConflict, type DeskRole as Role } from '@nikau/contract/desk/roles'

export const newOperator = z.strictObject({
  operator: z.string().regex(/^[a-z][a-z0-9.-]{1,39}$/),
  name: z.string().trim().min(1).max(100),
  /** Their login at the database. */
  login: z.string().regex(/^[a-z_][a-z0-9_.-]{0,62}$/),
  roles: z.array(z.enum(roles)).max(roles.length),
  /** Their own account as a customer, if they have one. */
  personId: z.uuid().optional(),
})

/** How long a proposal can be approved. */
export const proposalHours = 24

/** From these amounts (cents) money that people move by hand needs more of them. */
export const thresholds = { financeLead: 100_000n, compliance: 1_000_000n, closeException: 50_000n } as const

/** The roles of one approver; any of them will do. */
type Approver = readonly Role[]

export interface ActRule {
  /** Who may propose it, or do it alone when nobody has to agree. */
  proposers: readonly Role[]
  /** Who has to agree, in this order, each another person. `amount` is zero when no money moves. */
  approvers: (amount: bigint) => readonly Approver[]
  /** It may be refused while the books are broken: money leaves for a bank account. */
  sendsMoney?: boolean
  /** Must name a letter, a ticket or a call that proves what the operator says. */
  needsEvidence?: boolean
  /** It can be proposed at the desk without a recent use of the passkey: it moves nothing, or makes something safer. */
  withoutPasskey?: boolean
}

const anyFinance: Approver = ['finance', 'finance-lead']
const lead: Approver = ['finance-lead']

/** Money moved by hand: another of finance, from $1,000.00 a finance lead, from $10,000.00 one of compliance as well. */
const byAmount = (amount: bigint): readonly Approver[] =>
  amount >= thresholds.compliance ? [lead, ['compliance']] : [amount >= thresholds.financeLead ? lead : anyFinance]
const alone = () => []

const riskOrCompliance: Approver = ['risk', 'compliance']

const operationsAndFinance: readonly Role[] = ['operations', 'finance', 'finance-lead']

/** Orders to the bank as a whole: another of operations or finance, from $10,000.00 a finance lead. */
const byFile = (amount: bigint): readonly Approver[] => [amount >= thresholds.compliance ? lead : operationsAndFinance]
const fromFiveHundred = (amount: bigint): readonly Approver[] => (amount >= thresholds.closeException ? [operationsAndFinance] : [])

/** Who may do what, and who has to agree (requirements-desk.md). Making something safer takes one person, moving money by hand two. */
export const actRules = {
  adjustment: { proposers: ['finance', 'finance-lead'], approvers: byAmount, needsEvidence: true },
  'pay-out': { proposers: operationsAndFinance, approvers: byAmount, sendsMoney: true, needsEvidence: true },
  'resend-file': { proposers: operationsAndFinance, approvers: byFile, sendsMoney: true, needsEvidence: true },
  'fail-file': { proposers: operationsAndFinance, approvers: byFile, needsEvidence: true },
  'settle-order': { proposers: operationsAndFinance, approvers: byAmount, needsEvidence: true },
  'fail-order': { proposers: operationsAndFinance, approvers: byAmount, needsEvidence: true },
  'match-differences': { proposers: operationsAndFinance, approvers: fromFiveHundred },
  'close-exception': { proposers: operationsAndFinance, approvers: fromFiveHundred, withoutPasskey: true },
  'send-back': { proposers: operationsAndFinance, approvers: byAmount, sendsMoney: true, needsEvidence: true },
  'ask-bank-again': { proposers: operationsAndFinance, approvers: alone, withoutPasskey: true },
  'decide-bank-payment': { proposers: operationsAndFinance, approvers: byAmount, needsEvidence: true },
  'decide-card-payment': { proposers: operationsAndFinance, approvers: byAmount, needsEvidence: true },
  'mark-card-refunded': { proposers: operationsAndFinance, approvers: byAmount, needsEvidence: true },
  'refund-otherwise': { proposers: operationsAndFinance, approvers: byAmount, sendsMoney: true, needsEvidence: true },
  'settle-reversal': { proposers: ['finance', 'finance-lead'], approvers: byAmount, needsEvidence: true },
  vouch: { proposers: ['support', 'operations', 'risk'], approvers: () => [['risk', 'compliance']], needsEvidence: true },
  'return-again': { proposers: operationsAndFinance, approvers: byAmount, sendsMoney: true, needsEvidence: true },
  'book-receipt': { proposers: ['finance', 'finance-lead'], approvers: byAmount, needsEvidence: true },
  'accept-card-line': { proposers: ['finance', 'finance-lead'], approvers: byAmount, needsEvidence: true },
  'write-off-card-line': { proposers: ['finance', 'finance-lead'], approvers: byAmount, needsEvidence: true },
  'write-off-bill': { proposers: ['finance', 'finance-lead'], approvers: byAmount, needsEvidence: true },
  'take-exception': { proposers: [...operationsAndFinance, 'risk'], approvers: alone, withoutPasskey: true },
  'note-exception': { proposers: [...operationsAndFinance, 'risk'], approvers: alone, withoutPasskey: true },
  'sign-safeguarding': { proposers: anyFinance, approvers: () => [lead] },
  access: { proposers: ['admin'], approvers: () => [['admin', 'compliance']] },
  'confirm-access': { proposers: ['admin', 'compliance'], approvers: alone },
  'freeze-account': { proposers: ['support', 'operations', 'risk', 'compliance'], approvers: alone, withoutPasskey: true },
  'note-account': { proposers: ['support', 'operations', 'risk', 'compliance'], approvers: alone, withoutPasskey: true },
  'end-sessions': { proposers: ['support', 'operations', 'risk', 'compliance'], approvers: alone, withoutPasskey: true },
  'remove-passkeys': { proposers: ['support', 'operations', 'risk', 'compliance'], approvers: alone },
  'lift-freeze': { proposers: riskOrCompliance, approvers: () => [riskOrCompliance] },
  'hold-payouts': { proposers: [...operationsAndFinance, 'risk', 'compliance'], approvers: alone, withoutPasskey: true },
  'release-payouts': { proposers: ['finance', 'finance-lead', 'risk', 'compliance'], approvers: () => [riskOrCompliance] },
  'raise-reserve': { proposers: [...operationsAndFinance, 'risk', 'compliance'], approvers: alone, withoutPasskey: true },
  'lower-reserve': { proposers: ['finance', 'finance-lead', 'risk', 'compliance'], approvers: () => [riskOrCompliance] },
  'lift-business-limits': { proposers: ['operations', 'risk', 'compliance'], approvers: () => [riskOrCompliance] },
  'accept-payee': { proposers: ['support', 'operations', 'risk'], approvers: () => [riskOrCompliance], needsEvidence: true },
  'change-fees': { proposers: ['operations', 'finance-lead', 'risk', 'compliance'], approvers: () => [lead] },
  'close-account': { proposers: ['support', 'operations'], approvers: byAmount, sendsMoney: true, needsEvidence: true },
  'pay-estate': { proposers: ['support', 'operations'], approvers: (amount) => [byAmount(amount)[0]!, ['compliance']], sendsMoney: true, needsEvidence: true },
  stop: { proposers: [...operationsAndFinance, 'risk', 'compliance'], approvers: alone, withoutPasskey: true },
  'start-again': { proposers: ['operations', 'finance-lead', 'compliance'], approvers: () => [['operations', 'finance-lead']] },
  'start-after-break': { proposers: ['operations', 'finance-lead', 'compliance'], approvers: () => [lead, ['compliance']] },
  'set-flag': { proposers: ['operations', 'risk', 'compliance'], approvers: alone, withoutPasskey: true },
} as const satisfies Record<string, ActRule>

export type ActKind = keyof typeof actRules

/** Who has to agree, from which amounts (cents) on. */
export function agreements(approvers: ActRule['approvers']): { from: bigint; needs: readonly Approver[] }[] {
  const amounts = [0n, 1n, ...Object.values(thresholds)].toSorted((a, b) => Number(a - b))
  const steps = amounts.map((from) => ({ from, needs: approvers(from) }))
  return steps.filter(({ needs }, at) => at === 0 || JSON.stringify(needs) !== JSON.stringify(steps[at - 1]!.needs))
}

/** The acts on an exception itself, which every kind has; a kind whose money we hold is not closed by hand. */
const onException = ['take-exception', 'note-exception', 'close-exception'] as const satisfies readonly ActKind[]

const decideFile = ['fail-file', 'resend-file'] as const
const decideOrder = ['fail-order', 'settle-order'] as const
const explainDifference = ['match-differences', 'adjustment'] as const

/**
 * What resolves an exception, beside closing it with a note: the safest act first. A kind that is missing waits for an answer of a bank
 * or a company and closes itself, or is closed with a note.
 */
export const actsOf: Readonly<Partial<Record<ExceptionKind, readonly ActKind[]>>> = {
  'bank-file-rejected': decideFile,
  'bank-file-conflict': [...decideFile, ...decideOrder],
  'bank-result-mismatch': decideOrder,
  'bank-result-unknown-reference': decideOrder,
  'bank-result-conflict': decideOrder,
  'bank-result-missing': decideOrder,
  'bank-settlement-conflict': ['fail-order'],
  'statement-duplicate': explainDifference,
  'statement-missing': ['match-differences', 'fail-order', 'adjustment'],
  'statement-wrong-amount': ['match-differences', ...decideOrder, 'adjustment'],
  'statement-unknown': ['match-differences', ...decideOrder, 'adjustment'],
  'statement-sum': explainDifference,
  'statement-balance': explainDifference,
  'bank-payment-indeterminate': ['decide-bank-payment'],
  'bank-payment-after-failure': ['decide-bank-payment'],
  'bank-payment-reversed': ['adjustment'],
  'bank-payment-reversal-blocked': ['settle-reversal'],
  'bank-payment-surplus': ['ask-bank-again', 'send-back'],
  'bank-refund-due': ['ask-bank-again', 'send-back'],
  'card-payment-indeterminate': ['decide-card-payment'],
  'card-refund-unconfirmed': ['mark-card-refunded'],
  'card-refund-refused': ['mark-card-refunded', 'refund-otherwise'],
  'card-advice-line-unknown': ['decide-card-payment', 'book-receipt'],
  'card-advice-line-amount': ['accept-card-line'],
  'card-advice-line-missing': ['write-off-card-line'],
  'card-advice-unpaid': ['book-receipt'],
  'card-receipt-amount': ['book-receipt'],
  'card-receipt-without-advice': ['book-receipt'],
  'issuer-bill-overdue': ['write-off-bill'],
  'issuer-receipt-surplus': ['book-receipt'],
  'top-up-return-failed': ['vouch', 'return-again'],
  'payee-name-mismatch': ['accept-payee'],
  'asset-transfer-reported': ['freeze-account'],
  'code-payment-reported': ['freeze-account'],
  'negative-balance-overdue': ['adjustment'],
  'safeguarding-not-signed': ['sign-safeguarding'],
  'operator-payment-returned': ['pay-out'],
}

export function isOffered(kind: ExceptionKind, act: ActKind): boolean {
  return (onException as readonly ActKind[]).includes(act) || (actsOf[kind] ?? []).includes(act)
}

/** What is compared with the amounts of the rules: everything of a day on one subject or from one account. */
export const splitWindowHours = 24

/** The roles of the approvers still to come; empty when all have agreed. */
export function missingApprovers(needs: readonly Approver[], approvals: number): readonly Approver[] {
  return needs.slice(approvals)
}

/** Why an order failed, as an operator says it for the bank. */
export const orderFailures = [
  'declined',
  'insufficient-funds',
  'no-authority',
  'authority-cancelled',
  'account-closed',
  'account-transferred',
  'stopped-by-payer',
  'payer-deceased',
] as const
