import { Trans, useLingui } from '@lingui/react/macro'
import { AssetMedia, OptionButton, OptionLink, Sheet } from '@nikau/ui'
import { deployed } from '../../lib/config.ts'
import { useProfile } from '../../lib/profile.ts'

/** The wallets to pay with: this one, or the GiftStation app. */
export function SelectWallet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const { fullName, phone, email } = useProfile()
  const { giftStationAndroid: android, giftStationIos: ios } = deployed.links
  const user = fullName ?? phone ?? email
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={<Trans>Select Wallet</Trans>} closeLabel={t`Close`}>
      <OptionButton media={<AssetMedia kind="wallet" />} onPress={onClose} detail={user === undefined ? undefined : <Trans>Continue as {user}</Trans>}>
        <Trans>Nikau wallet</Trans>
      </OptionButton>
      {android !== undefined && (
        <OptionLink media={<AssetMedia kind="gift" />} href={android} detail={<Trans>Get it for Android</Trans>}>
          <Trans>GiftStation</Trans>
        </OptionLink>
      )}
      {ios !== undefined && (
        <OptionLink media={<AssetMedia kind="gift" />} href={ios} detail={<Trans>Get it for iPhone</Trans>}>
          <Trans>GiftStation</Trans>
        </OptionLink>
      )}
    </Sheet>
  )
}
