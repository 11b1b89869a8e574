import { useLingui } from '@lingui/react/macro'
import type { AssetTransferSummary } from '@nikau/contract/asset-transfers'
import { format } from '@nikau/money'

/** What was sent, inside a sentence: "$50.00", "money", "Flat white". */
export function useAssetText({ asset, value }: Pick<AssetTransferSummary, 'asset' | 'value'>): string {
  const { t } = useLingui()
  if (asset.category === 'token') return asset.description
  return value === undefined ? t({ message: 'money', context: '{senderName} sent you money' }) : format(value)
}
