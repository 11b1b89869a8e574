import { Trans } from '@lingui/react/macro'
import { Notice } from '@nikau/ui'
import { Suspense, useEffect } from 'react'
import { lazyScreen } from '../../lib/lazy-screen.ts'
import { type Known, takesFarmCard, TestMode, useMerchant, useRequest } from '../checkout/index.ts'
import { CardPage } from './CardPage.tsx'
import { Checking } from './Checking.tsx'
import { type Place, useFlow } from './flow.ts'
import { Frame } from './Frame.tsx'
import { NotTaken } from './NotTaken.tsx'
import { VerifyPage } from './VerifyPage.tsx'

const NotFound = lazyScreen(async () => (await import('../not-found/index.ts')).NotFoundScreen)

interface FarmCardScreenProps {
  id: string
  at: 'card' | 'verify'
  /** Changes the address without loading the page anew. */
  go: (to: Place) => void
  /** Whoever shows this says already that no real money moves. */
  marked?: boolean
}

/**
 * Paying a request with a farm-supplies card: the card's details, then a code. Anyone may open it. It ends at the request's own
 * page, as soon as the request is no longer new, however that came about.
 */
export function FarmCardScreen({ id, at, go, marked = false }: FarmCardScreenProps) {
  const known = useRequest(id)
  if (known.kind === 'unknown')
    return (
      <Suspense>
        <NotFound />
      </Suspense>
    )
  return (
    <div className="checkout-page farm-page">
      {known.kind === 'known' && known.request.liveness === 'test' && !marked && <TestMode />}
      <Steps id={id} at={at} go={go} known={known} />
    </div>
  )
}

function Steps({ id, at, go, known }: Omit<FarmCardScreenProps, 'marked'> & { known: Exclude<Known, { kind: 'unknown' }> }) {
  const request = known.kind === 'known' ? known.request : undefined
  const merchant = useMerchant(request?.merchantId ?? '')
  const flow = useFlow(id, go)
  const status = request?.status ?? 'new'
  const waiting = at === 'verify' && flow.verification.code === undefined
  useEffect(() => {
    if (status !== 'new') flow.finish(status === 'paid' && isPaying(flow.work))
    else if (waiting) go('card')
    // oxlint-disable-next-line react/exhaustive-deps -- only these changes lead elsewhere
  }, [status, waiting])
  if (known.kind === 'loading' || status !== 'new' || waiting)
    return (
      <Frame>
        <h1 className="n-hidden" tabIndex={-1}>
          <Trans>Farmlands Card</Trans>
        </h1>
        {known.kind === 'loading' && known.failing ? (
          <Notice tone="info" live="polite" title={<Trans>We can’t reach Nikau</Trans>}>
            <Trans>Check your connection. We keep trying.</Trans>
          </Notice>
        ) : (
          <div aria-busy="true" />
        )}
      </Frame>
    )
  const page = { known, merchant, flow }
  if (!takesFarmCard(known.request)) return <NotTaken {...page} />
  if (flow.work === 'checking' || flow.work === 'silent') return <Checking {...page} silent={flow.work === 'silent'} />
  return at === 'verify' ? <VerifyPage {...page} onBack={() => go('card')} /> : <CardPage {...page} />
}

function isPaying(work: string | undefined): boolean {
  return work === 'paying' || work === 'checking' || work === 'silent'
}
