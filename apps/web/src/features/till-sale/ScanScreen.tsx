import { Trans } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { Icon, KeyboardIcon, TillFooter, TillScreen, TillWay, TillWays } from '@nikau/ui'
import { Suspense } from 'react'
import { lazyScreen } from '../../lib/lazy-screen.ts'
import { useWakeLock } from '../till-device/index.ts'
import { useCounter } from './counter.ts'
import { useSale } from './engine-instance.ts'
import { amountToAsk } from './sale.ts'
import { TypeCodeScreen } from './TypeCodeScreen.tsx'

const CameraPart = lazyScreen(async () => (await import('./CameraPart.tsx')).CameraPart)

/** The customer's code, by camera; a hand scanner works here as everywhere. In its place our own QR code, or 16 typed digits. */
export function ScanScreen() {
  const { view, go, charge } = useCounter()
  const { sale, request, isBusy } = useSale()
  const amount = format(amountToAsk(sale, request))
  useWakeLock(true)
  if (view.at === 'scan' && view.isTyping) return <TypeCodeScreen />
  return (
    <TillScreen>
      <Suspense fallback={<div className="n-scan" aria-busy="true" />}>
        <CameraPart amount={amount} />
      </Suspense>
      <TillFooter>
        <TillWays>
          <TillWay icon={<Icon name="qr" />} isDisabled={isBusy} onPress={() => charge()}>
            <Trans>Show our QR</Trans>
          </TillWay>
          <TillWay icon={<KeyboardIcon />} isDisabled={isBusy} onPress={() => go({ at: 'scan', isTyping: true })}>
            <Trans>Type the 16 digits</Trans>
          </TillWay>
        </TillWays>
        <p className="mt-1 text-center text-caption text-ink-2">
          <Trans>A hand scanner works too: just scan.</Trans>
        </p>
      </TillFooter>
    </TillScreen>
  )
}
