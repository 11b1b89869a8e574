import { Trans, useLingui } from '@lingui/react/macro'
import { displayOf, familyOf, walletLabel } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { format, zero } from '@nikau/money'
import { Amount, Icon, List, ListItem, Avatar, Section } from '@nikau/ui'

/** Money outside the spending wallet: settlement wallets and the developers' test uplink. */
export function OtherWallets({ assets, walletId }: { assets: readonly Asset[]; walletId: string | undefined }) {
  const { t } = useLingui()
  const others = assets.filter((asset) => asset.category === 'money' && asset.id !== walletId && familyOf(asset.type) !== 'farmlands.nzd')
  if (others.length === 0) return undefined
  return (
    <Section title={<Trans>Other wallets</Trans>}>
      <List label={t`Other wallets`}>
        {others.map((asset) => (
          <ListItem
            key={asset.id}
            media={
              <Avatar tone="plain">
                <Icon name={asset.settlement ? 'store' : 'wallet'} />
              </Avatar>
            }
            name={displayOf(asset).paymentMethodTitle}
            detail={walletLabel(asset) && t`Settlement`}
            amount={<Amount text={format(asset.balance ?? zero)} />}
          />
        ))}
      </List>
    </Section>
  )
}
