import type { FocusEvent, ReactNode } from 'react'
import { AssetArt, type AssetGround } from '../asset-media/AssetMedia.tsx'
import { Anchor } from '../link/Link.tsx'

/** A token, gift card or credit line; a link when it has details. `count` is in the corner ("×3"), `countSpoken` is its accessible text ("3 tokens"). */
export function TokenTile({
  href,
  kind,
  img,
  name,
  detail,
  count,
  countSpoken,
  wide,
}: {
  href?: string | undefined
  kind: AssetGround
  /** The issuer's image, instead of our drawing. */
  img?: string | undefined
  name: ReactNode
  detail?: ReactNode
  count?: string | undefined
  countSpoken?: string | undefined
  /** As wide as its column, with a larger name: the token beside what makes or counts it. */
  wide?: boolean | undefined
}) {
  const content = (
    <>
      <AssetArt kind={kind} img={img} />
      <span className="n-token-name">{name}</span>
      {detail !== undefined && <span className="n-token-detail">{detail}</span>}
      {count !== undefined && (
        <span className="n-token-count">
          <span aria-hidden>{count}</span>
          {countSpoken !== undefined && <span className="n-hidden">{countSpoken}</span>}
        </span>
      )}
    </>
  )
  return href === undefined ? (
    <div className="n-token" data-kind={kind} data-wide={wide || undefined}>
      {content}
    </div>
  ) : (
    <Anchor className="n-token" href={href} data-kind={kind}>
      {content}
    </Anchor>
  )
}

/** A horizontally scrolling row of tiles. `room` increases the gap. */
export function TileCarousel({ label, children, room }: { label: string; children: ReactNode[]; room?: boolean | undefined }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- listens to the focus of the tiles inside
    <ul className="n-tile-carousel" aria-label={label} data-room={room || undefined} onFocus={showWhole}>
      {children.map((child, index) => (
        // Tiles never reorder while shown.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>{child}</li>
      ))}
    </ul>
  )
}

/** A browser leaves a tile half outside if a bit of it can be seen, and takes back a scroll that ends between two tiles. */
function showWhole({ target, currentTarget }: FocusEvent): void {
  const tile = target.getBoundingClientRect()
  const row = currentTarget.getBoundingClientRect()
  if (tile.left < row.left || tile.right > row.right) target.scrollIntoView({ block: 'nearest', inline: 'start' })
}
