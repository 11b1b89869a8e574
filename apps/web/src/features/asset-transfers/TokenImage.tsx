import type { AssetTransferSummary } from '@nikau/contract/asset-transfers'
import { slugOf } from '@nikau/contract/asset-display'
import { AssetMedia } from '@nikau/ui'
import { deployed } from '../../lib/config.ts'
import { pictureUrl } from '../../lib/shop-picture.ts'

/** The image of a sent token, on its issuer's ground. */
export function TokenImage({ asset: { img, issuer }, size }: { asset: AssetTransferSummary['asset']; size: 'l' | 'xl' }) {
  return <AssetMedia kind={deployed.brandColorClasses[slugOf(issuer ?? '')] ?? 'gift'} img={img && pictureUrl(img)} size={size} />
}
