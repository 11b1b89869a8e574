import { Trans, useLingui } from '@lingui/react/macro'
import { displayOf, isTransferable } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { format } from '@nikau/money'
import { EmptyState, Header, ListSkeleton, OptionButton, Page, PageBody, Title, useSkeleton } from '@nikau/ui'
import { useNavigate } from 'react-router'
import { useAssets } from '../../lib/account-assets.ts'
import { AssetImage } from '../../lib/AssetImage.tsx'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { paths } from '../../lib/paths.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { availableOf } from './AmountStep.tsx'
import { useDraft } from './draft.ts'
import { chooseSendingAsset } from './useSendingAsset.ts'

/** Everything of this mode that can be sent, money first. */
export function SelectAssetScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const navigate = useNavigate()
  const { draft, change } = useDraft()
  const assets = useAssets()
  const skeleton = useSkeleton(assets.data === undefined && !assets.failed)
  const transferable = assets.data?.filter(isTransferable).toSorted((a, b) => Number(b.category === 'money') - Number(a.category === 'money'))
  const choose = ({ id }: Asset) => {
    chooseSendingAsset(id)
    change({})
    void navigate(draft.alias === undefined ? paths.send : paths.sendStep('amount'))
  }
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} title={<Trans>Send</Trans>} />
      <PageBody tight>
        <Title>
          <Trans>Select Asset</Trans>
        </Title>
        <div className="pt-5">
          {assets.failed ? (
            <LoadFailed source={assets}>
              <Trans>We couldn’t load your wallet</Trans>
            </LoadFailed>
          ) : transferable === undefined ? (
            <div aria-busy="true">{skeleton && <ListSkeleton rows={3} leaf />}</div>
          ) : transferable.length === 0 ? (
            <EmptyState drawing="search" title={<Trans>Nothing to send yet</Trans>} />
          ) : (
            transferable.map((asset) => <AssetOption key={asset.id} asset={asset} onPress={() => choose(asset)} />)
          )}
        </div>
      </PageBody>
    </Page>
  )
}

function AssetOption({ asset, onPress }: { asset: Asset; onPress: () => void }) {
  const { paymentMethodTitle, longExpiryDate: expiry } = displayOf(asset)
  return (
    <OptionButton
      onPress={onPress}
      media={<AssetImage type={asset.type} asset={asset} />}
      detail={asset.category === 'money' ? format(availableOf(asset)) : expiry ? <Trans>Expires {expiry}</Trans> : asset.issuer}
    >
      {paymentMethodTitle}
    </OptionButton>
  )
}
