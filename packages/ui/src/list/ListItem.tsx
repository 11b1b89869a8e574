import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { Anchor } from '../link/Link.tsx'

export interface ListItemProps {
  /** The whole row is one link; without an address it is a plain row. */
  href?: string | undefined
  /** What the link is called as a whole ("Payment to Daily Bread, minus 8 dollars 50, today"); without it the row's own words are read. */
  label?: string | undefined
  /** A Mark or an AssetMedia. */
  media?: ReactNode | undefined
  name: ReactNode
  /** Why, when, from whom: the quiet second line. */
  detail?: ReactNode | undefined
  /** An Amount. */
  amount?: ReactNode | undefined
  /** A StatusChip, only if the matter is not done. */
  chip?: ReactNode | undefined
  /** Shows that the row leads on, where no amount stands at its end. */
  chevron?: boolean | undefined
  /** Opened beside the list, on desktop. */
  selected?: boolean | undefined
}

export function ListItem({ href, label, media, name, detail, amount, chip, chevron, selected }: ListItemProps) {
  const content = (
    <>
      {media}
      <span className="n-item-text">
        <span className="n-item-name">{name}</span>
        {detail !== undefined && <span className="n-item-detail">{detail}</span>}
      </span>
      {(amount !== undefined || chip !== undefined || chevron) && (
        <span className="n-item-end">
          {amount}
          {chip}
          {chevron && <Icon name="right" size="s" />}
        </span>
      )}
    </>
  )
  return (
    <li className="n-row">
      {href === undefined ? (
        <div className="n-item" data-media={media !== undefined || undefined}>
          {content}
        </div>
      ) : (
        <Anchor className="n-item" href={href} aria-label={label} aria-current={selected || undefined} data-media={media !== undefined || undefined}>
          {content}
        </Anchor>
      )}
    </li>
  )
}
