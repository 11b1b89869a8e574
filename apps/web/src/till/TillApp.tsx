import { Trans, useLingui } from '@lingui/react/macro'
import { timeOfDay } from '@nikau/nz/nz-time'
import { NoSignalContext, OfflineBanner, TestBanner } from '@nikau/ui'
import { Suspense, useEffect } from 'react'
import { ErrorBoundary } from '../app/ErrorBoundary.tsx'
import { PairScreen, pairing, currentTurn, SignOnScreen, useHeartbeat, useOfflineSince, useTabState, useTurnEnd } from '../features/till-device/index.ts'
import { saleEngine, useSale } from '../features/till-sale/index.ts'
import { lazyScreen } from '../lib/lazy-screen.ts'
import { useStoredValue } from '../lib/stored-value.ts'
import { useHasToasts } from '../lib/toasts.ts'
import { Counter } from './Counter.tsx'
import { OtherTabScreen } from './OtherTabScreen.tsx'

const Toasts = lazyScreen(async () => (await import('../app/Toasts.tsx')).Toasts)

/** The staff till: paired once, started by a person with their own code, and run by one tab of its device. */
export function TillApp() {
  const { t } = useLingui()
  const paired = useStoredValue(pairing)
  const tab = useTabState()
  const offlineSince = useOfflineSince()
  const since = offlineSince && timeOfDay(offlineSince)
  const isTest = paired?.till.liveness === 'test'
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
            <Trans>No signal since {since}</Trans>
          </OfflineBanner>
        )}
      </header>
      {tab === 'ours' ? <Running /> : tab === 'elsewhere' ? <OtherTabScreen /> : <div aria-busy="true" />}
      <Suspense>{useHasToasts() && <Toasts />}</Suspense>
    </NoSignalContext>
  )
}

/** In one tab only. */
function Running() {
  const paired = useStoredValue(pairing)
  const turn = useStoredValue(currentTurn)
  const { stage } = useSale()
  const [id, key] = [paired?.till.id, paired?.key]
  useHeartbeat()
  useTurnEnd(stage !== 'entry')
  // A new name or new limits of the till are no reason to start anew.
  useEffect(() => {
    if (id === undefined || key === undefined) return undefined
    saleEngine.resume()
    return () => saleEngine.stop()
  }, [id, key])
  return <ErrorBoundary resetKey={stage}>{!paired ? <PairScreen /> : !turn ? <SignOnScreen /> : <Counter />}</ErrorBoundary>
}
