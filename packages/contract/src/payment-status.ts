import type { cancellationReasons, RequestStatus } from './payment-request-states.ts'

/** What a merchant is told about a payment: exactly one of these, in lists, on its page, in exports and in webhooks. */
export const paymentStatuses = ['waiting', 'paid', 'bank-finishing', 'part-paid', 'part-refunded', 'refunded', 'declined', 'expired', 'cancelled'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** The words for each status. The portal translates them; exports use them as they are. */
export const paymentStatusNames = {
  waiting: 'Waiting',
  paid: 'Paid',
  'bank-finishing': 'Bank is finishing',
  'part-paid': 'Part paid',
  'part-refunded': 'Part refunded',
  refunded: 'Refunded',
  declined: 'Declined',
  expired: 'Expired',
  cancelled: 'Cancelled',
} as const satisfies Record<PaymentStatus, string>

/** Cancelled because the payer or their provider did not pay, not because the merchant or the customer stopped it. */
export const declinedReasons: readonly (typeof cancellationReasons)[number][] = [
  'PAYMENT_FAILED',
  'DECLINED_BY_PATRON',
  'DECLINED_BY_MERCHANT',
  'PAYMENT_DECLINED',
  'NO_AVAILABLE_PAYMENT_OPTIONS',
  'INACTIVE_ASSET',
  'PATRON_CODE_INVALID',
  'PATRON_CODE_EXPIRED',
]

export interface PaymentState {
  /** As of now: a request past its expiry is expired, unless a bank or card still finishes a payment. */
  status: RequestStatus
  /** An external payment has started and its outcome is not known yet. */
  isReserved: boolean
  /** Requested; of a pre-authorised payment that was released, what was captured. */
  amount: bigint
  /** What has been paid; of a pre-authorised payment, what was captured. */
  received: bigint
  /** What of it cash was rounded by, which cannot be refunded. */
  rounding?: bigint
  refunded: bigint
  cancellationReason: string | null
}

/** The same rule in SQL is in apps/api/src/modules/merchant-payments/store-status.ts; a test compares the two. */
export function paymentStatus({ status, isReserved, amount, received, refunded, rounding = 0n, cancellationReason }: PaymentState): PaymentStatus {
  if (status === 'expired') return 'expired'
  if (status === 'cancelled') return (declinedReasons as readonly (string | null)[]).includes(cancellationReason) ? 'declined' : 'cancelled'
  if (isReserved) return 'bank-finishing'
  if (refunded > 0n) return refunded < received - rounding ? 'part-refunded' : 'refunded'
  if (received > 0n && received < amount) return 'part-paid'
  // Everything is paid and the request is still new: the merchant has to answer a condition.
  if (received > 0n) return status === 'paid' ? 'paid' : 'waiting'
  // A pre-authorisation that was released without a capture asks for nothing any more.
  return status === 'paid' && amount === 0n ? 'cancelled' : 'waiting'
}
