import { type WalletActivity, walletActivities } from '@nikau/contract/wallet-activity'
import { getWalletTransaction, type WalletTransaction } from '@nikau/contract/wallets'
import { type Part, partOf } from '../../lib/account.ts'
import { useWallet } from '../../lib/account-assets.ts'
import { useAnswer } from '../../lib/hooks.ts'

export interface Movement {
  activity: WalletActivity
  reference: string
}

/** One movement by the key under which the list shows it: `n` and its number on the wallet. */
export function useMovement(key: string): Part<Movement> & { missing: boolean } {
  const wallet = useWallet()
  const walletId = wallet.data?.id ?? ''
  const [, activityNumber = ''] = /^n(\d{1,15})$/.exec(key) ?? []
  const answer = useAnswer(getWalletTransaction, { params: { walletId, activityNumber } }, { enabled: walletId !== '' && activityNumber !== '' })
  const booked = activityNumber === '' ? undefined : answer.data
  const [activity] = walletActivities(walletId, booked ? [booked] : [], [])
  const data = activity && booked && { activity, reference: referenceOf(booked) }
  const part = wallet.failed ? { ...wallet, data: undefined } : partOf(data, answer)
  const refused = answer.error !== null && answer.error.status >= 400 && answer.error.status < 500
  return { ...part, missing: refused || activityNumber === '' }
}

/** The payment, top-up, transfer or withdrawal that it was for; a movement for none of them is known by its own number. */
function referenceOf(entry: WalletTransaction): string {
  return entry.paymentRequestId ?? entry.topupId ?? entry.assetTransferId ?? entry.withdrawalId ?? String(entry.activityNumber)
}
