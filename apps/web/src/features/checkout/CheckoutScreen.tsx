import { useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyScreen } from '../../lib/lazy-screen.ts'
import { useModeOfRequest } from '../../lib/mode-of-request.ts'
import { takeOutcome } from '../../lib/payment-outcome.ts'
import { Loading } from './Loading.tsx'
import { PaymentFailed } from './PaymentFailed.tsx'
import { PaymentMethods } from './PaymentMethods.tsx'
import { RequestClosed } from './RequestClosed.tsx'
import { TestModeBanner } from './TestModeBanner.tsx'
import { usePolledRequest } from './usePolledRequest.ts'

const NotFound = lazyScreen(async () => (await import('../not-found/index.ts')).NotFoundScreen)

interface CheckoutScreenProps {
  id: string
  /** The app around this screen shows the test banner. */
  hideTestBanner?: boolean
}

/** The public page of a payment request: amount due, payment methods and, once it is closed, the result. */
export function CheckoutScreen({ id, hideTestBanner = false }: CheckoutScreenProps) {
  const { t } = useLingui()
  const state = usePolledRequest(id)
  useModeOfRequest(state.kind === 'loaded' ? state.request.liveness : undefined)
  const [outcome, setOutcome] = useState(() => takeOutcome(id))
  useHeadingFocus(state.kind === 'loaded' ? state.request.status : state.kind)
  useEffect(() => {
    if (state.kind === 'not-found') document.title = t`Not Found | Nikau`
  }, [state.kind, t])
  if (state.kind === 'not-found')
    return (
      <Suspense>
        <NotFound />
      </Suspense>
    )
  if (state.kind === 'loading') return <Loading failing={state.failing} />
  const { request } = state
  return (
    <div className="checkout-page">
      {request.liveness === 'test' && !hideTestBanner && <TestModeBanner />}
      {request.status === 'new' ? (
        <PaymentMethods state={state} cancelled={outcome?.kind === 'cancelled'} onDismiss={() => setOutcome(undefined)} />
      ) : (
        <RequestClosed request={request} clockOffset={state.clockOffset} holdRedirect={outcome?.kind === 'refused'} />
      )}
      {outcome?.kind === 'refused' && <PaymentFailed code={outcome.code} requestId={request.id} onClose={() => setOutcome(undefined)} />}
    </div>
  )
}

/** Moves the focus to the new heading when the page changes, so that screen readers announce it. */
function useHeadingFocus(status: string): void {
  const previous = useRef(status)
  useEffect(() => {
    if (previous.current !== 'loading' && previous.current !== status) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    previous.current = status
  }, [status])
}
