/**
 * Every kind of exception there is. The table's CHECK constraint repeats the list, and docs/operations/exceptions.md has one
 * section for each: a new kind is added in all three.
 */
export const exceptionKinds = [
  'bank-payment-unconfirmed',
  'bank-payment-indeterminate',
  'bank-payment-after-failure',
  'bank-payment-reversed',
  'bank-payment-reversal-blocked',
  'bank-payment-surplus',
  'bank-refund-due',
  'card-payment-unconfirmed',
  'card-payment-indeterminate',
  'card-refund-unconfirmed',
  'card-refund-refused',
  'payment-request-not-closed',
  'bank-file-rejected',
  'bank-file-conflict',
  'bank-order-refused',
  'bank-order-invalid',
  'bank-results-unreadable',
  'bank-result-unknown-file',
  'bank-result-mismatch',
  'bank-result-unknown-reference',
  'bank-result-unknown-reason',
  'bank-result-conflict',
  'bank-result-failed',
  'bank-result-missing',
  'bank-settlement-conflict',
  'statement-duplicate',
  'statement-missing',
  'statement-wrong-amount',
  'statement-unknown',
  'statement-sum',
  'statement-balance',
  'card-advice-unreadable',
  'card-advice-line-unknown',
  'card-advice-line-amount',
  'card-advice-line-missing',
  'card-advice-unpaid',
  'card-receipt-amount',
  'card-receipt-without-advice',
  'issuer-bill-overdue',
  'issuer-receipt-surplus',
  'top-up-return-failed',
  'payee-name-mismatch',
  'asset-transfer-reported',
  'code-payment-reported',
  'operator-payment-returned',
  'negative-balance-overdue',
  'reveal-limit',
  'reveals-to-review',
  'books-not-anchored',
  'books-broken',
  'safeguarding-short',
  'safeguarding-not-signed',
] as const

export type ExceptionKind = (typeof exceptionKinds)[number]

/** What the queue is filtered by: kinds whose evidence is of one family. */
export const exceptionGroups = ['statements', 'bank-files', 'pay-by-bank', 'card', 'issuers', 'customers', 'books', 'access'] as const
export type ExceptionGroup = (typeof exceptionGroups)[number]

const groupsByStart: readonly (readonly [string, ExceptionGroup])[] = [
  ['statement-', 'statements'],
  ['bank-payment-', 'pay-by-bank'],
  ['bank-refund-', 'pay-by-bank'],
  ['bank-', 'bank-files'],
  ['card-', 'card'],
  ['issuer-', 'issuers'],
  ['reveal', 'access'],
  ['books-', 'books'],
  ['safeguarding-', 'books'],
]

export function groupOfException(kind: ExceptionKind): ExceptionGroup {
  return groupsByStart.find(([start]) => kind.startsWith(start))?.[1] ?? 'customers'
}
