import { Trans, useLingui } from '@lingui/react/macro'
import { type BankAccount, verifyBankAccount } from '@nikau/contract/bank-accounts'
import { Button, CodeField } from '@nikau/ui'
import { type SubmitEvent, useState } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { reloadPayoutAccount } from './reload.ts'

const codeLength = 4

/** The code that came with one cent shows that the account belongs to the business. */
export function VerifyAccountForm({ account }: { account: BankAccount }) {
  const { t } = useLingui()
  const verify = useEndpointMutation(verifyBankAccount, { retry: false })
  const [code, setCode] = useState('')
  const number = account.bankAccountNumber
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (code.length < codeLength) return
    await verify.mutateAsync({ params: { id: account.id }, body: { verificationCode: code } }).catch(() => undefined) // shown below
    setCode('')
    reloadPayoutAccount()
  }
  return (
    <form className="flex flex-col gap-3" noValidate onSubmit={(event) => void submit(event)}>
      <CodeField
        label={t`Code for ${number}`}
        hint={<Trans>It’s on the statement of this account, next to one cent from Nikau, on the evening of the next business day.</Trans>}
        length={codeLength}
        value={code}
        onChange={setCode}
        error={verify.error && !verify.isPending && code === '' ? <CodeProblem error={verify.error} /> : undefined}
      />
      <Button type="submit" variant="tonal" full isDisabled={code.length < codeLength} busy={verify.isPending} busyLabel={t`Checking`}>
        <Trans>Verify</Trans>
      </Button>
    </form>
  )
}

function CodeProblem({ error }: { error: CallError }) {
  if (error.code === 'VERIFICATION_CODE_INVALID') return <Trans>That code doesn't match. Check the code on your bank statement and try again.</Trans>
  if (error.code === 'BANK_ACCOUNT_VERIFICATION_ATTEMPTS_EXCEEDED') return <Trans>You’ve used all your tries. Contact us and we’ll help you verify it.</Trans>
  return (
    <>
      <Trans>It isn’t verified yet.</Trans> <CallProblem error={error} />
    </>
  )
}
