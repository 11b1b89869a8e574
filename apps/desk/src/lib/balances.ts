import type { Movement } from '@nikau/contract/desk/proposals'
import { type Cents, subtract } from '@nikau/money'

export interface BalanceRow {
  account: string
  unit: string
  before: Cents
  change: Cents
  after: Cents
}

/** Each account once, from before its first movement to after its last. */
export function balancesOf(movements: readonly Movement[]): BalanceRow[] {
  const rows = new Map<string, BalanceRow>()
  for (const { unit, debit, credit } of movements)
    for (const { account, before, after } of [debit, credit]) {
      const first = rows.get(`${unit} ${account}`)?.before ?? before
      rows.set(`${unit} ${account}`, { account, unit, before: first, change: subtract(after, first), after })
    }
  return [...rows.values()]
}
