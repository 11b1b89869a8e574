import { Trans, useLingui } from '@lingui/react/macro'
import { type Asset, listAssets } from '@nikau/contract/assets'
import type { BankAccount } from '@nikau/contract/bank-accounts'
import { addBusinessDays, bankFileDate, withdrawalBusinessDays } from '@nikau/nz/business-calendar'
import { createWithdrawal } from '@nikau/contract/funds-transfers'
import { shortDate } from '@nikau/nz/nz-time'
import { listQuotas } from '@nikau/contract/quotas'
import { listWalletTransactions } from '@nikau/contract/wallets'
import { type Cents, cents, format, parseDollars, subtract, zero } from '@nikau/money'
import { Amount, AmountField, Button, Header, Page, PageBody, PageFooter, Receipt, ReceiptRow, TextLink, Title } from '@nikau/ui'
import { type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { normaliseAmount, toInputText } from '../../lib/amount-input.ts'
import { useAllAssets } from '../../lib/account-assets.ts'
import { useMode } from '../../lib/mode.ts'
import { useSpokenAmount, useTimeLabel } from '../../lib/localized-text.ts'
import { clearPendingOperation, idempotencyKeyFor, pendingOperation } from '../../lib/idempotency-keys.ts'
import { BankParty } from '../../lib/Bank.tsx'
import { CallError } from '../../lib/call-error.ts'
import { canWithdraw, invalidateFunds } from '../../lib/funds.ts'
import { queryClient, useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { invalidateSafety } from '../../lib/safety.ts'
import { toast } from '../../lib/toasts.ts'
import { useUnknownOutcomes } from '../../lib/useUnknownOutcomes.ts'
import { QuotaPanel, useQuotas } from '../quotas/index.ts'
import { isWithdrawalRefused, WithdrawError } from './WithdrawError.tsx'

const minAmount = cents(1n)

/** The money leaves the wallet immediately and reaches the bank within two business days. */
export function WithdrawForm({ wallet, account }: { wallet: Asset; account: BankAccount }) {
  const { t } = useLingui()
  const { back } = useScreen()
  const spoken = useSpokenAmount()
  const navigate = useNavigate()
  const enabled = canWithdraw(useAllAssets().data ?? [], [account], useMode())
  const withdraw = useEndpointMutation(createWithdrawal)
  const operation = `withdraw-${wallet.id}-${account.id}`
  const [freshKey, setFreshKey] = useState(() => crypto.randomUUID())
  const [text, setText] = useState(() => pendingAmountText(operation))
  const [problem, setProblem] = useState<ReactNode>()
  const { unknowns, count } = useUnknownOutcomes()
  const [arrival] = useState(() => shortDate(addBusinessDays(bankFileDate(new Date()), withdrawalBusinessDays)))
  const field = useRef<HTMLInputElement>(null)
  const amount = parseDollars(text)
  const available = wallet.availableBalance ?? wallet.balance ?? zero
  const limit = useWithdrawalLimit(available, account)
  const updateText = (next: string) => {
    setProblem(undefined)
    setText(next)
  }
  const submit = async () => {
    const invalid = amount === undefined || amount < minAmount
    const found = invalid ? <InvalidAmount /> : amount > limit.most ? limit.text : undefined
    setProblem(found)
    if (invalid || found !== undefined) return field.current?.focus()
    const body = { bankAuthorityId: account.id, walletId: wallet.id, amount, idempotencyKey: idempotencyKeyFor(operation, amount, freshKey) }
    const done = await withdraw.mutateAsync({ body }).catch((error: unknown) => {
      // Shown in the error modal.
      count(error)
      if (!(error instanceof CallError)) return
      if (error.code === 'ACCOUNT_FROZEN') invalidateSafety()
      // What was refused is not offered again after a reload, and has used up its key.
      if (isWithdrawalRefused(error)) {
        clearPendingOperation(operation)
        setFreshKey(crypto.randomUUID())
      }
      refresh()
    })
    if (!done) return undefined
    clearPendingOperation(operation)
    refresh()
    const sent = format(amount)
    toast({ text: t`${sent} is on its way to your bank` })
    return await navigate(paths.home)
  }
  const rest = amount !== undefined && amount >= minAmount && amount <= limit.most ? format(subtract(available, amount)) : undefined
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title>
          <Trans>Withdraw Amount</Trans>
        </Title>
        <div className="pt-4">
          <BankParty
            account={account}
            end={
              <TextLink size="label" href={paths.withdraw}>
                <Trans>Change</Trans>
              </TextLink>
            }
          />
        </div>
        <form id="withdraw" className="py-5" noValidate onSubmit={(event) => (event.preventDefault(), void submit())}>
          <AmountField
            label={t`Amount`}
            ref={field}
            value={text}
            onChange={updateText}
            onBlur={() => setProblem(amount !== undefined && amount > limit.most ? limit.text : undefined)}
            normalise={normaliseAmount}
            error={problem}
            below={problem === undefined && (rest === undefined ? limit.text : <Trans>You’ll have {rest} left</Trans>)}
            end={
              limit.most > 0n && (
                <Button variant="tonal" size="s" onPress={() => updateText(toInputText(limit.most))}>
                  <Trans>Max</Trans>
                </Button>
              )
            }
          />
        </form>
        <Receipt>
          <ReceiptRow name={<Trans>Money in Wallet</Trans>}>
            <Amount text={format(available)} spoken={spoken(available)} />
          </ReceiptRow>
          <ReceiptRow name={<Trans>Fee</Trans>}>
            <Trans>Free</Trans>
          </ReceiptRow>
          <ReceiptRow name={<Trans>In your bank by</Trans>}>{arrival}</ReceiptRow>
        </Receipt>
        {account.newPayee && <NewPayeeNote {...account.newPayee} />}
        <p className="pt-2 text-label font-normal text-ink-2">
          <Trans>It may take up to two business days to show in your bank account.</Trans>
        </p>
        <SpendingLimits />
        {withdraw.error && amount !== undefined && (
          <WithdrawError
            error={withdraw.error}
            amount={amount}
            available={available}
            unknowns={unknowns}
            onRetry={() => void submit()}
            onClose={withdraw.reset}
          />
        )}
      </PageBody>
      <PageFooter>
        <Button type="submit" form="withdraw" full busy={withdraw.isPending} busyLabel={t`Withdrawing`} isDisabled={!enabled}>
          {amount !== undefined && amount >= minAmount ? <Trans>Withdraw {format(amount)}</Trans> : <Trans>Withdraw</Trans>}
        </Button>
      </PageFooter>
    </Page>
  )
}

/** The text is fixed by the requirements. */
function InvalidAmount() {
  return (
    <>
      <b>
        <Trans>Invalid Amount</Trans>
      </b>
      <br />
      <Trans>The minimum withdrawal amount is $0.01</Trans>
    </>
  )
}

/** The most that can be withdrawn now, and the limit that says so. */
function useWithdrawalLimit(available: Cents, { newPayee }: BankAccount): { most: Cents; text: ReactNode } {
  const spend = useQuotas().data?.spend
  const timeLabel = useTimeLabel()
  const limits = [
    { most: available, text: (left: string) => <Trans>You have {left} available.</Trans> },
    ...(spend?.monthlyQuota
      ? [{ most: spend.monthlyQuota.remainingUsage, text: (left: string) => <Trans>You can withdraw {left} more this month.</Trans> }]
      : []),
    ...(spend?.yearlyQuota ? [{ most: spend.yearlyQuota.remainingUsage, text: (left: string) => <Trans>You can withdraw {left} more this year.</Trans> }] : []),
    ...(newPayee ? [{ most: newPayee.cap, text: (left: string) => <NewPayeeLimit most={left} time={timeLabel(newPayee.until)} /> }] : []),
  ]
  const { most, text } = limits.reduce((lowest, limit) => (limit.most < lowest.most ? limit : lowest))
  return { most, text: text(format(most)) }
}

function NewPayeeLimit({ most, time }: { most: string; time: string }) {
  return (
    <Trans>
      You can withdraw up to {most} to this new account until {time}.
    </Trans>
  )
}

function refresh(): void {
  invalidateFunds()
  for (const { method, path } of [listAssets, listWalletTransactions, listQuotas]) void queryClient.invalidateQueries({ queryKey: [method, path] })
}

/** Said before the amount is refused. */
function NewPayeeNote({ cap, until }: NonNullable<BankAccount['newPayee']>) {
  const most = format(cap)
  const time = useTimeLabel()(until)
  return (
    <p className="pt-2 text-label font-normal text-ink-2">
      <Trans>
        This bank account is new. To protect you from theft, up to {most} can be withdrawn to new bank accounts until {time}.
      </Trans>
    </p>
  )
}

/** Withdrawals count as spending. */
function SpendingLimits() {
  const quotas = useQuotas().data
  return quotas && <QuotaPanel title={<Trans>Limits</Trans>} overview={quotas.spend} />
}

/** Restores the amount after a reload during a pending operation, and with it the idempotency key. */
function pendingAmountText(operation: string): string {
  const attempt = pendingOperation(operation)
  return attempt ? toInputText(BigInt(attempt.amount)) : ''
}
