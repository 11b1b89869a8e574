import { cents, type Cents } from '@nikau/money'

export interface Limits {
  each: Cents
  total: Cents
}

/** Offered to a person who allows a shop for the first time. */
export const firstLimits: Limits = { each: cents(3000n), total: cents(12_000n) }
