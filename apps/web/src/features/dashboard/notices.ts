import { type Cents, cents } from '@nikau/money'
import { topUpState } from '@nikau/contract/wallet-activity'

export type NoticeKey = 'link-bank-account' | 'verify-linked-bank' | 'low-wallet-balance'

const lowBalance = cents(2000n)

/** Data that could not be loaded is undefined, and no notice is derived from it. */
export interface NoticeData {
  bankAccounts: readonly { verified: boolean }[] | undefined
  topUps: readonly { status: string }[] | undefined
  balance: Cents | undefined
}

/** The notice with the highest priority: link a bank account, then verify it, then low balance. */
export function activeNotice({ bankAccounts, topUps, balance }: NoticeData): NoticeKey | undefined {
  if (!bankAccounts) return undefined
  if (bankAccounts.length === 0) return 'link-bank-account'
  if (bankAccounts.some((account) => !account.verified)) return 'verify-linked-bank'
  if (!topUps || balance === undefined) return undefined
  const pending = topUps.some((topUp) => topUpState(topUp.status) === 'pending')
  return !pending && balance < lowBalance ? 'low-wallet-balance' : undefined
}
