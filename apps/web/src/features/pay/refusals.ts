import type { RefusalOf } from '@nikau/contract'
import type { getPaymentRequest } from '@nikau/contract/payment-requests'
import type { payPaymentRequest } from '@nikau/contract/payment-request-actions'
import type { CallError } from '../../lib/call-error.ts'
import { isOutcomeUnknown } from '../../lib/outcome-unknown.ts'
import { entryOf } from '../../lib/refusal-table.ts'

/** The modals of the pay screen. */
export type ModalKind =
  | 'timed-out'
  | 'duplicate'
  | 'cancelled'
  | 'insufficient'
  | 'own-limit'
  | 'frozen'
  | 'inactive'
  | 'conflict'
  | 'not-found'
  | 'incompatible'
  | 'forbidden'
  | 'not-accepted'
  | 'amount-changed'
  | 'token-denied'
  | 'quota'
  | 'declined'
  | 'unconfirmed'
  | 'in-doubt'
  | 'unknown'

/** Refusal codes of the two calls of this screen, and of other payment methods that report to it. */
type Code =
  | RefusalOf<typeof payPaymentRequest>
  | RefusalOf<typeof getPaymentRequest>
  | 'INSUFFICIENT_WALLET_BALANCE'
  | 'INSUFFICIENT_ASSET_BALANCE'
  | 'INVALID_MERCHANT_CONFIGURATION'

/** One modal for each code. A new code in the contract does not compile until it has one. */
const modalByCode: Readonly<Record<Code, ModalKind>> = {
  REQUEST_EXPIRED: 'timed-out',
  REQUEST_PAID: 'duplicate',
  REQUEST_CANCELLED: 'cancelled',
  INSUFFICIENT_ASSET_VALUE: 'insufficient',
  INSUFFICIENT_WALLET_BALANCE: 'insufficient',
  INSUFFICIENT_ASSET_BALANCE: 'insufficient',
  OWN_LIMIT_EXCEEDED: 'own-limit',
  ACCOUNT_FROZEN: 'frozen',
  INACTIVE_ASSET: 'inactive',
  INVALID_MERCHANT_CONFIG: 'conflict',
  INVALID_MERCHANT_CONFIGURATION: 'conflict',
  REQUEST_NOT_FOUND: 'not-found',
  FORBIDDEN: 'forbidden',
  INVALID_ASSET_TYPE: 'not-accepted',
  INVALID_AMOUNT: 'amount-changed',
  ASSET_REDEMPTION_DENIED: 'token-denied',
  QUOTA_EXCEEDED: 'quota',
  PATRON_CODE_EXPIRED: 'inactive',
  PATRON_CODE_INVALID: 'inactive',
  PAYMENT_DECLINED: 'declined',
  PAYMENT_UNCONFIRMED: 'unconfirmed',
  IDEMPOTENT_OPERATION_FAILED: 'in-doubt',
}

export function modalForCode(code: string): ModalKind {
  return entryOf(modalByCode, code) ?? 'unknown'
}

/** Without a readable answer it is not known whether the payment was made. */
export function modalForError(error: CallError): ModalKind {
  return isOutcomeUnknown(error) ? 'in-doubt' : modalForCode(error.code)
}
