import { displayOf, familyOf, issuerOf } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { slugOf } from '@nikau/contract/token-issuers'
import { AssetMedia } from '@nikau/ui'
import { deployed } from '../../lib/config.ts'

/** The picture of what a payment is made with; of what is no longer held only its type is known. */
export function AssetPicture({ type, asset }: { type: string; asset?: Asset | undefined }) {
  if (familyOf(type) === 'nikau.nzd') return <AssetMedia kind="wallet" />
  if (type.startsWith('cca.coke')) return <AssetMedia kind="cola" />
  if (familyOf(type) === 'farmlands.nzd') return <AssetMedia kind="farm" />
  if (!asset) return <AssetMedia kind="neutral" />
  return <AssetMedia kind={deployed.brandColorClasses[slugOf(issuerOf(asset))] ?? 'neutral'} img={displayOf(asset).displayImage} />
}
