import { Trans, useLingui } from '@lingui/react/macro'
import { timeOfDay } from '@nikau/nz/nz-time'
import { NoSignalContext, OfflineBanner, TestBanner } from '@nikau/ui'
import { Suspense, useEffect } from 'react'
import { ErrorBoundary } from '../app/ErrorBoundary.tsx'
import { PairScreen, pairing, currentTurn, SignOnScreen, useHeartbeat, useOfflineSince, useTurnEnd } from '../features/till-device/index.ts'
import { saleEngine, useSale } from '../features/till-sale/index.ts'
import { lazyScreen } from '../lib/lazy-screen.ts'
import { useStoredValue } from '../lib/stored-value.ts'
import { useHasToasts } from '../lib/toasts.ts'
import { Counter } from './Counter.tsx'

const Toasts = lazyScreen(async () => (await import('../app/Toasts.tsx')).Toasts)

/** The staff till: paired once, started by a person with their own code. */
export function TillApp() {
  const { t } = useLingui()
  const paired = useStoredValue(pairing)
  const turn = useStoredValue(currentTurn)
  const offlineSince = useOfflineSince()
  const { stage } = useSale()
  const since = offlineSince && timeOfDay(offlineSince)
  const isTest = paired?.till.liveness === 'test'
  useHeartbeat()
  useTurnEnd(stage !== 'entry')
  useEffect(() => {
    if (!paired) return undefined
    saleEngine.resume()
    return () => saleEngine.stop()
  }, [paired])
  useEffect(() => {
    document.title = paired ? `${paired.till.name}, ${paired.till.merchantName}` : t`Till | Nikau`
  }, [paired, t])
  return (
    <NoSignalContext value={since === undefined ? undefined : <Trans>No signal</Trans>}>
      <header>
        {isTest && (
          <TestBanner word={t`TEST`}>
            <Trans>No real money moves.</Trans>
          </TestBanner>
        )}
        {since !== undefined && (
          <OfflineBanner>
            <Trans>No connection since {since}. Trying again.</Trans>
          </OfflineBanner>
        )}
      </header>
      <ErrorBoundary resetKey={stage}>{!paired ? <PairScreen /> : !turn ? <SignOnScreen /> : <Counter />}</ErrorBoundary>
      <Suspense>{useHasToasts() && <Toasts />}</Suspense>
    </NoSignalContext>
  )
}
