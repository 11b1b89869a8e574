import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type BankAccount, verificationTries, verifyBankAccount } from '@nikau/contract/bank-accounts'
import { listAssets } from '@nikau/contract/assets'
import { listWalletTransactions } from '@nikau/contract/wallets'
import { add, format, zero } from '@nikau/money'
import { Button, Card, CodeField, LinkButton, Notice, Section, TextLink } from '@nikau/ui'
import { useState } from 'react'
import { deployed } from '../../lib/config.ts'
import { accountChanged, fundsChanged } from '../../lib/funds.ts'
import { queryClient, useCall } from '../../lib/hooks.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toasts.ts'

const digits = 4

/** Whoever can read the account's statement enters the code that stands there: the sign that the account is theirs. */
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
          <CodeForm account={account} />
        </Card>
      ) : (
        <AskSupport account={account} />
      )}
    </Section>
  )
}

function CodeForm({ account }: { account: BankAccount }) {
  const { t } = useLingui()
  const verify = useCall(verifyBankAccount)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const bank = account.bank.name
  const held = add(zero, ...account.recentTopups.filter((topUp) => topUp.held).map(({ amount }) => amount))
  const heldText = format(held)
  const left = account.verificationTriesLeft
  const submit = async (entered: string) => {
    if (entered.length < digits) return setError(t`Enter all four digits`)
    setError(undefined)
    const done = await verify.mutateAsync({ params: { id: account.id }, body: { verificationCode: entered } }).catch(() => undefined) // said below
    // What was held is released with it, and a wrong code costs a try: either way the lists have changed.
    for (const { method, path } of [listAssets, listWalletTransactions]) void queryClient.invalidateQueries({ queryKey: [method, path] })
    if (!done) {
      fundsChanged()
      return setCode('')
    }
    accountChanged(done.bankAccount)
    return toast({ text: t`${bank} is verified` })
  }
  const refused =
    verify.error && !verify.isPending
      ? refusalText(
          verify.error.code,
          t`That code doesn't match. Check the code on your bank statement and try again.`,
          t`Something went wrong. Please try again.`,
        )
      : undefined
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
            <Trans>It is in the e-mail about your top up.</Trans>
          ) : (
            <Trans>It stands on your bank statement, beside a top up or withdrawal of ours.</Trans>
          )
        }
        length={digits}
        value={code}
        onChange={(next) => {
          setCode(next)
          if (next !== '') setError(undefined)
        }}
        error={error ?? (code === '' ? refused : undefined)}
      />
      {left < verificationTries && (
        <p className="text-label text-ink-2" role="status">
          {plural(left, { one: '# try left', other: '# tries left' })}
        </p>
      )}
      <Button type="submit" full busy={verify.isPending} busyLabel={t`Checking`}>
        <Trans>Verify</Trans>
      </Button>
      <p className="text-label">
        <Trans>
          No code yet? <TextLink href={paths.bankTopup(account.id)}>Top up to get one</TextLink>
        </Trans>
      </p>
    </form>
  )
}

/** A code that does not match, or that one may not try any more, is told apart from a call that failed. */
function refusalText(code: string, mismatch: string, other: string): string {
  return code === 'VERIFICATION_CODE_INVALID' || code === 'BANK_ACCOUNT_VERIFICATION_ATTEMPTS_EXCEEDED' ? mismatch : other
}

function AskSupport({ account }: { account: BankAccount }) {
  const { t } = useLingui()
  const subject = encodeURIComponent(t`Verify bank account ${account.id}`)
  return (
    <>
      <Notice tone="negative" level={3} title={<Trans>Too many wrong codes</Trans>}>
        <Trans>No more can be tried. Write to us, and we check together that the account is yours.</Trans>
      </Notice>
      <div className="pt-3">
        <LinkButton variant="outlined" full href={`mailto:${deployed.supportEmail}?subject=${subject}`}>
          <Trans>Write to support</Trans>
        </LinkButton>
      </div>
    </>
  )
}
