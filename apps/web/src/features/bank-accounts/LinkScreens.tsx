import { Navigate } from 'react-router'
import { useBankAccounts } from '../../lib/funds.ts'
import { paths } from '../../lib/paths.ts'
import { missingStep, useProfile } from '../../lib/profile.ts'
import { useSelectedBank } from '../../lib/selected-bank.ts'
import { LinkForm } from './LinkForm.tsx'

/** Links an account that money may be debited from. That needs to know who the person is; and one that is selected and only lacks the authority is not linked again. */
export function LinkBankScreen() {
  const step = missingStep(useProfile())
  const selected = useSelectedBank()
  const accounts = useBankAccounts()
  if (step !== undefined) return <Navigate to={step} replace />
  if (selected !== undefined && accounts.data === undefined && !accounts.failed) return <div className="min-h-dvh" aria-busy="true" />
  const chosen = accounts.data?.find(({ id }) => id === selected)
  if (chosen && !chosen.directDebitAuthorized) return <Navigate to={paths.authorizeBank(chosen.id)} replace />
  return <LinkForm directDebit />
}

/** Links an account that money is only sent to. */
export function LinkForWithdrawScreen() {
  return <LinkForm directDebit={false} />
}
