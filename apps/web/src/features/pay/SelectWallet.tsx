import { Trans, useLingui } from '@lingui/react/macro'
import { AssetMedia, OptionButton, OptionLink, Sheet } from '@nikau/ui'
import { deployed } from '../../lib/config.ts'
import { useProfile } from '../../lib/profile.ts'

/** Which wallet pays: this one, as the person who is signed in, or the one for gift cards, which is an app of its own. */
export function SelectWallet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const { fullName, phone, email } = useProfile()
  const { giftStationAndroid: android, giftStationIos: ios } = deployed.links
  const who = fullName ?? phone ?? email
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={<Trans>Select Wallet</Trans>} closeLabel={t`Close`}>
      <OptionButton media={<AssetMedia kind="wallet" />} onPress={onClose} detail={who === undefined ? undefined : <Trans>Continue as {who}</Trans>}>
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
