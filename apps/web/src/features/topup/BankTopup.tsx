import { Trans, useLingui } from '@lingui/react/macro'
import type { Asset } from '@nikau/contract/assets'
import type { BankAccount } from '@nikau/contract/bank-accounts'
import { addBusinessDays, goesToBankOn, topUpBusinessDays } from '@nikau/contract/business-calendar'
import { createTopUp, listTopUps } from '@nikau/contract/funds-transfers'
import { calendarDate, shortDate } from '@nikau/contract/nz-time'
import { listQuotas } from '@nikau/contract/quotas'
import { format } from '@nikau/money'
import { Bullets, Card, Icon, Notice, Section, TextLink } from '@nikau/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { BankParty } from '../../lib/Bank.tsx'
import { fundsChanged } from '../../lib/funds.ts'
import { queryClient, useCall } from '../../lib/hooks.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toasts.ts'
import { LinkSteps, TermsLink } from '../bank-accounts/index.ts'
import { NearLimit } from './NearLimit.tsx'
import { TopupForm } from './TopupForm.tsx'
import { TopupHead } from './TopupHead.tsx'

/** Asks the bank for money by direct debit. It is in the wallet when the bank has paid, not before. */
export function BankTopup({ wallet, account, toVerify = false }: { wallet: Asset; account: BankAccount; toVerify?: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const topUp = useCall(createTopUp)
  return (
    <TopupForm
      assetId={wallet.id}
      act={`topup-${wallet.id}-${account.id}`}
      head={
        toVerify ? (
          <>
            <LinkSteps at="topup" />
            <div className="pt-5">
              <TopupHead asset={wallet} title={<Trans>Top up to Verify</Trans>} />
            </div>
          </>
        ) : (
          <TopupHead asset={wallet} />
        )
      }
      toVerify={toVerify}
      send={
        async (amount, idempotencyKey) =>
          await topUp.mutateAsync({ body: { bankAuthorityId: account.id, walletId: wallet.id, amount, idempotencyKey } }).then(
            () => true,
            () => false,
          ) // the modal says so
      }
      sending={topUp.isPending}
      error={topUp.error}
      onDone={(amount) => {
        fundsChanged()
        for (const { method, path } of [listTopUps, listQuotas]) void queryClient.invalidateQueries({ queryKey: [method, path] })
        const coming = format(amount)
        toast({ text: t`${coming} is on its way` })
        void navigate(paths.home)
      }}
    >
      <From account={account} />
      {!account.verified && (
        <Notice tone="info" icon={<Icon name="lock" />} title={<Trans>Held until you enter the 4-digit code</Trans>}>
          {account.liveness === 'test' ? (
            <Trans>The code is in the e-mail about this top up.</Trans>
          ) : (
            <Trans>The code stands beside this top up on your bank statement.</Trans>
          )}
        </Notice>
      )}
      <NearLimit />
    </TopupForm>
  )
}

function From({ account }: { account: BankAccount }) {
  const [now] = useState(() => new Date())
  const number = account.bankAccountNumber
  const date = goesToBankOn(now)
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
                  <Trans>A test account: no bank is asked, and the money comes within minutes.</Trans>
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
                  <Trans>The e-mail we send is your debit notice.</Trans>{' '}
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
