import { Trans } from '@lingui/react/macro'
import { Notice } from '@nikau/ui'
import { Suspense, useEffect } from 'react'
import { lazyScreen } from '../../lib/lazy-screen.ts'
import { useModeOfRequest } from '../../lib/mode-of-request.ts'
import { acceptsFarmCard, type RequestState, TestModeBanner, useMerchant, usePolledRequest } from '../checkout/index.ts'
import { CardNotAccepted } from './CardNotAccepted.tsx'
import { CardPage } from './CardPage.tsx'
import { CheckingPayment } from './CheckingPayment.tsx'
import { PageFrame } from './PageFrame.tsx'
import { type CardStep, type Progress, useCardFlow } from './useCardFlow.ts'
import { VerifyPage } from './VerifyPage.tsx'

const NotFound = lazyScreen(async () => (await import('../not-found/index.ts')).NotFoundScreen)

interface FarmCardScreenProps {
  id: string
  step: 'card' | 'verify'
  /** Navigates without a reload. */
  go: (to: CardStep) => void
  /** The app around this screen shows the test banner. */
  hideTestBanner?: boolean
}

/**
 * Pays a request with a farm-supplies card: the card's details, then a code. Public. It ends at the request's own page as soon
 * as the request is no longer new.
 */
export function FarmCardScreen({ id, step, go, hideTestBanner = false }: FarmCardScreenProps) {
  const state = usePolledRequest(id)
  useModeOfRequest(state.kind === 'loaded' ? state.request.liveness : undefined)
  if (state.kind === 'not-found')
    return (
      <Suspense>
        <NotFound />
      </Suspense>
    )
  return (
    <div className="checkout-page farm-page">
      {state.kind === 'loaded' && state.request.liveness === 'test' && !hideTestBanner && <TestModeBanner />}
      <Steps id={id} step={step} go={go} state={state} />
    </div>
  )
}

function Steps({ id, step, go, state }: Omit<FarmCardScreenProps, 'hideTestBanner'> & { state: Exclude<RequestState, { kind: 'not-found' }> }) {
  const request = state.kind === 'loaded' ? state.request : undefined
  const merchant = useMerchant(request?.merchantId ?? '')
  const flow = useCardFlow(id, go)
  const status = request?.status ?? 'new'
  const codeMissing = step === 'verify' && flow.verification.code === undefined
  useEffect(() => {
    if (status !== 'new') flow.finish(status === 'paid' && isPaying(flow.progress))
    else if (codeMissing) go('card')
    // oxlint-disable-next-line react/exhaustive-deps -- only these changes navigate
  }, [status, codeMissing])
  if (state.kind === 'loading' || status !== 'new' || codeMissing)
    return (
      <PageFrame>
        <h1 className="n-hidden" tabIndex={-1}>
          <Trans>Farmlands Card</Trans>
        </h1>
        {state.kind === 'loading' && state.failing ? (
          <Notice tone="info" live="polite" title={<Trans>We can’t reach Nikau</Trans>}>
            <Trans>Check your connection. We’ll keep trying.</Trans>
          </Notice>
        ) : (
          <div aria-busy="true" />
        )}
      </PageFrame>
    )
  const page = { state, merchant, flow }
  if (!acceptsFarmCard(state.request)) return <CardNotAccepted {...page} />
  if (flow.progress === 'checking' || flow.progress === 'unreachable') return <CheckingPayment {...page} unreachable={flow.progress === 'unreachable'} />
  return step === 'verify' ? <VerifyPage {...page} onBack={() => go('card')} /> : <CardPage {...page} />
}

function isPaying(progress: Progress | undefined): boolean {
  return progress === 'paying' || progress === 'checking' || progress === 'unreachable'
}
