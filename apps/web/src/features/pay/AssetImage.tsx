import { displayOf, familyOf, issuerOf } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { slugOf } from '@nikau/contract/asset-display'
import { AssetMedia } from '@nikau/ui'
import { deployed } from '../../lib/config.ts'

/** The image of a payment method. For an asset that is no longer held, only the type is known. */
export function AssetImage({ type, asset }: { type: string; asset?: Asset | undefined }) {
  if (familyOf(type) === 'nikau.nzd') return <AssetMedia kind="wallet" />
  if (type.startsWith('cca.coke')) return <AssetMedia kind="cola" />
  if (familyOf(type) === 'farmlands.nzd') return <AssetMedia kind="farm" />
  if (!asset) return <AssetMedia kind="neutral" />
  return <AssetMedia kind={deployed.brandColorClasses[slugOf(issuerOf(asset))] ?? 'neutral'} img={displayOf(asset).displayImage} />
}
