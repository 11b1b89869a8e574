import type { CallError } from '../../lib/call-error.ts'

/** Why the card page cannot continue. */
export type CardError =
  | 'too-many-attempts'
  | 'insufficient-balance'
  | 'card-expired'
  | 'card-inactive'
  | 'contact-details-required'
  | 'card-invalid'
  | 'not-accepted'
  | 'paused'
  | 'declined'
  | 'unknown'
  | TemporaryError

/** Why the code page cannot continue. */
export type CodeError = 'code-invalid' | 'declined' | 'unknown' | TemporaryError

/** Nothing was decided, so the same step can be tried again. */
type TemporaryError = 'offline' | 'farmlands-unavailable' | 'server-error'

const cardErrorOfCode: Readonly<Record<string, CardError>> = {
  CARD_VERIFICATION_TOO_MANY_ATTEMPTS: 'too-many-attempts',
  INSUFFICIENT_ASSET_VALUE: 'insufficient-balance',
  PATRON_CODE_EXPIRED: 'card-expired',
  PATRON_CODE_INACTIVE: 'card-inactive',
  CARD_VERIFICATION_REQUIRES_CONTACT_DETAILS: 'contact-details-required',
  INVALID_ASSET_TYPE: 'not-accepted',
  PAUSED: 'paused',
}

/** An error of the card itself; either the reason or the code of the response names it. */
export function cardErrorOf({ code, reason = '' }: CallError): CardError | undefined {
  return [reason, code].map((name) => (Object.hasOwn(cardErrorOfCode, name) ? cardErrorOfCode[name] : undefined)).find(Boolean)
}

/** The payment request is no longer new, and its own page says what became of it. */
export function isRequestClosed({ code }: CallError): boolean {
  return ['REQUEST_PAID', 'REQUEST_CANCELLED', 'REQUEST_EXPIRED', 'REQUEST_NOT_FOUND'].includes(code)
}

/** The error of a verification step: `refused` for a refusal, otherwise a temporary one. */
export function verificationErrorOf<Refused extends string>(error: CallError, refused: Refused): Refused | TemporaryError {
  if (error.isRefusal) return refused
  if (error.status === 0) return 'offline'
  return error.code === 'CARD_COMPANY_UNAVAILABLE' ? 'farmlands-unavailable' : 'server-error'
}

export const paymentErrorOf = ({ code }: CallError) => (code === 'PAYMENT_DECLINED' ? 'declined' : 'unknown')
