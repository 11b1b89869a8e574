import { Trans } from '@lingui/react/macro'
import { Navigate, useParams } from 'react-router'
import { useWallet } from '../../lib/account-assets.ts'
import { useBankAccounts } from '../../lib/funds.ts'
import { paths } from '../../lib/paths.ts'
import { BankTopup } from './BankTopup.tsx'
import { TopupPlaceholder } from './TopupScreen.tsx'

/** Tops up from one bank account; an account without direct debit is sent to authorise it first. */
export function BankTopupScreen() {
  const { id = '' } = useParams()
  const wallet = useWallet()
  const accounts = useBankAccounts()
  const account = accounts.data?.find((candidate) => candidate.id === id)
  if (accounts.data && !account) return <Navigate to={paths.bankAccounts} replace />
  if (account && !account.directDebitAuthorized) return <Navigate to={paths.authorizeBank(id)} replace />
  if (account && wallet.data) return <BankTopup key={id} wallet={wallet.data} account={account} toVerify={!account.verified} />
  return accounts.data ? (
    <TopupPlaceholder source={wallet} failure={<Trans>We couldn’t load your wallet</Trans>} />
  ) : (
    <TopupPlaceholder source={accounts} failure={<Trans>We couldn’t load your bank accounts</Trans>} />
  )
}
