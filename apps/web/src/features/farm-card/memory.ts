import type { CardForm } from '@nikau/contract/card-form'
import type { CodeTrouble, Trouble } from './troubles.ts'

/** With which the request can be paid. */
export interface Verified {
  accessToken: string
  assetId: string
  externalPaymentRef: string
  assetType: string
}

/** How far the verification of a card has come. */
export interface Verification {
  card?: CardForm | undefined
  /** A code was sent: in which session, and where to, as the server says it. */
  code?: { sessionId: string; phoneNumber?: string | undefined; email?: string | undefined; sentAt: Date } | undefined
  verified?: Verified | undefined
  /** What the page of the card has to say. */
  trouble?: Trouble | undefined
  /** What the page of the code has to say. */
  codeTrouble?: CodeTrouble | undefined
}

/**
 * Kept in the memory of this page and nowhere else: card details in a browser's store, an address, a log or a report would
 * outlive the payment. Loading the page anew forgets them, and so does the end of the flow.
 */
let kept: { requestId: string; verification: Verification } | undefined

export function recall(requestId: string): Verification {
  return kept?.requestId === requestId ? kept.verification : {}
}

/** Changes what is named and keeps the rest. */
export function remember(requestId: string, change: Verification): Verification {
  kept = { requestId, verification: { ...recall(requestId), ...change } }
  return kept.verification
}

export function forget(): void {
  kept = undefined
}
