import { Trans, useLingui } from '@lingui/react/macro'
import { Icon, QuickAction, QuickActions } from '@nikau/ui'
import { useFlags } from '../../lib/flags.ts'
import { useScreenPath } from '../../lib/current-screen.ts'
import { useOnline } from '../../lib/useOnline.ts'

/**
 * The home screen's quick actions. An action whose screen is missing or switched off is hidden; nothing leaves a frozen wallet. Top up
 * goes to the wallet whose balance is shown. Without signal only a code at the till can pay.
 */
export function Actions({ walletId, isFrozen }: { walletId: string | undefined; isFrozen: boolean }) {
  const { t } = useLingui()
  const { showBarcode, showSendAsset, testAssetsEnabled } = useFlags()
  const online = useOnline()
  const [pay, send, topup, banks, activity, locations] = [
    useScreenPath(online || !showBarcode ? 'scan' : 'my-codes'),
    useScreenPath('send'),
    useScreenPath('topup'),
    useScreenPath('bank-accounts'),
    useScreenPath('activity'),
    useScreenPath('locations'),
  ]
  // Test money needs no bank account; real money does.
  const canTopUp = topup !== undefined && (testAssetsEnabled || banks !== undefined)
  return (
    <QuickActions label={t`Actions`}>
      {pay !== undefined && (
        <QuickAction href={pay} icon={<Icon name="pay" />} main isDisabled={isFrozen}>
          <Trans>Pay</Trans>
        </QuickAction>
      )}
      {send !== undefined && showSendAsset && (
        <QuickAction href={send} icon={<Icon name="send" />} isDisabled={isFrozen} needsSignal>
          <Trans>Send</Trans>
        </QuickAction>
      )}
      {canTopUp && (
        <QuickAction
          href={topup}
          icon={<Icon name="top-up" />}
          main={pay === undefined}
          needsSignal
          onClick={() => walletId !== undefined && localStorage.setItem('topupAssetId', walletId)}
        >
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
