import type { RefusalOf } from '@nikau/contract'
import type { getPaymentRequest } from '@nikau/contract/payment-requests'
import type { payPaymentRequest } from '@nikau/contract/payment-request-actions'

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
  FORBIDDEN: 'unknown',
  INVALID_ASSET_TYPE: 'unknown',
  INVALID_AMOUNT: 'unknown',
  ASSET_REDEMPTION_DENIED: 'unknown',
  QUOTA_EXCEEDED: 'unknown',
  PATRON_CODE_EXPIRED: 'unknown',
  PATRON_CODE_INVALID: 'unknown',
  PAYMENT_DECLINED: 'unknown',
  PAYMENT_UNCONFIRMED: 'unknown',
  IDEMPOTENT_OPERATION_FAILED: 'unknown',
}

export function modalForCode(code: string): ModalKind {
  return Object.hasOwn(modalByCode, code) ? modalByCode[code as Code] : 'unknown'
}
