import { Trans, useLingui } from '@lingui/react/macro'
import { accountNameMaxInput, accountNameMessage, toBankAccountName } from '@nikau/contract/bank-account-name'
import { linkBankAccount } from '@nikau/contract/bank-accounts'
import { checkAccountNumber } from '@nikau/nz/bank-account-number'
import { AccountNumberField, Button, TextField } from '@nikau/ui'
import { type SubmitEvent, useState } from 'react'
import { useBusiness } from '../../lib/business.ts'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { reloadPayoutAccount } from './reload.ts'

/** Links a bank account for payouts. One cent with a code goes to it. */
export function AddAccountForm({ onAdded }: { onAdded: () => void }) {
  const { t } = useLingui()
  const { accountId } = useBusiness()
  const link = useEndpointMutation(linkBankAccount)
  const [name, setName] = useState('')
  const [number, setNumber] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const nameError = name.trim() === '' ? t`Name on account is required` : accountNameMessage(name) && t`Account name can only have A-z 0-9 and , . - '`
  const numberError = checkAccountNumber(number, 'main').number === undefined ? t`Account number is invalid` : undefined
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (nameError !== undefined || numberError !== undefined) return
    const body = { accountId, bankAccountName: toBankAccountName(name), bankAccountNumber: number, purpose: 'settlement' as const }
    const linked = await link.mutateAsync({ body }).catch(() => undefined) // shown below
    reloadPayoutAccount()
    if (linked) onAdded()
  }
  return (
    <form className="flex flex-col gap-3" noValidate onSubmit={(event) => void submit(event)}>
      <TextField label={t`Name on account`} value={name} onChange={setName} maxLength={accountNameMaxInput} error={isChecked ? nameError : undefined} />
      <AccountNumberField label={t`Account number`} value={number} onChange={setNumber} error={isChecked ? numberError : undefined} />
      {link.error && (
        <p className="text-negative" role="alert">
          <LinkProblem error={link.error} />
        </p>
      )}
      <Button type="submit" full busy={link.isPending} busyLabel={t`Adding`}>
        <Trans>Add this account</Trans>
      </Button>
    </form>
  )
}

function LinkProblem({ error }: { error: CallError }) {
  if (error.code === 'DUPLICATE_BANK_ACCOUNT') return <Trans>This bank account is added already.</Trans>
  if (error.code === 'INVALID_BANK_ACCOUNT_NUMBER') return <Trans>The account number is invalid.</Trans>
  if (error.code === 'BANK_ACCOUNT_LINK_LIMIT_EXCEEDED') return <Trans>You’ve added too many bank accounts for now. Try again tomorrow.</Trans>
  return (
    <>
      <Trans>The account isn’t added.</Trans> <CallProblem error={error} />
    </>
  )
}
