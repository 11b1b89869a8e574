import type { Cents } from '@nikau/money'

/**
 * What became of a call to the card company. `done`: it did it and said so. `refused`: it said no, and will say so again.
 * `unknown`: it may or may not have been done; only the same call with the same key finds out. `why` is made of codes and
 * statuses, for it is stored and logged.
 */
export type CardOutcome<T> = { outcome: 'done'; value: T } | { outcome: 'refused'; why: string } | { outcome: 'unknown'; why: string }

/** As the customer typed them. They live as long as the call that carries them. */
export interface ShownCard {
  number: string
  /** MMYY */
  expiry: string
  cvc: string
}

/** What the company says of a card whose details were right. */
export interface KnownCard {
  /** The company's own name for the card: good for a charge, and for nothing else. */
  token: string
  lastFour: string
  status: 'active' | 'inactive' | 'expired'
  available: Cents
  contact: { mobile: string | null; email: string | null }
  /** The card's owner is to be asked for a code. */
  codeNeeded: boolean
}

export interface CardCharge {
  /** Ours, the same whenever this charge is asked for. */
  key: string
  token: string
  amount: Cents
  merchantGst: string
  reference: string
}

export type Decline = 'insufficient' | 'expired' | 'inactive' | 'declined'
/** The company's decision, which it does not change. */
export type ChargeDecision = { status: 'approved' } | { status: 'declined'; decline: Decline }

/** The company that gave out the farm-supplies cards. Every call ends in bounded time, and none of them throws for what the company does. */
export interface CardCompany {
  /** Refused when the card is not known or one of its details is not right: which, the company does not say. */
  check(card: ShownCard): Promise<CardOutcome<KnownCard>>
  charge(charge: CardCharge): Promise<CardOutcome<ChargeDecision>>
  /** What became of a charge: undefined when the company has never heard of it. */
  chargeOf(key: string): Promise<CardOutcome<ChargeDecision | undefined>>
  refund(refund: { key: string; chargeKey: string; amount: Cents; reference: string }): Promise<CardOutcome<undefined>>
}
