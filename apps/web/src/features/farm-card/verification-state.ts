import type { CardDetails } from './card-form.ts'
import type { CardError, CodeError } from './errors.ts'

/** What the verification returns to pay the request with. */
export interface VerifiedCard {
  accessToken: string
  assetId: string
  externalPaymentRef: string
  assetType: string
}

/** The progress of a card's verification. */
export interface Verification {
  card?: CardDetails | undefined
  /** A code was sent: its session and the masked contacts that it went to. */
  code?: { sessionId: string; phoneNumber?: string | undefined; email?: string | undefined; sentAt: Date } | undefined
  verified?: VerifiedCard | undefined
  cardError?: CardError | undefined
  codeError?: CodeError | undefined
}

/**
 * Held in the memory of this page only: card details in browser storage, a URL, a log or a report would outlive the payment.
 * A reload and the end of the flow clear it.
 */
let current: { requestId: string; verification: Verification } | undefined

export function readVerification(requestId: string): Verification {
  return current?.requestId === requestId ? current.verification : {}
}

export function updateVerification(requestId: string, change: Verification): Verification {
  current = { requestId, verification: { ...readVerification(requestId), ...change } }
  return current.verification
}

export function clearVerification(): void {
  current = undefined
}
