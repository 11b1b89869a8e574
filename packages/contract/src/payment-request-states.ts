import { type Cents, subtract } from '@nikau/money'

export const requestStatuses = ['new', 'paid', 'expired', 'cancelled'] as const
export type RequestStatus = (typeof requestStatuses)[number]

/** What happens to a request. Every change of a request names its event; the status follows from the table below and from nothing else. */
export const requestEvents = [
  /** One payment of several: an amount remains due. */
  'instalment',
  /** Nothing remains due. */
  'paid-in-full',
  /** A `partial-payment` closes the request; the merchant collects the remainder elsewhere. */
  'paid-in-part',
  /** The payer has approved, but a merchant condition is still pending. */
  'paid-conditionally',
  'condition-accepted',
  /** The last pending condition of an approved request was accepted. */
  'conditions-met',
  'condition-declined',
  'cancel',
  'void',
  'expiry',
  'refund',
  /** An external payment method takes back a payment that it had reported as paid, while the request can still be paid. */
  'payment-reversed',
  /** Part or all of a pre-authorised amount was captured. */
  'capture',
  /** The rest of a pre-authorised amount was released. */
  'release',
] as const
export type RequestEvent = (typeof requestEvents)[number]

/**
 * The status that each event leads to. Expired and cancelled are final. A paid request leaves its status only by a void or by the
 * reversal of an external payment; refunds, captures and releases keep it. Releasing a request that was never authorised cancels it.
 */
export const requestTransitions: Readonly<Record<RequestStatus, Readonly<Partial<Record<RequestEvent, RequestStatus>>>>> = {
  new: {
    instalment: 'new',
    'paid-in-full': 'paid',
    'paid-in-part': 'paid',
    'paid-conditionally': 'new',
    'condition-accepted': 'new',
    'conditions-met': 'paid',
    'condition-declined': 'cancelled',
    cancel: 'cancelled',
    void: 'cancelled',
    release: 'cancelled',
    expiry: 'expired',
    'payment-reversed': 'new',
  },
  paid: { void: 'cancelled', 'payment-reversed': 'new', refund: 'paid', capture: 'paid', release: 'paid' },
  expired: {},
  cancelled: {},
}

/** The status that an event leads to; undefined when the event cannot happen in this status. */
export function statusAfter(status: RequestStatus, event: RequestEvent): RequestStatus | undefined {
  return requestTransitions[status][event]
}

/** The status as of now: a new request is expired from its expiry on, whether or not a job has recorded it yet. */
export function statusAt(request: { status: RequestStatus; expiresAt: Date }, now: Date): RequestStatus {
  return request.status === 'new' && now.getTime() >= request.expiresAt.getTime() ? 'expired' : request.status
}

/**
 * The effect of a payment on the amount due. Without a mode it pays all of it. An instalment (`multi-asset-payment`) leaves the
 * request new until nothing remains; a `partial-payment` closes it at once. Undefined when the amount does not fit.
 */
export function afterPayment(
  remaining: Cents,
  payment: { amount: Cents; mode?: 'partial-payment' | 'multi-asset-payment' | undefined },
): { remaining: Cents; event: 'paid-in-full' | 'paid-in-part' | 'instalment' } | undefined {
  if (payment.amount <= 0n || payment.amount > remaining) return undefined
  const left = subtract(remaining, payment.amount)
  if (left === 0n) return { remaining: left, event: 'paid-in-full' }
  if (payment.mode === undefined) return undefined
  return { remaining: left, event: payment.mode === 'partial-payment' ? 'paid-in-part' : 'instalment' }
}

/** The refusal of a call that needs a new request. */
export const refusalOfStatus = {
  paid: 'REQUEST_PAID',
  expired: 'REQUEST_EXPIRED',
  cancelled: 'REQUEST_CANCELLED',
} as const satisfies Record<Exclude<RequestStatus, 'new'>, string>

export const cancellationReasons = [
  'CANCELLED_BY_MERCHANT',
  'CANCELLED_BY_PATRON',
  'PATRON_CODE_INVALID',
  'PATRON_CODE_EXPIRED',
  'PAYMENT_FAILED',
  'DECLINED_BY_PATRON',
  'DECLINED_BY_MERCHANT',
  'PAYMENT_DECLINED',
  'PAYMENT_REQUEST_EXPIRED',
  'NO_AVAILABLE_PAYMENT_OPTIONS',
  'INACTIVE_ASSET',
] as const

export const voidWindowMs = 24 * 60 * 60 * 1000

export const defaultExpirySeconds = 120
export const maxExpirySeconds = 86_400

/** The page of the shop to return to: one of the pair if the merchant registered a pair, with the request's id added. */
export function returnAddress(request: {
  id: string
  status: RequestStatus
  redirectUrl?: string | undefined
  redirectPaidUrl?: string | undefined
  redirectCancelUrl?: string | undefined
}): string | undefined {
  const chosen = (request.status === 'paid' ? request.redirectPaidUrl : request.redirectCancelUrl) ?? request.redirectUrl
  if (chosen === undefined) return undefined
  const url = new URL(chosen)
  url.searchParams.set('paymentRequestId', request.id)
  return url.href
}
