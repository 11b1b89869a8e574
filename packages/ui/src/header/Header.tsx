import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { Anchor } from '../link/Link.tsx'

export interface HeaderProps {
  /** Target of the back arrow; needs `backLabel`. */
  backHref?: string | undefined
  onBack?: (() => void) | undefined
  backLabel?: string | undefined
  /** A small title in the middle, when the h1 is something else. */
  title?: ReactNode | undefined
  /** An IconButton or IconLink. */
  end?: ReactNode | undefined
}

export function Header({ backHref, onBack, backLabel, title, end }: HeaderProps) {
  const arrow = <Icon name="left" />
  return (
    <header className="n-header">
      {backHref !== undefined ? (
        <Anchor className="n-icon-button" href={backHref} aria-label={backLabel}>
          {arrow}
        </Anchor>
      ) : onBack ? (
        <button type="button" className="n-icon-button" aria-label={backLabel} onClick={onBack}>
          {arrow}
        </button>
      ) : (
        <span className="n-header-gap" />
      )}
      <span className="n-header-title">{title}</span>
      {end ?? <span className="n-header-gap" />}
    </header>
  )
}
