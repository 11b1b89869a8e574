import { Trans } from '@lingui/react/macro'
import { Navigate, useParams } from 'react-router'
import { useWallet } from '../../lib/account-assets.ts'
import { useBankAccounts } from '../../lib/funds.ts'
import { paths } from '../../lib/paths.ts'
import { BankTopup } from './BankTopup.tsx'
import { Waiting } from './TopupScreen.tsx'

/** A top-up from one account, into the wallet of the mode; one that may not be debited yet is authorised first. */
export function BankTopupScreen() {
  const { id = '' } = useParams()
  const wallet = useWallet()
  const accounts = useBankAccounts()
  const account = accounts.data?.find((one) => one.id === id)
  if (accounts.data && !account) return <Navigate to={paths.bankAccounts} replace />
  if (account && !account.directDebitAuthorized) return <Navigate to={paths.authorizeBank(id)} replace />
  if (account && wallet.data) return <BankTopup key={id} wallet={wallet.data} account={account} toVerify={!account.verified} />
  return accounts.data ? (
    <Waiting part={wallet} failure={<Trans>We couldn’t load your wallet</Trans>} />
  ) : (
    <Waiting part={accounts} failure={<Trans>We couldn’t load your bank accounts</Trans>} />
  )
}
