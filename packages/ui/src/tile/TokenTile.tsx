import type { ReactNode } from 'react'
import { AssetArt, type AssetGround } from '../asset-media/AssetMedia.tsx'
import { Anchor } from '../link/Link.tsx'

/** One token, gift card or credit line; a link, unless there is nothing more to see of it. `count` is drawn in the corner ("×3"), `countSpoken` is what it means ("3 tokens"). */
export function TokenTile({
  href,
  kind,
  img,
  name,
  detail,
  count,
  countSpoken,
}: {
  href?: string | undefined
  kind: AssetGround
  /** An issuer's own picture, in place of our drawing. */
  img?: string | undefined
  name: ReactNode
  detail?: ReactNode
  count?: string | undefined
  countSpoken?: string | undefined
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
    <div className="n-token" data-kind={kind}>
      {content}
    </div>
  ) : (
    <Anchor className="n-token" href={href} data-kind={kind}>
      {content}
    </Anchor>
  )
}

/** Tiles side by side, soonest first; scrolls sideways, snapping to a tile. `room` sets faces further apart. */
export function Shelf({ label, children, room }: { label: string; children: ReactNode[]; room?: boolean | undefined }) {
  return (
    <ul className="n-shelf" aria-label={label} data-room={room || undefined}>
      {children.map((child, index) => (
        // The tiles of a shelf never change places under the hand, so their place is their key.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>{child}</li>
      ))}
    </ul>
  )
}
