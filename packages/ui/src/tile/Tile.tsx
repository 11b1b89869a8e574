import type { ReactNode } from 'react'
import { Anchor } from '../link/Link.tsx'

/** A square choice: a mark above its name. The banks on the checkout, for instance. */
export function Tile({
  href,
  media,
  children,
  onPress,
}: {
  media: ReactNode
  children: ReactNode
  href?: string | undefined
  onPress?: (() => void) | undefined
}) {
  if (href !== undefined)
    return (
      <Anchor className="n-tile" href={href}>
        {media}
        {children}
      </Anchor>
    )
  return (
    <button type="button" className="n-tile" onClick={onPress}>
      {media}
      {children}
    </button>
  )
}

export function TileGrid({ children }: { children: ReactNode }) {
  return <div className="n-tile-grid">{children}</div>
}

/** A person to pay again: round mark, first name. */
export function Face({ href, media, children }: { href: string; media: ReactNode; children: ReactNode }) {
  return (
    <Anchor className="n-face" href={href}>
      {media}
      <span>{children}</span>
    </Anchor>
  )
}
