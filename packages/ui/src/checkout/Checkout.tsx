import type { ReactNode } from 'react'
import { Frond } from '../field-panel/Frond.tsx'

export interface CheckoutProps {
  /** Merchant, amount and expiry: above on phones, on the left from 896 px. */
  summary: ReactNode
  /** Shown in the summary on wide windows: the QR code. */
  aside?: ReactNode
  children: ReactNode
  /** Leaves the rail where there is one. */
  besideRail?: boolean | undefined
  /** The colour that the shop has chosen. */
  colour?: string | undefined
  /** As on a phone, in a part of another page. */
  narrow?: boolean | undefined
}

/** The layout of the public checkout. */
export function Checkout({ summary, aside, children, besideRail, colour, narrow }: CheckoutProps) {
  // A page has one main part.
  const Main = narrow ? 'div' : 'main'
  return (
    <div className="n-checkout" data-beside-rail={besideRail || undefined} data-narrow={narrow || undefined}>
      <header className="n-field n-checkout-summary" data-colour={colour}>
        <Frond />
        <div className="n-checkout-inner">
          {summary}
          {aside !== undefined && <div className="n-checkout-aside">{aside}</div>}
        </div>
      </header>
      <Main className="n-checkout-main">{children}</Main>
    </div>
  )
}
