import { Trans, useLingui } from '@lingui/react/macro'
import { defaultWalletType } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { addBusinessDays, bankFileDate, topUpBusinessDays } from '@nikau/nz/business-calendar'
import { shortDate } from '@nikau/nz/nz-time'
import { Button, EmptyState, Header, ListSkeleton, Page, PageBody, Title, useSkeleton } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router'
import type { AsyncData } from '../../lib/async-data.ts'
import { useAssets, useWallet } from '../../lib/account-assets.ts'
import { deployed } from '../../lib/config.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useBankAccounts } from '../../lib/funds.ts'
import { useModeOfRequest } from '../../lib/mode-of-request.ts'
import { paths } from '../../lib/paths.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { useSelectedBank } from '../../lib/selected-bank.ts'
import { ApprovalTopup } from './ApprovalTopup.tsx'
import { BankTopup } from './BankTopup.tsx'
import { TestTopup } from './TestTopup.tsx'
import { useForPayment } from './useForPayment.ts'
import { type Way, WayChoice } from './WayChoice.tsx'

/** Local storage key: the asset that the home screen's Top up goes to. */
const chosenKey = 'topupAssetId'

/** Tops up for a payment, in the mode of its request, or else in the mode of the wallet. */
export function TopupScreen() {
  const isInMode = useModeOfRequest(useForPayment()?.liveness)
  return isInMode ? <Topup /> : undefined
}

/** Tops up the chosen asset, by default the wallet. Test money is credited directly, real money comes from a bank. */
function Topup() {
  const payment = useForPayment()
  const [chosen, setChosen] = useState(() => (payment ? null : localStorage.getItem(chosenKey)))
  const wallet = useWallet()
  const assets = useAssets()
  const asset = chosen === null ? wallet.data : assets.data?.find(({ id }) => id === chosen)
  const source = chosen === null ? wallet : assets
  if (asset?.type === defaultWalletType('main')) return <RealTopup key={asset.id} wallet={asset} />
  if (asset) return <TestMoneyTopup key={asset.id} asset={asset} />
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

/** Test money arrives at once; a test wallet can try the banks’ sandboxes too. */
function TestMoneyTopup({ asset }: { asset: Asset }) {
  const [way, setWay] = useState<Way>('other')
  const banks = asset.type === defaultWalletType('test') ? deployed.topUpBanks.test : []
  if (banks.length === 0) return <TestTopup asset={asset} />
  const choice = (
    <WayChoice value={way} onChange={setWay} other={{ name: <Trans>Test money</Trans>, when: <Trans>In your wallet at once, without a bank</Trans> }} />
  )
  return way === 'approval' ? <ApprovalTopup wallet={asset} banks={banks} choice={choice} /> : <TestTopup asset={asset} choice={choice} />
}

/**
 * Tops up by bank approval, or by direct debit from the selected account, or else the first one with direct debit. Who has such an
 * account finds it chosen; for everybody else approval is the way to have money in seconds.
 */
function RealTopup({ wallet }: { wallet: Asset }) {
  const [way, setWay] = useState<Way>('other')
  const banks = deployed.topUpBanks.main
  const selected = useSelectedBank()
  const accounts = useBankAccounts()
  const debitable = accounts.data?.filter(({ directDebitAuthorized }) => directDebitAuthorized)
  const account = debitable?.find(({ id }) => id === selected) ?? debitable?.[0]
  const choice = banks.length > 0 && account && (
    <WayChoice value={way} onChange={setWay} other={{ name: <Trans>Direct debit</Trans>, when: <DebitArrival /> }} />
  )
  if (account && (way === 'other' || banks.length === 0)) return <BankTopup key={account.id} wallet={wallet} account={account} choice={choice} />
  if (accounts.data && banks.length > 0) return <ApprovalTopup wallet={wallet} banks={banks} choice={choice} canLink={!account} />
  if (accounts.data) return <Navigate to={paths.bankAccounts} replace />
  return <TopupPlaceholder source={accounts} failure={<Trans>We couldn’t load your bank accounts</Trans>} />
}

function DebitArrival() {
  const [day] = useState(() => shortDate(addBusinessDays(bankFileDate(new Date()), topUpBusinessDays)))
  return <Trans>Arrives by {day}</Trans>
}

/** The screen's loading and error states. */
export function TopupPlaceholder({ source, failure, children }: { source: AsyncData<unknown>; failure: ReactNode; children?: ReactNode }) {
  const { t } = useLingui()
  const { back, bar } = useScreen()
  const payment = useForPayment()
  const loading = source.data === undefined && !source.failed
  const skeleton = useSkeleton(loading)
  return (
    <Page bar={bar}>
      <Header backHref={payment?.path ?? back} backLabel={t`Back`} />
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
