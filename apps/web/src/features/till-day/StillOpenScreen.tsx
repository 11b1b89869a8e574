import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { Button, Header, TillFooter, TillMiddle, TillScreen, TillSign, Icon } from '@nikau/ui'
import { useCounter } from '../till-sale/index.ts'
import type { OpenThings } from './useOpenThings.ts'
import { useScreenStart } from './useScreenStart.ts'

/** Asks before a day is closed whose figures may still change. */
export function StillOpenScreen({ open: { charge, waiting, notes }, onBack, onClose }: { open: OpenThings; onBack: () => void; onClose: () => void }) {
  const { t } = useLingui()
  useScreenStart()
  const { go } = useCounter()
  const amount = charge === undefined ? '' : format(charge)
  return (
    <TillScreen>
      <Header onBack={onBack} backLabel={t`Back to the figures`} />
      <TillMiddle>
        <TillSign tone="warning" icon={<Icon name="clock" />} />
        <h1 className="n-till-title mt-6">{charge === undefined ? <Trans>Not everything is in yet</Trans> : <Trans>A charge of {amount} is open</Trans>}</h1>
        {charge !== undefined ? (
          <p className="n-till-say">
            <Trans>If it is paid after the day is closed, it isn’t in these figures.</Trans>
          </p>
        ) : (
          waiting > 0 && (
            <p className="n-till-say">{t`${plural(waiting, { one: '# payment of this day still waits', other: '# payments of this day still wait' })} to be paid in full.`}</p>
          )
        )}
        {notes > 0 && (
          <p className="n-till-say">{t`${plural(notes, { one: '# noted sale isn’t', other: '# noted sales aren’t' })} recorded yet and not in these figures.`}</p>
        )}
      </TillMiddle>
      <TillFooter>
        <Button size="l" full onPress={() => go(charge === undefined && notes > 0 ? { at: 'notes' } : { at: charge === undefined ? 'list' : 'sale' })}>
          {charge !== undefined ? <Trans>Back to the charge</Trans> : notes > 0 ? <Trans>Look at the noted sales</Trans> : <Trans>Back to the payments</Trans>}
        </Button>
        <Button variant="outlined" full onPress={onClose}>
          <Trans>Close anyway</Trans>
        </Button>
      </TillFooter>
    </TillScreen>
  )
}
