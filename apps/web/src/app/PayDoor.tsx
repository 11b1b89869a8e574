import { type ComponentType, Suspense } from 'react'
import { useParams } from 'react-router'
import { lazyScreen } from '../lib/lazy-screen.ts'
import { sessionHeld } from '../lib/session-held.ts'
import { loadCheckout } from './load-checkout.ts'

const CheckoutScreen = lazyScreen(async () => (await loadCheckout()).CheckoutScreen)
const RequireSession = lazyScreen(async () => (await import('../lib/session.tsx')).RequireSession)

/** One address, two pages: who is signed in pays from the wallet, everyone else sees the public checkout. */
export function payDoor(Inside: ComponentType): ComponentType {
  return function PayDoor() {
    const { paymentRequestId = '' } = useParams()
    const checkout = <CheckoutScreen key={paymentRequestId} id={paymentRequestId} />
    if (!sessionHeld()) return checkout
    return (
      <RequireSession otherwise={checkout}>
        <Suspense>
          <Inside />
        </Suspense>
      </RequireSession>
    )
  }
}
