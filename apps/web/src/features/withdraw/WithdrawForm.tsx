import { Trans, useLingui } from '@lingui/react/macro'
import { type Asset, listAssets } from '@nikau/contract/assets'
import type { BankAccount } from '@nikau/contract/bank-accounts'
import { addBusinessDays, bankFileDate, withdrawalBusinessDays } from '@nikau/nz/business-calendar'
import { createWithdrawal } from '@nikau/contract/funds-transfers'
import { shortDate } from '@nikau/nz/nz-time'
import { listQuotas } from '@nikau/contract/quotas'
import { listWalletTransactions } from '@nikau/contract/wallets'
import { cents, format, parseDollars, subtract, zero } from '@nikau/money'
import { Amount, AmountField, Button, Header, Page, PageBody, PageFooter, Receipt, ReceiptRow, TextLink, Title } from '@nikau/ui'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { normaliseAmount, toInputText } from '../../lib/amount-input.ts'
import { useAllAssets, useMode } from '../../lib/account-assets.ts'
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
import { QuotaPanel, useQuotas } from '../quotas/index.ts'
import { WithdrawError } from './WithdrawError.tsx'

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
  const [freshKey] = useState(() => crypto.randomUUID())
  const [text, setText] = useState(() => pendingAmountText(operation))
  const [isInvalid, setIsInvalid] = useState(false)
  const [arrival] = useState(() => shortDate(addBusinessDays(bankFileDate(new Date()), withdrawalBusinessDays)))
  const field = useRef<HTMLInputElement>(null)
  const amount = parseDollars(text)
  const available = wallet.availableBalance ?? wallet.balance ?? zero
  const submit = async () => {
    const wrong = amount === undefined || amount < minAmount
    setIsInvalid(wrong)
    if (wrong) return field.current?.focus()
    const body = { bankAuthorityId: account.id, walletId: wallet.id, amount, idempotencyKey: idempotencyKeyFor(operation, amount, freshKey) }
    const done = await withdraw.mutateAsync({ body }).catch((error: unknown) => {
      // Shown in the error modal.
      if (error instanceof CallError && error.code === 'ACCOUNT_FROZEN') invalidateSafety()
    })
    if (!done) return undefined
    clearPendingOperation(operation)
    invalidateFunds()
    for (const { method, path } of [listAssets, listWalletTransactions, listQuotas]) void queryClient.invalidateQueries({ queryKey: [method, path] })
    const sent = format(amount)
    toast({ text: t`${sent} is on its way to your bank` })
    return await navigate(paths.home)
  }
  const rest = amount !== undefined && amount >= minAmount && amount <= available ? format(subtract(available, amount)) : undefined
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
            onChange={setText}
            normalise={normaliseAmount}
            error={
              isInvalid && (
                <>
                  <b>
                    <Trans>Invalid Amount</Trans>
                  </b>
                  <br />
                  <Trans>The minimum withdrawal amount is $0.01</Trans>
                </>
              )
            }
            below={rest && <Trans>You’ll have {rest} left</Trans>}
            end={
              available > 0n && (
                <Button variant="tonal" size="s" onPress={() => setText(toInputText(available))}>
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
        {withdraw.error && amount !== undefined && <WithdrawError error={withdraw.error} amount={amount} available={available} onClose={withdraw.reset} />}
      </PageBody>
      <PageFooter>
        <Button type="submit" form="withdraw" full busy={withdraw.isPending} busyLabel={t`Withdrawing`} isDisabled={!enabled}>
          {amount !== undefined && amount >= minAmount ? <Trans>Withdraw {format(amount)}</Trans> : <Trans>Withdraw</Trans>}
        </Button>
      </PageFooter>
    </Page>
  )
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
