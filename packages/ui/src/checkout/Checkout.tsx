import type { ReactNode } from 'react'
import { Frond } from '../field-panel/Frond.tsx'

export interface CheckoutProps {
  /** Who, how much, until when: on the field, above on phones and left from 896 px. */
  summary: ReactNode
  /** Shown in the summary only where there is room beside the methods: the QR code. */
  aside?: ReactNode
  children: ReactNode
}

/** The page a shop sends its customer to. */
export function Checkout({ summary, aside, children }: CheckoutProps) {
  return (
    <div className="n-checkout">
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
