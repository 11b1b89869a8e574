import { Trans } from '@lingui/react/macro'
import { type Cents, format, roundCash } from '@nikau/money'
import { BarcodeIcon, CashIcon, Icon, LinkIcon, TillWay, TillWays } from '@nikau/ui'
import { useOfflineSince } from '../till-device/index.ts'
import { useCounter } from './counter.ts'
import { saleEngine, useSale } from './engine-instance.ts'

/** The ways to take the rest. What cash rounds to is said beforehand. */
export function RestWays({ rest }: { rest: Cents }) {
  const { go } = useCounter()
  const { isBusy } = useSale()
  const isOffline = useOfflineSince() !== undefined
  const isOff = isBusy || isOffline
  const [amount, cash] = [format(rest), roundCash(rest)]
  const inCash = format(cash)
  return (
    <section className="mt-4">
      <h2 className="mb-3 font-semibold">
        <Trans>Take {amount} by</Trans>
      </h2>
      <TillWays>
        <TillWay icon={<Icon name="card" />} isDisabled={isOff} onPress={() => void saleEngine.takeRest('eftpos')}>
          <Trans>EFTPOS</Trans>
        </TillWay>
        <TillWay
          icon={<CashIcon />}
          isDisabled={isOff || cash === 0n}
          detail={cash === 0n ? <Trans>too little for cash</Trans> : <Trans>rounds to {inCash}</Trans>}
          onPress={() => void saleEngine.takeRest('cash')}
        >
          <Trans>Cash</Trans>
        </TillWay>
        <TillWay icon={<BarcodeIcon />} isDisabled={isOff} onPress={() => go({ at: 'scan' })}>
          <Trans>Another Nikau code</Trans>
        </TillWay>
        <TillWay icon={<LinkIcon />} isDisabled={isOff} onPress={() => void saleEngine.offerRest()}>
          <Trans>Send a link</Trans>
        </TillWay>
      </TillWays>
      {isOffline && (
        <p className="mt-3 text-label text-ink-2">
          <Trans>The rest can be taken when the connection is back.</Trans>
        </p>
      )}
    </section>
  )
}
