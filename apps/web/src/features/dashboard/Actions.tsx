import { Trans, useLingui } from '@lingui/react/macro'
import { Icon, QuickAction, QuickActions } from '@nikau/ui'
import { useFlags } from '../../lib/flags.ts'
import { useWay } from '../../lib/screen.ts'

/** What one most often comes for. An action whose screen does not exist, or is switched off, is not drawn. */
export function Actions() {
  const { t } = useLingui()
  const { showSendAsset, testAssetsEnabled } = useFlags()
  const [pay, send, topup, banks, activity, locations] = [
    useWay('scan'),
    useWay('send'),
    useWay('topup'),
    useWay('bank-accounts'),
    useWay('activity'),
    useWay('locations'),
  ]
  // Play money comes from nowhere; real money only from a bank.
  const canTopUp = topup !== undefined && (testAssetsEnabled || banks !== undefined)
  return (
    <QuickActions label={t`Actions`}>
      {pay !== undefined && (
        <QuickAction href={pay} icon={<Icon name="pay" />} main>
          <Trans>Pay</Trans>
        </QuickAction>
      )}
      {send !== undefined && showSendAsset && (
        <QuickAction href={send} icon={<Icon name="send" />}>
          <Trans>Send</Trans>
        </QuickAction>
      )}
      {canTopUp && (
        <QuickAction href={topup} icon={<Icon name="top-up" />} main={pay === undefined}>
          <Trans>Top up</Trans>
        </QuickAction>
      )}
      {activity !== undefined && (
        <QuickAction href={activity} icon={<Icon name="document" />}>
          <Trans>Activity</Trans>
        </QuickAction>
      )}
      {locations !== undefined && (
        <QuickAction href={locations} icon={<Icon name="store" />}>
          <Trans>Shops</Trans>
        </QuickAction>
      )}
    </QuickActions>
  )
}
