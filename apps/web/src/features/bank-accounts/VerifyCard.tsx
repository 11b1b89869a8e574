import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type BankAccount, maxVerificationAttempts, verifyBankAccount } from '@nikau/contract/bank-accounts'
import { listAssets } from '@nikau/contract/assets'
import { listWalletTransactions } from '@nikau/contract/wallets'
import { add, format, zero } from '@nikau/money'
import { shortDate } from '@nikau/nz/nz-time'
import { Button, Card, CodeField, LinkButton, Notice, Section, TextLink } from '@nikau/ui'
import { useState } from 'react'
import { CallProblem } from '../../lib/CallProblem.tsx'
import type { CallError } from '../../lib/call-error.ts'
import { deployed } from '../../lib/config.ts'
import { codeProgress } from '../../lib/code-progress.ts'
import { updateBankAccountCache, invalidateFunds } from '../../lib/funds.ts'
import { queryClient, useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { useUntil } from '../../lib/localized-text.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toasts.ts'

const codeLength = 4

/** The code from the bank statement proves that the account belongs to this person. */
export function VerifyCard({ account }: { account: BankAccount }) {
  const bank = account.bank.name
  const number = account.bankAccountNumber
  return (
    <Section
      title={
        <Trans>
          Verify {bank} <span className="whitespace-nowrap">{number.slice(-6)}</span>
        </Trans>
      }
    >
      {account.verificationTriesLeft > 0 ? (
        <Card>
          <VerificationCodeForm account={account} />
        </Card>
      ) : (
        <VerificationLocked account={account} />
      )}
    </Section>
  )
}

function VerificationCodeForm({ account }: { account: BankAccount }) {
  const { t } = useLingui()
  const verify = useEndpointMutation(verifyBankAccount, { retry: false })
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const bank = account.bank.name
  const held = add(zero, ...account.recentTopups.filter((topUp) => topUp.held).map(({ amount }) => amount))
  const heldText = format(held)
  const left = account.verificationTriesLeft
  const progress = codeProgress(account)
  const day = typeof progress === 'string' ? undefined : shortDate(progress.from)
  const submit = async (entered: string) => {
    if (entered.length < codeLength) return setError(t`Enter all four digits`)
    setError(undefined)
    const done = await verify.mutateAsync({ params: { id: account.id }, body: { verificationCode: entered } }).catch(() => undefined) // shown below
    // A correct code releases held money and a wrong one uses up a try: refetch in both cases.
    for (const { method, path } of [listAssets, listWalletTransactions]) void queryClient.invalidateQueries({ queryKey: [method, path] })
    if (!done) {
      invalidateFunds()
      return setCode('')
    }
    updateBankAccountCache(done.bankAccount)
    return toast({ text: t`${bank} is verified` })
  }
  const refused = verify.error && !verify.isPending ? <VerifyProblem error={verify.error} /> : undefined
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={(event) => (event.preventDefault(), void submit(code))}>
      {held > 0n && (
        <p>
          <Trans>
            <b>{heldText}</b> is held for you until you enter the code.
          </Trans>
        </p>
      )}
      <CodeField
        label={t`4-digit code`}
        hint={
          account.liveness === 'test' ? (
            <Trans>You’ll find it in the email about your top-up.</Trans>
          ) : (
            <Trans>You’ll find it on your bank statement, next to a Nikau top-up or withdrawal.</Trans>
          )
        }
        length={codeLength}
        value={code}
        onChange={(next) => {
          setCode(next)
          if (next !== '') setError(undefined)
        }}
        error={error ?? (code === '' ? refused : undefined)}
      />
      {left < maxVerificationAttempts && (
        <p className="text-label text-ink-2" role="status">
          {plural(left, { one: '# try left', other: '# tries left' })}
        </p>
      )}
      <Button type="submit" full busy={verify.isPending} busyLabel={t`Checking`}>
        <Trans>Verify</Trans>
      </Button>
      <p className="text-label">
        {day !== undefined && (
          <>
            <Trans>The 4-digit code will be on your statement by {day}.</Trans>{' '}
          </>
        )}
        <Trans>
          No code yet? <TextLink href={paths.bankTopup(account.id)}>Top up to get one</TextLink>
        </Trans>
      </p>
    </form>
  )
}

/** Tells a rejected code apart from a failed call. */
export function VerifyProblem({ error }: { error: CallError }) {
  const until = useUntil(error)
  if (until !== undefined) return <Trans>Too many wrong codes. You can try again from {until}.</Trans>
  switch (error.code) {
    case 'VERIFICATION_CODE_INVALID':
      return <Trans>That code doesn't match. Check the code on your bank statement and try again.</Trans>
    case 'BANK_ACCOUNT_VERIFICATION_ATTEMPTS_EXCEEDED':
      return <Trans>You’ve used all your tries. Contact us and we’ll help you verify it.</Trans>
    case 'BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED':
      return <Trans>This bank account is already linked to the maximum number of accounts</Trans>
    case 'BANK_ACCOUNT_ALREADY_VERIFIED':
      return <Trans>This bank account is verified already. Reload the page to see it.</Trans>
    case 'FORBIDDEN':
      return <Trans>This bank account isn’t linked any more.</Trans>
  }
  return (
    <>
      <Trans>It isn’t verified yet.</Trans> <CallProblem error={error} />
    </>
  )
}

function VerificationLocked({ account }: { account: BankAccount }) {
  const { t } = useLingui()
  const subject = encodeURIComponent(t`Verify bank account ${account.id}`)
  return (
    <>
      <Notice tone="negative" level={3} title={<Trans>Too many wrong codes</Trans>}>
        <Trans>No attempts left. Contact us to verify this account.</Trans>
      </Notice>
      <div className="pt-3">
        <LinkButton variant="outlined" full href={`mailto:${deployed.supportEmail}?subject=${subject}`}>
          <Trans>Contact support</Trans>
        </LinkButton>
      </div>
    </>
  )
}
