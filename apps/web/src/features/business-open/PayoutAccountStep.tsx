import { Trans, useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { accountNameMaxInput, accountNameMessage, toBankAccountName } from '@nikau/contract/bank-account-name'
import { linkBankAccount, type PayeeCheck, unlinkBankAccount, verifyBankAccount } from '@nikau/contract/bank-accounts'
import type { Business, Checklist } from '@nikau/contract/businesses'
import { choosePayoutAccount } from '@nikau/contract/payouts'
import { bankOf, checkAccountNumber } from '@nikau/nz/bank-account-number'
import { AccountNumberField, Button, CodeField, Icon, Notice, TextField } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { CallProblem } from '../../lib/CallProblem.tsx'
import type { CallError } from '../../lib/call-error.ts'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { refreshOpening } from '../../lib/opening.ts'
import { StepForm, StepPage, useFinishStep } from './StepPage.tsx'
import { useDraft, useKeptDraft, withDraft } from './useDraft.ts'

/** The account that payouts go to, checked in three steps: its number, its name, and the code on its statement. */
export function PayoutAccountStep({ checklist, business }: { checklist: Checklist; business: Business }) {
  const { missing } = checklist.steps.find(({ step }) => step === 'payout-account')!
  return (
    <StepPage title={<Trans>Payout account</Trans>} detail={<Trans>Where your takings go, each business day</Trans>}>
      {checklist.payoutAccount ? (
        <LinkedAccount accountId={checklist.accountId} account={checklist.payoutAccount} missing={missing} />
      ) : (
        <LinkForm accountId={checklist.accountId} legalName={business.legalName ?? ''} />
      )}
    </StepPage>
  )
}

interface LinkForm {
  name: string
  number: string
}

function LinkForm({ accountId, legalName }: { accountId: string; legalName: string }) {
  const { t } = useLingui()
  const link = useEndpointMutation(linkBankAccount)
  const draft = useDraft<LinkForm>('payout-account', accountId)
  const saved = { name: toBankAccountName(legalName.replace(/\bLimited$/, 'Ltd')), number: '' }
  const form = useForm<LinkForm>({ mode: 'onTouched', defaultValues: withDraft(draft, saved) })
  useKeptDraft(draft, form)
  const submit = form.handleSubmit(async ({ name, number }) => {
    const body = { accountId, bankAccountName: toBankAccountName(name), bankAccountNumber: number, purpose: 'settlement' as const }
    if (await link.mutateAsync({ body }).catch(() => undefined)) draft.forget() // a failure is shown below
    await refreshOpening()
  })
  const problem = link.error && !link.isPending ? <LinkProblem error={link.error} /> : undefined
  return (
    <StepForm onSubmit={(event) => void submit(event)} busy={form.formState.isSubmitting} problem={problem}>
      <Controller
        control={form.control}
        name="number"
        rules={{ validate: (number) => checkAccountNumber(number, 'main').number !== undefined || t`That number doesn’t add up. Check the digits.` }}
        render={({ field, fieldState }) => (
          <AccountNumberField {...field} label={t`Account number`} error={fieldState.error?.message} status={bankOf(field.value)?.name} />
        )}
      />
      <Controller
        control={form.control}
        name="name"
        rules={{ validate: (name) => (name.trim() !== '' && accountNameMessage(name) === undefined) || t`Enter the name as on your statement` }}
        render={({ field, fieldState }) => (
          <TextField {...field} label={t`Name on account`} autoComplete="off" maxLength={accountNameMaxInput} error={fieldState.error?.message} />
        )}
      />
    </StepForm>
  )
}

function LinkProblem({ error }: { error: CallError }) {
  switch (error.code) {
    case 'INVALID_BANK_ACCOUNT_NUMBER':
      return <Trans>That number doesn’t add up. Check the digits.</Trans>
    case 'DUPLICATE_BANK_ACCOUNT':
      return <Trans>This account is linked to your business already.</Trans>
    case 'BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED':
      return <Trans>This bank account is already linked to the maximum number of accounts</Trans>
    case 'BANK_ACCOUNT_LINK_LIMIT_EXCEEDED':
      return <Trans>You’ve linked many accounts lately. Try again tomorrow.</Trans>
  }
  return (
    <>
      <Trans>It isn’t linked yet.</Trans> <CallProblem error={error} />
    </>
  )
}

type Account = NonNullable<Checklist['payoutAccount']>

function LinkedAccount({ accountId, account, missing }: { accountId: string; account: Account; missing: string | undefined }) {
  const unlink = useEndpointMutation(unlinkBankAccount)
  const remove = async () => {
    await unlink.mutateAsync({ params: { id: account.id } }).catch(() => undefined)
    await refreshOpening()
  }
  return (
    <div className="n-portal-card flex flex-col gap-5">
      <p>
        <b>{account.number}</b>
        <span className="block text-ink-2">{account.name}</span>
      </p>
      <ol className="flex flex-col gap-3">
        <Check passed>
          <Trans>The number adds up.</Trans>
        </Check>
        <NameCheck result={account.checkingName ? 'checking' : (account.payeeCheck ?? 'cannot-check')} isWaiting={missing === 'name-check'} />
        <Check passed={account.verified}>
          {account.verified ? <Trans>The code was right.</Trans> : <Trans>We’ve sent 1 cent. Its particulars say CODE and four digits.</Trans>}
        </Check>
      </ol>
      {missing === 'code' && <CodeForm accountId={accountId} account={account} />}
      {missing === 'choice' && <ChooseButton accountId={accountId} id={account.id} />}
      {missing !== undefined && (
        <>
          <Notice tone="info" title={<Trans>Until then your takings are safe with us</Trans>}>
            <Trans>You can take payments. Payouts start once the account is confirmed, and nothing is lost meanwhile.</Trans>
          </Notice>
          <Button variant="outlined" size="s" busy={unlink.isPending} onPress={() => void remove()}>
            <Trans>Use another account</Trans>
          </Button>
        </>
      )}
    </div>
  )
}

function Check({ passed, children }: { passed: boolean; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <span className={passed ? 'text-positive' : 'text-warning'}>
        <Icon name={passed ? 'check' : 'clock'} size="s" />
      </span>
      <span>{children}</span>
    </li>
  )
}

function NameCheck({ result, isWaiting }: { result: PayeeCheck | 'checking'; isWaiting: boolean }) {
  const texts: Record<PayeeCheck | 'checking', ReactNode> = {
    checking: <Trans>We’re asking its bank whether the name matches. Look again in a minute.</Trans>,
    match: <Trans>Its bank says that the name matches.</Trans>,
    partly: <Trans>Its bank says that the name matches in part.</Trans>,
    'no-match': <Trans>Its bank says that the name doesn’t match. We look at it before the first payout.</Trans>,
    'no-account': <Trans>Its bank says that there is no such account. We look at it before the first payout.</Trans>,
    'cannot-check': <Trans>Its bank can’t check the name. The code on the statement is enough.</Trans>,
  }
  const isOpen = result === 'no-match' || result === 'no-account' || result === 'checking'
  return <Check passed={!isOpen && !isWaiting}>{texts[result]}</Check>
}

const codeLength = 4

function CodeForm({ accountId, account }: { accountId: string; account: Account }) {
  const { t } = useLingui()
  const finish = useFinishStep()
  const verify = useEndpointMutation(verifyBankAccount, { retry: false })
  const choose = useEndpointMutation(choosePayoutAccount)
  const [code, setCode] = useState('')
  const submit = async () => {
    const verified = await verify.mutateAsync({ params: { id: account.id }, body: { verificationCode: code } }).catch(() => undefined)
    setCode('')
    // A name that waits for us cannot be chosen yet; the checklist says so.
    if (verified && (await choose.mutateAsync({ params: { accountId }, body: { bankAccountId: account.id } }).catch(() => undefined))) return await finish()
    return await refreshOpening()
  }
  const left = account.triesLeft
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={(event) => (event.preventDefault(), void (code.length === codeLength && submit()))}>
      <CodeField
        label={t`The code on your statement`}
        length={codeLength}
        value={code}
        onChange={setCode}
        error={verify.error && !verify.isPending && code === '' ? <CodeProblem error={verify.error} /> : undefined}
      />
      <p className="text-label text-ink-2">
        {plural(left, { one: '# try left', other: '# tries left' })}. <Trans>Not there yet? It shows by the next business day.</Trans>
      </p>
      <Button type="submit" full busy={verify.isPending || choose.isPending} isDisabled={left === 0}>
        <Trans>Confirm account</Trans>
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

function ChooseButton({ accountId, id }: { accountId: string; id: string }) {
  const finish = useFinishStep()
  const choose = useEndpointMutation(choosePayoutAccount)
  const press = async () => {
    if (await choose.mutateAsync({ params: { accountId }, body: { bankAccountId: id } }).catch(() => undefined)) await finish()
  }
  return (
    <>
      <Button full busy={choose.isPending} onPress={() => void press()}>
        <Trans>Use it for payouts</Trans>
      </Button>
      {choose.error && !choose.isPending && (
        <p className="text-negative" role="alert">
          <Trans>It isn’t chosen yet.</Trans> <CallProblem error={choose.error} />
        </p>
      )}
    </>
  )
}
