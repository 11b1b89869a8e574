import { type Cents, subtract } from '@nikau/money'

/** The life of a payment request, as data: nothing else decides which status follows which. */

export const requestStatuses = ['new', 'paid', 'expired', 'cancelled'] as const
export type RequestStatus = (typeof requestStatuses)[number]

/** Everything that can happen to a request. */
export const requestEvents = [
  /** One payment of several: something remains and more is to come. */
  'instalment',
  /** Nothing remains. */
  'paid-in-full',
  /** The last payment here by `partial-payment`: what remains is collected by the merchant in another way. */
  'paid-in-part',
  'expiry',
  'void',
  'patron-cancel',
  'condition-declined',
  /** A charge that nobody is there to repeat (a card at the till) did not go through. */
  'charge-failed',
  'refund',
  /** A bank rejects what it had called paid, while there is still time to pay in another way. */
  'bank-took-back',
  'confirm',
  'release',
] as const
export type RequestEvent = (typeof requestEvents)[number]

/**
 * Where each event leads. Expired and cancelled are final. A paid request changes only by the merchant's void and by a bank that
 * takes back its word; refunds, confirmations and releases are activities beside it. Releasing an authorisation that never came cancels.
 */
export const requestTransitions: Readonly<Record<RequestStatus, Readonly<Partial<Record<RequestEvent, RequestStatus>>>>> = {
  new: {
    instalment: 'new',
    'paid-in-full': 'paid',
    'paid-in-part': 'paid',
    expiry: 'expired',
    void: 'cancelled',
    'patron-cancel': 'cancelled',
    'condition-declined': 'cancelled',
    'charge-failed': 'cancelled',
    release: 'cancelled',
    'bank-took-back': 'new',
  },
  paid: { void: 'cancelled', 'bank-took-back': 'new', refund: 'paid', confirm: 'paid', release: 'paid' },
  expired: {},
  cancelled: {},
}

/** The status that an event leads to, or nothing when it cannot happen in this status. */
export function statusAfter(status: RequestStatus, event: RequestEvent): RequestStatus | undefined {
  return requestTransitions[status][event]
}

/** The status as of now: a new request is expired from its expiry on, whether or not a job has written it down yet. */
export function statusAt(request: { status: RequestStatus; expiresAt: Date }, now: Date): RequestStatus {
  return request.status === 'new' && now.getTime() >= request.expiresAt.getTime() ? 'expired' : request.status
}

/**
 * What a payment does to what remains. Without a mode it is for all of it. An instalment (`multi-asset-payment`) leaves the
 * request new until nothing remains; a `partial-payment` closes it at once, and the rest stays for the merchant to collect.
 * Undefined when the amount does not fit.
 */
export function afterPayment(
  remaining: Cents,
  payment: { amount: Cents; mode?: 'partial-payment' | 'multi-asset-payment' | undefined },
): { remaining: Cents; event: RequestEvent } | undefined {
  if (payment.amount <= 0n || payment.amount > remaining) return undefined
  const left = subtract(remaining, payment.amount)
  if (left === 0n) return { remaining: left, event: 'paid-in-full' }
  if (payment.mode === undefined) return undefined
  return { remaining: left, event: payment.mode === 'partial-payment' ? 'paid-in-part' : 'instalment' }
}

/** The code with which an act that needs a new request is refused. */
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

/** Where the shopper goes back to: by the pair when the merchant gave one, with the request's id for the merchant to look up. */
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
