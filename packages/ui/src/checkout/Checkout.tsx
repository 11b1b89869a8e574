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
}

/** The layout of the public checkout. */
export function Checkout({ summary, aside, children, besideRail }: CheckoutProps) {
  return (
    <div className="n-checkout" data-beside-rail={besideRail || undefined}>
      <header className="n-field n-checkout-summary">
        <Frond />
        <div className="n-checkout-inner">
          {summary}
          {aside !== undefined && <div className="n-checkout-aside">{aside}</div>}
        </div>
      </header>
      <main className="n-checkout-main">{children}</main>
    </div>
  )
}
