import { Trans, useLingui } from '@lingui/react/macro'
import { familyOf } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { add, format, subtract } from '@nikau/money'
import { AssetMedia, Icon, OptionButton, OptionLink, Section, Sheet } from '@nikau/ui'
import { AssetImage } from '../../lib/AssetImage.tsx'
import { deployed } from '../../lib/config.ts'
import { useProfile } from '../../lib/profile.ts'
import { OtherWays } from './OtherWays.tsx'
import { keyOfWay, type PaymentSuggestion } from './suggestion.ts'
import type { RequestView } from './useRequest.ts'

export interface SelectWalletProps {
  isOpen: boolean
  request: RequestView
  ways: readonly PaymentSuggestion[]
  /** The way that the screen pays with now. */
  current: PaymentSuggestion | undefined
  assets: readonly Asset[]
  onChoose: (way: PaymentSuggestion) => void
  onClose: () => void
}

/** What to pay with: what this wallet holds, another way that the request takes, or the GiftStation app. */
export function SelectWallet({ isOpen, request, ways, current, assets, onChoose, onClose }: SelectWalletProps) {
  const { t } = useLingui()
  const { fullName, phone, email } = useProfile()
  const { giftStationAndroid: android, giftStationIos: ios } = deployed.links
  const user = fullName ?? phone ?? email
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={<Trans>Select Wallet</Trans>} closeLabel={t`Close`}>
      <OptionButton media={<AssetMedia kind="wallet" />} onPress={onClose} detail={user === undefined ? undefined : <Trans>Continue as {user}</Trans>}>
        <Trans>Nikau wallet</Trans>
      </OptionButton>
      {ways.length > 0 && (
        <Section size="s" title={<Trans>Pay with</Trans>}>
          {ways.map((way) => (
            <WayButton
              key={keyOfWay(way)}
              way={way}
              isCurrent={current !== undefined && keyOfWay(way) === keyOfWay(current)}
              assets={assets}
              onPress={onChoose}
            />
          ))}
        </Section>
      )}
      <OtherWays request={request}>
        {(android !== undefined || ios !== undefined) && (
          <Section size="s" title={<Trans>Other wallets</Trans>}>
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
          </Section>
        )}
      </OtherWays>
    </Sheet>
  )
}

interface WayButtonProps {
  way: PaymentSuggestion
  isCurrent: boolean
  assets: readonly Asset[]
  onPress: (way: PaymentSuggestion) => void
}

/** The assets of a way, and what it would leave to pay. */
function WayButton({ way, isCurrent, assets, onPress }: WayButtonProps) {
  const { t } = useLingui()
  const { paymentMethods, paymentRequest } = way
  // Money pays the larger part, so its picture says most.
  const main = paymentMethods.at(-1)!
  const names = paymentMethods.map(({ assetType, description }) => (familyOf(assetType) === 'nikau.nzd' ? t`Wallet` : description)).join(' + ')
  const left = format(subtract(paymentRequest.remainingAmount, add(...paymentMethods.map(({ payableAmount }) => payableAmount))))
  return (
    <OptionButton
      media={<AssetImage type={main.assetType} asset={assets.find(({ id }) => id === main.assetId)} />}
      onPress={() => onPress(way)}
      detail={way.partial ? <Trans>Leaves {left} to pay</Trans> : <Trans>Pays all of it</Trans>}
      end={isCurrent && <Icon name="check" size="s" label={t`Selected`} />}
    >
      {names}
    </OptionButton>
  )
}
