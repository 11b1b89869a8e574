import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState, Header, ListSkeleton, Page, PageBody, Title, useSkeleton } from '@nikau/ui'
import { useAssets, useWallet } from '../../lib/account-assets.ts'
import { Failed } from '../../lib/Failed.tsx'
import { usePlace } from '../../lib/screen.ts'
import { TopupForm } from './TopupForm.tsx'

/** The asset that was chosen for it, else the wallet. */
export function TopupScreen() {
  const { t } = useLingui()
  const { back, bar } = usePlace()
  const chosen = localStorage.getItem('topupAssetId')
  const wallet = useWallet()
  const assets = useAssets()
  const asset = chosen === null ? wallet.data : assets.data?.find(({ id }) => id === chosen)
  const part = chosen === null ? wallet : assets
  const skeleton = useSkeleton(part.data === undefined && !part.failed)
  if (asset) return <TopupForm key={asset.id} asset={asset} />
  return (
    <Page bar={bar}>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title>
          <Trans>Topup</Trans>
        </Title>
        {part.failed ? (
          <div className="pt-6">
            <Failed part={part}>
              <Trans>We couldn’t load your wallet</Trans>
            </Failed>
          </div>
        ) : part.data === undefined ? (
          <div aria-busy="true">{skeleton && <ListSkeleton rows={2} />}</div>
        ) : (
          <EmptyState drawing="search" title={<Trans>No asset here</Trans>} />
        )}
      </PageBody>
    </Page>
  )
}
