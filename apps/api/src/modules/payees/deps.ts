import type { Clock, Db } from '@nikau/runtime'
import type { BrakeLimits } from './brake.ts'

export interface PayeeDeps {
  clock: Clock
  brake: BrakeLimits
  /** How many aliases a person may check or send to for the first time within 24 hours. */
  firstSendsPerDay: number
  /** For how many days a number is its owner's after they entered a code sent to it. */
  proofDays: number
}

export type PayeeRouteDeps = PayeeDeps & { db: Db }
