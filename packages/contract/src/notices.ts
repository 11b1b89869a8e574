import { type Cents, cents } from '@nikau/money'
import { topUpState } from './wallet-activity.ts'

export type NoticeKey = 'link-bank-account' | 'verify-linked-bank' | 'low-wallet-balance'

export interface Notice {
  key: NoticeKey
  title: string
  path: '/link-bank-account' | '/bank-accounts' | '/topup'
}

export const lowBalance = cents(2000n)

const notices = {
  link: { key: 'link-bank-account', title: 'Link Bank Account', path: '/link-bank-account' },
  verify: { key: 'verify-linked-bank', title: 'Verify Linked Bank', path: '/bank-accounts' },
  low: { key: 'low-wallet-balance', title: 'Low Wallet Balance', path: '/topup' },
} as const satisfies Record<string, Notice>

/** What is known of a person's money. What could not be loaded is undefined, and nothing is said that rests on it. */
export interface NoticeFacts {
  bankAccounts: readonly { verified: boolean }[] | undefined
  topUps: readonly { status: string }[] | undefined
  balance: Cents | undefined
}

/** The one notice in force: link a bank, else verify it, else put money in. */
export function noticeInForce({ bankAccounts, topUps, balance }: NoticeFacts): Notice | undefined {
  if (!bankAccounts) return undefined
  if (bankAccounts.length === 0) return notices.link
  if (bankAccounts.some((account) => !account.verified)) return notices.verify
  if (!topUps || balance === undefined) return undefined
  const pending = topUps.some((topUp) => topUpState(topUp.status) === 'pending')
  return !pending && balance < lowBalance ? notices.low : undefined
}
