import { Navigate } from 'react-router'
import { useBankAccounts } from '../../lib/funds.ts'
import { paths } from '../../lib/paths.ts'
import { nextProfileStep, useProfile } from '../../lib/profile.ts'
import { useSelectedBank } from '../../lib/selected-bank.ts'
import { LinkForm } from './LinkForm.tsx'

/** Links an account with direct debit, which needs a complete profile. A selected account that only lacks the authority is sent to authorise it. */
export function LinkBankScreen() {
  const step = nextProfileStep(useProfile())
  const selected = useSelectedBank()
  const accounts = useBankAccounts()
  if (step !== undefined) return <Navigate to={step} replace />
  if (selected !== undefined && accounts.data === undefined && !accounts.failed) return <div className="min-h-dvh" aria-busy="true" />
  const chosen = accounts.data?.find(({ id }) => id === selected)
  if (chosen && !chosen.directDebitAuthorized) return <Navigate to={paths.authorizeBank(chosen.id)} replace />
  return <LinkForm directDebit />
}

/** Links an account for withdrawals only. */
export function LinkForWithdrawScreen() {
  return <LinkForm directDebit={false} />
}
