import { Trans, useLingui } from '@lingui/react/macro'
import { Header, ListSkeleton, Page, PageBody, Title, useSkeleton } from '@nikau/ui'
import { Navigate, useParams } from 'react-router'
import { useWallet } from '../../lib/account-assets.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useBankAccounts } from '../../lib/funds.ts'
import { paths } from '../../lib/paths.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { WithdrawForm } from './WithdrawForm.tsx'

/** The amount to withdraw to the chosen account; an unknown account redirects to the account choice. */
export function WithdrawAmountScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const { bankAuthorityId = '' } = useParams()
  const accounts = useBankAccounts()
  const wallet = useWallet()
  const account = accounts.data?.find(({ id }) => id === bankAuthorityId)
  const source = accounts.data ? wallet : accounts
  const skeleton = useSkeleton(source.data === undefined && !source.failed)
  if (accounts.data && !account) return <Navigate to={paths.withdraw} replace />
  if (account && wallet.data) return <WithdrawForm key={account.id} wallet={wallet.data} account={account} />
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title>
          <Trans>Withdraw Amount</Trans>
        </Title>
        <div className="pt-6">
          {source.failed ? (
            <LoadFailed source={source}>
              <Trans>We couldn’t load your wallet</Trans>
            </LoadFailed>
          ) : (
            <div aria-busy="true">{skeleton && <ListSkeleton rows={3} />}</div>
          )}
        </div>
      </PageBody>
    </Page>
  )
}
