import { Trans, useLingui } from '@lingui/react/macro'
import { defaultWalletType } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { Button, EmptyState, Header, ListSkeleton, Page, PageBody, Title, useSkeleton } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router'
import type { AsyncData } from '../../lib/async-data.ts'
import { useAssets, useWallet } from '../../lib/account-assets.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useBankAccounts } from '../../lib/funds.ts'
import { paths } from '../../lib/paths.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { useSelectedBank } from '../../lib/selected-bank.ts'
import { BankTopup } from './BankTopup.tsx'
import { TestTopup } from './TestTopup.tsx'
import { useForPayment } from './useForPayment.ts'

/** Local storage key: the asset that the home screen's Top up goes to. */
const chosenKey = 'topupAssetId'

/** Tops up the chosen asset, by default the wallet. Test money is credited directly, real money comes from a bank. */
export function TopupScreen() {
  const payment = useForPayment()
  const [chosen, setChosen] = useState(() => (payment ? null : localStorage.getItem(chosenKey)))
  const wallet = useWallet()
  const assets = useAssets()
  const asset = chosen === null ? wallet.data : assets.data?.find(({ id }) => id === chosen)
  const source = chosen === null ? wallet : assets
  if (asset?.type === defaultWalletType('main')) return <RealTopup key={asset.id} wallet={asset} />
  if (asset) return <TestTopup key={asset.id} asset={asset} />
  const forget = () => {
    localStorage.removeItem(chosenKey)
    setChosen(null)
  }
  return (
    <TopupPlaceholder source={source} failure={<Trans>We couldn’t load your wallet</Trans>}>
      {source.data !== undefined && (
        <EmptyState
          drawing="search"
          title={<Trans>No asset here</Trans>}
          action={
            <Button size="s" onPress={forget}>
              <Trans>Top up your wallet</Trans>
            </Button>
          }
        />
      )}
    </TopupPlaceholder>
  )
}

/** Tops up from the selected account, or else the first one with direct debit. */
function RealTopup({ wallet }: { wallet: Asset }) {
  const selected = useSelectedBank()
  const accounts = useBankAccounts()
  const debitable = accounts.data?.filter(({ directDebitAuthorized }) => directDebitAuthorized)
  const account = debitable?.find(({ id }) => id === selected) ?? debitable?.[0]
  if (account) return <BankTopup key={account.id} wallet={wallet} account={account} />
  if (accounts.data) return <Navigate to={paths.bankAccounts} replace />
  return <TopupPlaceholder source={accounts} failure={<Trans>We couldn’t load your bank accounts</Trans>} />
}

/** The screen's loading and error states. */
export function TopupPlaceholder({ source, failure, children }: { source: AsyncData<unknown>; failure: ReactNode; children?: ReactNode }) {
  const { t } = useLingui()
  const { back, bar } = useScreen()
  const loading = source.data === undefined && !source.failed
  const skeleton = useSkeleton(loading)
  return (
    <Page bar={bar}>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title>
          <Trans>Topup</Trans>
        </Title>
        {source.failed && (
          <div className="pt-6">
            <LoadFailed source={source}>{failure}</LoadFailed>
          </div>
        )}
        {loading && <div aria-busy="true">{skeleton && <ListSkeleton rows={2} />}</div>}
        {children}
      </PageBody>
    </Page>
  )
}
