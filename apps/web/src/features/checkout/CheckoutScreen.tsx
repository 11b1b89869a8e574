import { useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyScreen } from '../../lib/lazy-screen.ts'
import { takeOutcome } from '../../lib/one-off-outcome.ts'
import { Final } from './Final.tsx'
import { Loading } from './Loading.tsx'
import { PaymentProblem } from './PaymentProblem.tsx'
import { TestMode } from './TestMode.tsx'
import { useRequest } from './useRequest.ts'
import { WaysToPay } from './WaysToPay.tsx'

const NotFound = lazyScreen(async () => (await import('../not-found/index.ts')).NotFoundScreen)

/** A payment request as anyone with its address sees it: what is due, how it can be paid, and what became of it. */
export function CheckoutScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const known = useRequest(id)
  const [outcome, setOutcome] = useState(() => takeOutcome(id))
  const status = known.kind === 'known' ? known.request.status : known.kind
  useHeadingFocus(status)
  useEffect(() => {
    if (known.kind === 'unknown') document.title = t`Not Found | Nikau`
  }, [known.kind, t])
  if (known.kind === 'unknown')
    return (
      <Suspense>
        <NotFound />
      </Suspense>
    )
  if (known.kind === 'loading') return <Loading failing={known.failing} />
  const { request } = known
  return (
    <div className="checkout-page">
      {request.liveness === 'test' && <TestMode />}
      {request.status === 'new' ? (
        <WaysToPay known={known} cancelled={outcome?.kind === 'cancelled'} onDismiss={() => setOutcome(undefined)} />
      ) : (
        <Final request={request} wait={outcome?.kind === 'refused'} />
      )}
      {outcome?.kind === 'refused' && <PaymentProblem code={outcome.code} requestId={request.id} onClose={() => setOutcome(undefined)} />}
    </div>
  )
}

/** When the page turns from one thing into another, a screen reader begins anew at its heading. */
function useHeadingFocus(status: string): void {
  const before = useRef(status)
  useEffect(() => {
    if (before.current !== 'loading' && before.current !== status) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    before.current = status
  }, [status])
}
