import type { Payout, PayoutLine } from '@nikau/contract/payouts'

/** What every format of an exported payout is written from. */
export interface PayoutFile {
  payout: Payout
  lines: readonly PayoutLine[]
  generatedAt: Date
}
