import type { Cents } from '@nikau/money'
import type { CalendarDate } from '@nikau/nz/nz-time'

/**
 * The outcome of a call to the card company. `done`: it succeeded. `refused`: it was refused, and a retry would be too. `unknown`:
 * it may or may not have succeeded; only the same call with the same key finds out. `reason` has only codes and statuses, because
 * it is stored and logged.
 */
export type CardOutcome<T> = { outcome: 'done'; value: T } | { outcome: 'refused'; reason: string } | { outcome: 'unknown'; reason: string }

/** Card details as entered by the customer. Never stored. */
export interface EnteredCard {
  number: string
  /** MMYY */
  expiry: string
  cvc: string
}

/** What the company knows about a card with correct details. */
export interface KnownCard {
  /** The company's token for the card, valid for charges only. */
  token: string
  lastFour: string
  status: 'active' | 'inactive' | 'expired'
  available: Cents
  contact: { mobile: string | null; email: string | null }
  /** The cardholder has to enter a one-time code. */
  codeNeeded: boolean
}

export interface CardCharge {
  /** Our idempotency key. */
  key: string
  token: string
  amount: Cents
  merchantGst: string
  reference: string
}

export type Decline = 'insufficient' | 'expired' | 'inactive' | 'declined'
/** The company's decision, which is final. The caller compares the amount with the one it asked for. */
export type ChargeDecision = { status: 'approved'; amount: Cents } | { status: 'declined'; decline: Decline }

/** A card whose barcode a till scanned. The company tells nothing about its holder or its credit: the charge decides. */
export type ScannedCard = Pick<KnownCard, 'token' | 'lastFour'>

/** What the company pays for one business day: one bank payment of `net`, with `reference`. It is ours to pay when `net` is negative. */
export interface SettlementAdvice {
  /** Counts without gaps. */
  number: number
  reference: string
  /** The business day whose charges and refunds it lists. */
  day: CalendarDate
  /** The day of the bank payment. */
  payDay: CalendarDate
  net: bigint
  lines: readonly SettlementLine[]
}

export interface SettlementLine {
  kind: 'charge' | 'refund'
  /** Our idempotency key of the charge or refund. */
  key: string
  reference: string
  /** Negative for a refund. */
  amount: bigint
}

/** An advice that breaks the format, or whose lines do not add up. */
export interface UnreadableAdvice {
  number: number
  fault: string
}

/** The issuer of the farm-supplies cards. Every call has a timeout, and none throws for a failure of the company. */
export interface CardCompany {
  /** Refused when the card is unknown or a detail is wrong; the company does not say which. */
  check(card: EnteredCard): Promise<CardOutcome<KnownCard>>
  /** Refused when no card has the barcode. A card that cannot pay is found too. */
  lookUp(barcode: string): Promise<CardOutcome<ScannedCard>>
  charge(charge: CardCharge): Promise<CardOutcome<ChargeDecision>>
  /** The decision on a charge; undefined when the company does not know the key. */
  findCharge(key: string): Promise<CardOutcome<ChargeDecision | undefined>>
  /** The next settlement advices after a number, oldest first; none when there are no more. */
  settlements(after: number): Promise<CardOutcome<readonly (SettlementAdvice | UnreadableAdvice)[]>>
  refund(refund: { key: string; chargeKey: string; amount: Cents; reference: string }): Promise<CardOutcome<{ amount: Cents }>>
}
