import { useLingui } from '@lingui/react/macro'
import type { MerchantSearchResult } from '@nikau/contract'
import { initials, ListItem, Avatar } from '@nikau/ui'
import { acceptedNames, distanceLabel, placeText } from './merchant-text.ts'
import type { Origin } from './useGeolocation.ts'

export interface MerchantRowProps {
  merchant: MerchantSearchResult
  origin: Origin | undefined
  /** Link to the shop on the map; ignored for online shops. */
  href: string
  selected: boolean
}

export function MerchantRow({ merchant, origin, href, selected }: MerchantRowProps) {
  const { t } = useLingui()
  const place = placeText(merchant, origin) ?? t`Online shop`
  const distance = distanceLabel(merchant, origin)
  return (
    <ListItem
      href={merchant.location && href}
      selected={selected}
      media={
        <Avatar shape="leaf" tone="plain">
          {initials(merchant.name)}
        </Avatar>
      }
      name={merchant.name}
      detail={[place, acceptedNames(merchant)].filter(Boolean).join(' · ')}
      amount={distance && <span className="text-label text-ink-2 whitespace-nowrap">{distance}</span>}
    />
  )
}
