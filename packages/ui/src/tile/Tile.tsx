import type { ReactNode } from 'react'
import { Anchor } from '../link/Link.tsx'

/** A square tile with an avatar above its name, such as a bank on the checkout. */
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

/** A recent recipient: avatar and first name. */
export function PersonTile({ href, media, children }: { href: string; media: ReactNode; children: ReactNode }) {
  return (
    <Anchor className="n-person-tile" href={href}>
      {media}
      <span>{children}</span>
    </Anchor>
  )
}
