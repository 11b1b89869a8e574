import { displayOf } from '@nikau/contract/asset-display'
import { type WalletActivity, walletActivities } from '../../lib/wallet-activities.ts'
import { getWalletTransaction, type WalletTransaction } from '@nikau/contract/wallets'
import { type AsyncData, toAsyncData } from '../../lib/async-data.ts'
import { useAllAssets, useWallet } from '../../lib/account-assets.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'

export interface ActivityReceipt {
  activity: WalletActivity
  reference: string
  /** The name of the asset, if it is not the wallet. */
  assetName: string | undefined
}

/** A transaction by its list key: `n` and its activity number. Without an asset it is the wallet's. */
export function useTransaction(key: string, assetId: string | undefined): AsyncData<ActivityReceipt> & { missing: boolean } {
  const wallet = useWallet()
  const asset = useAllAssets().data?.find(({ id }) => id === assetId)
  const walletId = assetId ?? wallet.data?.id ?? ''
  const [, activityNumber = ''] = /^n(\d{1,15})$/.exec(key) ?? []
  const result = useEndpointQuery(getWalletTransaction, { params: { walletId, activityNumber } }, { enabled: walletId !== '' && activityNumber !== '' })
  const booked = activityNumber === '' ? undefined : result.data
  const [activity] = walletActivities(walletId, booked ? [booked] : [], [])
  const data = activity && booked && { activity, reference: referenceOf(booked), assetName: asset && displayOf(asset).paymentMethodTitle }
  const source = wallet.failed ? { ...wallet, data: undefined } : toAsyncData(data, result)
  const refused = result.error !== null && result.error.status >= 400 && result.error.status < 500
  return { ...source, missing: refused || activityNumber === '' }
}

/** The id of the payment, top-up, transfer or withdrawal; otherwise the activity number. */
function referenceOf(entry: WalletTransaction): string {
  return entry.paymentRequestId ?? entry.topupId ?? entry.assetTransferId ?? entry.withdrawalId ?? String(entry.activityNumber)
}
