import { Trans, useLingui } from '@lingui/react/macro'
import { defaultWalletType } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { EmptyState, Header, ListSkeleton, Page, PageBody, Title, useSkeleton } from '@nikau/ui'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import type { Part } from '../../lib/account.ts'
import { useAssets, useWallet } from '../../lib/account-assets.ts'
import { Failed } from '../../lib/Failed.tsx'
import { useBankAccounts } from '../../lib/funds.ts'
import { paths } from '../../lib/paths.ts'
import { usePlace } from '../../lib/screen.ts'
import { useSelectedBank } from '../../lib/selected-bank.ts'
import { BankTopup } from './BankTopup.tsx'
import { TestTopup } from './TestTopup.tsx'

/** The asset that was chosen for it, else the wallet. Play money comes from nowhere, real money from a bank. */
export function TopupScreen() {
  const chosen = localStorage.getItem('topupAssetId')
  const wallet = useWallet()
  const assets = useAssets()
  const asset = chosen === null ? wallet.data : assets.data?.find(({ id }) => id === chosen)
  const part = chosen === null ? wallet : assets
  if (asset?.type === defaultWalletType('main')) return <FromBank key={asset.id} wallet={asset} />
  if (asset) return <TestTopup key={asset.id} asset={asset} />
  return (
    <Waiting part={part} failure={<Trans>We couldn’t load your wallet</Trans>}>
      {part.data !== undefined && <EmptyState drawing="search" title={<Trans>No asset here</Trans>} />}
    </Waiting>
  )
}

/** From the selected account, else from the first that may be debited. */
function FromBank({ wallet }: { wallet: Asset }) {
  const selected = useSelectedBank()
  const accounts = useBankAccounts()
  const debitable = accounts.data?.filter(({ directDebitAuthorized }) => directDebitAuthorized)
  const account = debitable?.find(({ id }) => id === selected) ?? debitable?.[0]
  if (account) return <BankTopup key={account.id} wallet={wallet} account={account} />
  if (accounts.data) return <Navigate to={paths.bankAccounts} replace />
  return <Waiting part={accounts} failure={<Trans>We couldn’t load your bank accounts</Trans>} />
}

/** The screen before it knows what it is about. */
export function Waiting({ part, failure, children }: { part: Part<unknown>; failure: ReactNode; children?: ReactNode }) {
  const { t } = useLingui()
  const { back, bar } = usePlace()
  const loading = part.data === undefined && !part.failed
  const skeleton = useSkeleton(loading)
  return (
    <Page bar={bar}>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title>
          <Trans>Topup</Trans>
        </Title>
        {part.failed && (
          <div className="pt-6">
            <Failed part={part}>{failure}</Failed>
          </div>
        )}
        {loading && <div aria-busy="true">{skeleton && <ListSkeleton rows={2} />}</div>}
        {children}
      </PageBody>
    </Page>
  )
}
