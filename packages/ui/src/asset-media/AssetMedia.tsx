import { LogoMark } from '../logo/Logo.tsx'
import { Coffee, Cola, Farm, Gift } from './art.tsx'

const drawings = { cola: Cola, coffee: Coffee, gift: Gift, farm: Farm, wallet: LogoMark }

export type AssetKind = keyof typeof drawings

/** The picture of something one can pay with, in its leaf. Decoration: the name stands beside it. */
export function AssetMedia({ kind, size = 'm' }: { kind: AssetKind; size?: 'm' | 'l' | undefined }) {
  const Drawing = drawings[kind]
  return (
    <span className="n-asset" data-kind={kind} data-size={size} aria-hidden>
      <Drawing />
    </span>
  )
}

/** The drawing alone, for a tile that brings its own ground. */
export function AssetArt({ kind }: { kind: AssetKind }) {
  const Drawing = drawings[kind]
  return <Drawing />
}
