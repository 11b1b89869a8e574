import { Suspense } from 'react'
import { useParams } from 'react-router'
import { type LazyScreen, lazyScreen } from '../lib/lazy-screen.ts'
import { sessionHeld } from '../lib/session-held.ts'
import { RequireSession } from './guard.ts'
import { loadCheckout } from './load-checkout.ts'

const CheckoutScreen = lazyScreen(async () => (await loadCheckout()).CheckoutScreen)

/** One address, two pages: who is signed in pays from the wallet, everyone else sees the public checkout. */
export function payDoor(Inside: LazyScreen<object>): LazyScreen<object> {
  function PayDoor() {
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
  const preload = async () => {
    await (sessionHeld() ? Promise.all([RequireSession.preload(), Inside.preload()]) : CheckoutScreen.preload())
  }
  return Object.assign(PayDoor, { preload })
}
