import { Suspense } from 'react'
import { useParams } from 'react-router'
import { type LazyScreen, lazyScreen } from '../lib/lazy-screen.ts'
import { hasStoredSession } from '../lib/stored-session.ts'
import { loadCheckout } from './load-checkout.ts'
import { RequireSession } from './RequireSession.ts'

const CheckoutScreen = lazyScreen(async () => (await loadCheckout()).CheckoutScreen)

/** `/pay/{id}`: signed-in users pay from the wallet, everyone else sees the public checkout. */
export function createPayEntry(PayScreen: LazyScreen<object>): LazyScreen<object> {
  function PayEntry() {
    const { paymentRequestId = '' } = useParams()
    const checkout = <CheckoutScreen key={paymentRequestId} id={paymentRequestId} hideTestBanner />
    if (!hasStoredSession()) return checkout
    return (
      <RequireSession signedOut={checkout}>
        <Suspense>
          <PayScreen />
        </Suspense>
      </RequireSession>
    )
  }
  const preload = async () => {
    await (hasStoredSession() ? Promise.all([RequireSession.preload(), PayScreen.preload()]) : CheckoutScreen.preload())
  }
  return Object.assign(PayEntry, { preload })
}
