import type { BankAccount } from '@nikau/contract/bank-accounts'
import { topUpState } from '@nikau/contract/wallet-activity'

/**
 * Where the code of an unverified account is: with the bank, on the statement from a day on, or readable. It comes with a top-up; that of
 * a test account is in the email about it.
 */
export function codeProgress({ recentTopups, liveness }: Pick<BankAccount, 'recentTopups' | 'liveness'>): 'none' | 'readable' | { from: string } {
  const topUps = recentTopups.filter(({ status }) => topUpState(status) !== 'failed')
  if (topUps.length === 0) return 'none'
  const steps = topUps.map(({ timeline }) => timeline.find(({ key }) => key === 'at-bank'))
  if (liveness === 'test' || topUps.some(({ held }) => held) || steps.some((step) => step?.by === undefined)) return 'readable'
  return { from: steps.map((step) => step!.by!).toSorted()[0]! }
}
