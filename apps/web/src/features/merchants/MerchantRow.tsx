import { useLingui } from '@lingui/react/macro'
import { acceptedAssetName, address, distanceKm, formattedLocation, type MerchantFound } from '@nikau/contract'
import { initials, ListItem, Mark } from '@nikau/ui'
import { distanceText } from '../../lib/formatting.ts'
import type { Origin } from './useOrigin.ts'

export function MerchantRow({ merchant, origin }: { merchant: MerchantFound; origin: Origin | undefined }) {
  const { t } = useLingui()
  const { location } = merchant
  const accepted = [...new Set(merchant.acceptedAssets.map((asset) => acceptedAssetName(asset.assetType)).filter((name) => name !== undefined))].join(', ')
  const place = location ? (origin ? address(location) : formattedLocation(location)) : t`Online shop`
  return (
    <ListItem
      media={
        <Mark shape="leaf" tone="plain">
          {initials(merchant.name)}
        </Mark>
      }
      name={merchant.name}
      detail={[place, accepted].filter(Boolean).join(' · ')}
      amount={origin && location && <span className="text-label text-ink-2 whitespace-nowrap">{distanceText(distanceKm(origin, location))}</span>}
    />
  )
}
