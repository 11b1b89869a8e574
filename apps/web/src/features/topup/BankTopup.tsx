import { Trans, useLingui } from '@lingui/react/macro'
import type { Asset } from '@nikau/contract/assets'
import type { BankAccount } from '@nikau/contract/bank-accounts'
import { addBusinessDays, bankFileDate, topUpBusinessDays } from '@nikau/nz/business-calendar'
import { createTopUp, pendingTopUpLimits } from '@nikau/contract/funds-transfers'
import { calendarDate, shortDate } from '@nikau/nz/nz-time'
import { listQuotas } from '@nikau/contract/quotas'
import { add, type Cents, format, subtract, zero } from '@nikau/money'
import { Bullets, Card, Icon, Notice, Section, TextLink } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { BankParty } from '../../lib/Bank.tsx'
import { invalidateFunds, isPendingTransfer, useTopUps } from '../../lib/funds.ts'
import { queryClient, useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toasts.ts'
import { LinkSteps, TermsLink } from '../bank-accounts/index.ts'
import { refusalOf } from './refusal-of.ts'
import { TopupForm } from './TopupForm.tsx'
import { TopupHeader } from './TopupHeader.tsx'
import { useForPayment } from './useForPayment.ts'

/** Tops up by direct debit. The money is credited only once the bank has paid. */
export function BankTopup({ wallet, account, toVerify = false, choice }: { wallet: Asset; account: BankAccount; toVerify?: boolean; choice?: ReactNode }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const payment = useForPayment()
  const topUp = useEndpointMutation(createTopUp)
  return (
    <TopupForm
      assetId={wallet.id}
      operation={`topup-${wallet.id}-${account.id}`}
      head={
        toVerify ? (
          <>
            <LinkSteps at="topup" />
            <div className="pt-5">
              <TopupHeader asset={wallet} title={<Trans>Top up to Verify</Trans>} />
            </div>
          </>
        ) : (
          <TopupHeader asset={wallet} />
        )
      }
      toVerify={toVerify}
      most={usePendingLimit(account)}
      send={(amount, idempotencyKey) => refusalOf(topUp.mutateAsync({ body: { bankAuthorityId: account.id, walletId: wallet.id, amount, idempotencyKey } }))}
      sending={topUp.isPending}
      error={topUp.error}
      onEdit={topUp.reset}
      onDone={(amount) => {
        invalidateFunds()
        void queryClient.invalidateQueries({ queryKey: [listQuotas.method, listQuotas.path] })
        const incoming = format(amount)
        toast({ text: t`${incoming} is on its way` })
        void navigate(payment?.path ?? paths.home, { replace: payment !== undefined })
      }}
    >
      {choice}
      <SourceAccount account={account} />
      {!account.verified && (
        <Notice tone="info" icon={<Icon name="lock" />} title={<Trans>Held until you enter the 4-digit code</Trans>}>
          {account.liveness === 'test' ? (
            <Trans>You’ll find the code in the email about this top-up.</Trans>
          ) : (
            <Trans>You’ll find the code next to this top-up on your bank statement.</Trans>
          )}
        </Notice>
      )}
    </TopupForm>
  )
}

/** What may still be on its way from the account; undefined while it is not known. */
function usePendingLimit({ id, verified }: BankAccount): Cents | undefined {
  const topUps = useTopUps().data
  if (!topUps) return undefined
  const pending = topUps.filter((topUp) => topUp.bankAccountId === id && isPendingTransfer(topUp) && !topUp.held)
  const limit = verified ? pendingTopUpLimits.verified : pendingTopUpLimits.unverified
  const used = add(zero, ...pending.map(({ amount }) => amount))
  return used > limit ? zero : subtract(limit, used)
}

function SourceAccount({ account }: { account: BankAccount }) {
  const [now] = useState(() => new Date())
  const number = account.bankAccountNumber
  const date = bankFileDate(now)
  const [day, arrival] = [shortDate(date), shortDate(addBusinessDays(date, topUpBusinessDays))]
  return (
    <Section
      title={<Trans>From</Trans>}
      end={
        <TextLink size="label" href={paths.bankAccounts}>
          <Trans>Change</Trans>
        </TextLink>
      }
    >
      <Card>
        <BankParty account={account} />
      </Card>
      <div className="py-4">
        <Bullets
          items={[
            {
              key: 'when',
              icon: <Icon name="clock" size="s" />,
              text:
                account.liveness === 'test' ? (
                  <Trans>This is a test account: no bank is debited, and the money arrives within minutes.</Trans>
                ) : date === calendarDate(now) ? (
                  <Trans>
                    Arrives by <b>{arrival}</b>. We’ll debit <span className="whitespace-nowrap">{number}</span> today.
                  </Trans>
                ) : (
                  <Trans>
                    Arrives by <b>{arrival}</b>. We’ll debit <span className="whitespace-nowrap">{number}</span> on {day}.
                  </Trans>
                ),
            },
            {
              key: 'notice',
              icon: <Icon name="document" size="s" />,
              text: (
                <>
                  <Trans>The email we send you is your direct debit notice.</Trans>{' '}
                  <TermsLink>
                    <Trans>Terms</Trans>
                  </TermsLink>
                </>
              ),
            },
          ]}
        />
      </div>
    </Section>
  )
}
