import { useLingui } from '@lingui/react/macro'
import type { MerchantFound } from '@nikau/contract'
import { initials, ListItem, Mark } from '@nikau/ui'
import { acceptedNames, awayText, placeText } from './describe.ts'
import type { Origin } from './useOrigin.ts'

export interface MerchantRowProps {
  merchant: MerchantFound
  origin: Origin | undefined
  /** Where the row leads: to the shop on the map, for shops that stand somewhere. */
  href: string
  selected: boolean
}

export function MerchantRow({ merchant, origin, href, selected }: MerchantRowProps) {
  const { t } = useLingui()
  const place = placeText(merchant, origin) ?? t`Online shop`
  const away = awayText(merchant, origin)
  return (
    <ListItem
      href={merchant.location && href}
      selected={selected}
      media={
        <Mark shape="leaf" tone="plain">
          {initials(merchant.name)}
        </Mark>
      }
      name={merchant.name}
      detail={[place, acceptedNames(merchant)].filter(Boolean).join(' · ')}
      amount={away && <span className="text-label text-ink-2 whitespace-nowrap">{away}</span>}
    />
  )
}
