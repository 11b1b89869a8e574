import { LogoMark } from '../logo/Logo.tsx'
import { Coffee, Cola, Farm, Gift } from './art.tsx'

const drawings = { cola: Cola, coffee: Coffee, gift: Gift, farm: Farm, wallet: LogoMark }

export type AssetKind = keyof typeof drawings

/** What stands behind a picture: a kind of asset has its own ground, anything else the neutral one. */
export type AssetGround = AssetKind | 'neutral'

interface Look {
  kind: AssetGround
  /** An issuer's own picture, in place of our drawing. */
  img?: string | undefined
}

/** The picture of something one can pay with, in its leaf. Decoration: the name stands beside it. */
export function AssetMedia({ kind, img, size = 'm' }: Look & { size?: 'm' | 'l' | 'xl' | undefined }) {
  return (
    <span className="n-asset" data-kind={kind} data-size={size} aria-hidden>
      <AssetArt kind={kind} img={img} />
    </span>
  )
}

/** The drawing alone, for a tile that brings its own ground. */
export function AssetArt({ kind, img }: Look) {
  if (img !== undefined) return <img className="n-art" src={img} alt="" />
  const Drawing = drawings[kind === 'neutral' ? 'gift' : kind]
  return <Drawing />
}
