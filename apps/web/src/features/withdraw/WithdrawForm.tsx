import { Trans, useLingui } from '@lingui/react/macro'
import { type Asset, listAssets } from '@nikau/contract/assets'
import type { BankAccount } from '@nikau/contract/bank-accounts'
import { addBusinessDays, goesToBankOn, withdrawalBusinessDays } from '@nikau/contract/business-calendar'
import { createWithdrawal } from '@nikau/contract/funds-transfers'
import { shortDate } from '@nikau/contract/nz-time'
import { listQuotas } from '@nikau/contract/quotas'
import { listWalletTransactions } from '@nikau/contract/wallets'
import { cents, format, parseDollars, subtract, zero } from '@nikau/money'
import { Amount, AmountField, Button, Header, Page, PageBody, PageFooter, Receipt, ReceiptRow, TextLink, Title } from '@nikau/ui'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useEveryAsset, useMode } from '../../lib/account-assets.ts'
import { useSpoken } from '../../lib/amount-words.ts'
import { attemptSucceeded, keyFor, pendingAttempt } from '../../lib/attempts.ts'
import { BankParty } from '../../lib/Bank.tsx'
import { canWithdraw, fundsChanged } from '../../lib/funds.ts'
import { queryClient, useCall } from '../../lib/hooks.ts'
import { paths } from '../../lib/paths.ts'
import { usePlace } from '../../lib/screen.ts'
import { toast } from '../../lib/toasts.ts'
import { QuotaPanel, useQuotas } from '../quotas/index.ts'
import { WithdrawError } from './WithdrawError.tsx'

const least = cents(1n)

/** `50.10`: the amount as one types it. */
const typed = (amount: bigint) => format(cents(amount)).replaceAll(/[$,]/g, '')

/** The money leaves the wallet at once and is in the bank within two business days. */
export function WithdrawForm({ wallet, account }: { wallet: Asset; account: BankAccount }) {
  const { t } = useLingui()
  const { back } = usePlace()
  const spoken = useSpoken()
  const navigate = useNavigate()
  const enabled = canWithdraw(useEveryAsset().data ?? [], [account], useMode())
  const withdraw = useCall(createWithdrawal)
  const act = `withdraw-${wallet.id}-${account.id}`
  const [freshKey] = useState(() => crypto.randomUUID())
  const [text, setText] = useState(() => typedBefore(act))
  const [fault, setFault] = useState(false)
  const [arrival] = useState(() => shortDate(addBusinessDays(goesToBankOn(new Date()), withdrawalBusinessDays)))
  const field = useRef<HTMLInputElement>(null)
  const amount = parseDollars(text)
  const available = wallet.availableBalance ?? wallet.balance ?? zero
  const submit = async () => {
    const wrong = amount === undefined || amount < least
    setFault(wrong)
    if (wrong) return field.current?.focus()
    const body = { bankAuthorityId: account.id, walletId: wallet.id, amount, idempotencyKey: keyFor(act, amount, freshKey) }
    const done = await withdraw.mutateAsync({ body }).catch(() => undefined) // the modal says so
    if (!done) return undefined
    attemptSucceeded(act)
    fundsChanged()
    for (const { method, path } of [listAssets, listWalletTransactions, listQuotas]) void queryClient.invalidateQueries({ queryKey: [method, path] })
    const sent = format(amount)
    toast({ text: t`${sent} is on its way to your bank` })
    return await navigate(paths.home)
  }
  const rest = amount !== undefined && amount >= least && amount <= available ? format(subtract(available, amount)) : undefined
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
            normalise={(value) => {
              const read = parseDollars(value)
              return read === undefined ? value : typed(read)
            }}
            error={
              fault && (
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
                <Button variant="tonal" size="s" onPress={() => setText(typed(available))}>
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
        <p className="pt-2 text-label font-normal text-ink-2">
          <Trans>It may take up to two business days to show in your bank account.</Trans>
        </p>
        <Quotas />
        {withdraw.error && amount !== undefined && <WithdrawError error={withdraw.error} amount={amount} available={available} onClose={withdraw.reset} />}
      </PageBody>
      <PageFooter>
        <Button type="submit" form="withdraw" full busy={withdraw.isPending} busyLabel={t`Withdrawing`} isDisabled={!enabled}>
          {amount !== undefined && amount >= least ? <Trans>Withdraw {format(amount)}</Trans> : <Trans>Withdraw</Trans>}
        </Button>
      </PageFooter>
    </Page>
  )
}

/** Withdrawals count as spending. */
function Quotas() {
  const quotas = useQuotas().data
  return quotas && <QuotaPanel title={<Trans>Quotas</Trans>} overview={quotas.spend} />
}

/** After a reload in the middle of an attempt its amount is there again, and with it its key. */
function typedBefore(act: string): string {
  const attempt = pendingAttempt(act)
  return attempt ? typed(BigInt(attempt.amount)) : ''
}
