import { isTransferable } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { useAssets, useWallet } from '../../lib/account-assets.ts'
import type { AsyncData } from '../../lib/async-data.ts'

const storageKey = 'sendingAssetId'

export const chooseSendingAsset = (id: string): void => localStorage.setItem(storageKey, id)
/** Back to the default wallet. */
export const forgetSendingAsset = (): void => localStorage.removeItem(storageKey)

/** The remembered asset while it can be sent in this mode, otherwise the default wallet. */
export function useSendingAsset(): AsyncData<Asset> {
  const chosen = localStorage.getItem(storageKey)
  const wallet = useWallet()
  const assets = useAssets()
  if (chosen === null) return wallet
  if (assets.data === undefined) return { ...assets, data: undefined }
  const asset = assets.data.find((candidate) => candidate.id === chosen && isTransferable(candidate))
  return asset ? { ...assets, data: asset } : wallet
}
