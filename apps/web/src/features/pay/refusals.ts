import type { RefusalOf } from '@nikau/contract'
import type { getPaymentRequest } from '@nikau/contract/payment-requests'
import type { payPaymentRequest } from '@nikau/contract/payment-request-acts'

/** Everything that a modal on the pay screen can say. */
export type ModalKind = 'timed-out' | 'duplicate' | 'cancelled' | 'insufficient' | 'inactive' | 'conflict' | 'not-found' | 'incompatible' | 'wrong'

/** What the two calls of this screen refuse with, and what other ways of paying report to it. */
type Code =
  | RefusalOf<typeof payPaymentRequest>
  | RefusalOf<typeof getPaymentRequest>
  | 'INSUFFICIENT_WALLET_BALANCE'
  | 'INSUFFICIENT_ASSET_BALANCE'
  | 'INVALID_MERCHANT_CONFIGURATION'

/** One modal for each code. A code that the contract gains does not compile until it has one. */
const modalOfCode: Readonly<Record<Code, ModalKind>> = {
  REQUEST_EXPIRED: 'timed-out',
  REQUEST_PAID: 'duplicate',
  REQUEST_CANCELLED: 'cancelled',
  INSUFFICIENT_ASSET_VALUE: 'insufficient',
  INSUFFICIENT_WALLET_BALANCE: 'insufficient',
  INSUFFICIENT_ASSET_BALANCE: 'insufficient',
  INACTIVE_ASSET: 'inactive',
  INVALID_MERCHANT_CONFIG: 'conflict',
  INVALID_MERCHANT_CONFIGURATION: 'conflict',
  REQUEST_NOT_FOUND: 'not-found',
  FORBIDDEN: 'wrong',
  INVALID_ASSET_TYPE: 'wrong',
  INVALID_AMOUNT: 'wrong',
  ASSET_REDEMPTION_DENIED: 'wrong',
  QUOTA_EXCEEDED: 'wrong',
  PATRON_CODE_EXPIRED: 'wrong',
  PATRON_CODE_INVALID: 'wrong',
  PAYMENT_DECLINED: 'wrong',
  PAYMENT_UNCONFIRMED: 'wrong',
  IDEMPOTENT_OPERATION_FAILED: 'wrong',
}

export function modalOf(code: string): ModalKind {
  return Object.hasOwn(modalOfCode, code) ? modalOfCode[code as Code] : 'wrong'
}
