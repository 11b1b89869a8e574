import { LogoMark } from '../logo/Logo.tsx'
import { Coffee, Cola, Farm, Gift } from './art.tsx'

const drawings = { cola: Cola, coffee: Coffee, gift: Gift, farm: Farm, wallet: LogoMark }

export type AssetKind = keyof typeof drawings

/** The background of an image: each kind of asset has its own, everything else is neutral. */
export type AssetGround = AssetKind | 'neutral'

interface Look {
  kind: AssetGround
  /** The issuer's image, instead of our drawing. */
  img?: string | undefined
}

/** The image of an asset. Decorative, because the name is always next to it. */
export function AssetMedia({ kind, img, size = 'm' }: Look & { size?: 'm' | 'l' | 'xl' | undefined }) {
  return (
    <span className="n-asset" data-kind={kind} data-size={size} aria-hidden>
      <AssetArt kind={kind} img={img} />
    </span>
  )
}

/** The drawing alone, for tiles with their own background. */
export function AssetArt({ kind, img }: Look) {
  if (img !== undefined) return <img className="n-art" src={img} alt="" />
  const Drawing = drawings[kind === 'neutral' ? 'gift' : kind]
  return <Drawing />
}
