import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { Anchor } from '../link/Link.tsx'

export interface ListItemProps {
  /** Makes the whole row a link. */
  href?: string | undefined
  /** Makes the whole row a button. */
  onPress?: (() => void) | undefined
  /** Accessible name of the link ("Payment to Daily Bread, minus 8 dollars 50, today"); otherwise the row's text. */
  label?: string | undefined
  /** An Avatar or an AssetMedia. */
  media?: ReactNode | undefined
  name: ReactNode
  /** The second line: reason, time or sender. */
  detail?: ReactNode | undefined
  /** An Amount. */
  amount?: ReactNode | undefined
  /** A StatusChip, unless the state is final. */
  chip?: ReactNode | undefined
  /** Shows an arrow, for rows without an amount. */
  chevron?: boolean | undefined
  /** The row is open in the detail pane, on desktop. */
  selected?: boolean | undefined
}

export function ListItem({ href, onPress, label, media, name, detail, amount, chip, chevron, selected }: ListItemProps) {
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
      {onPress ? (
        <button type="button" className="n-item" aria-label={label} onClick={onPress} data-media={media !== undefined || undefined}>
          {content}
        </button>
      ) : href === undefined ? (
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
