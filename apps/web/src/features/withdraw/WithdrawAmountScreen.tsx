import { Trans, useLingui } from '@lingui/react/macro'
import { Header, ListSkeleton, Page, PageBody, Title, useSkeleton } from '@nikau/ui'
import { Navigate, useParams } from 'react-router'
import { useWallet } from '../../lib/account-assets.ts'
import { Failed } from '../../lib/Failed.tsx'
import { useBankAccounts } from '../../lib/funds.ts'
import { paths } from '../../lib/paths.ts'
import { usePlace } from '../../lib/screen.ts'
import { WithdrawForm } from './WithdrawForm.tsx'

/** How much goes to the account that was picked; an account that is not the person's leads back to the choice. */
export function WithdrawAmountScreen() {
  const { t } = useLingui()
  const { back } = usePlace()
  const { bankAuthorityId = '' } = useParams()
  const accounts = useBankAccounts()
  const wallet = useWallet()
  const account = accounts.data?.find(({ id }) => id === bankAuthorityId)
  const part = accounts.data ? wallet : accounts
  const skeleton = useSkeleton(part.data === undefined && !part.failed)
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
          {part.failed ? (
            <Failed part={part}>
              <Trans>We couldn’t load your wallet</Trans>
            </Failed>
          ) : (
            <div aria-busy="true">{skeleton && <ListSkeleton rows={3} />}</div>
          )}
        </div>
      </PageBody>
    </Page>
  )
}
