import { displayOf, familyOf, issuerOf, slugOf } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { AssetMedia } from '@nikau/ui'
import { deployed } from './config.ts'
import { pictureUrl } from './shop-picture.ts'

/** The image of an asset. For an asset that is no longer held, only the type is known. */
export function AssetImage({ type, asset, size }: { type: string; asset?: Asset | undefined; size?: 'l' | 'xl' | undefined }) {
  if (familyOf(type) === 'nikau.nzd') return <AssetMedia kind="wallet" size={size} />
  if (type.startsWith('cca.coke')) return <AssetMedia kind="cola" size={size} />
  if (familyOf(type) === 'farmlands.nzd') return <AssetMedia kind="farm" size={size} />
  if (!asset) return <AssetMedia kind="neutral" size={size} />
  return <AssetMedia kind={deployed.brandColorClasses[slugOf(issuerOf(asset))] ?? 'neutral'} img={pictureUrl(displayOf(asset).displayImage)} size={size} />
}
