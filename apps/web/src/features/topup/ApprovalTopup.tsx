import { Trans, useLingui } from '@lingui/react/macro'
import { createBankTopUp } from '@nikau/contract/bank-topups'
import type { Asset } from '@nikau/contract/assets'
import { type OneOffBank, oneOffBankNames } from '@nikau/contract/one-off-banks'
import { Bullets, Icon, Radio, RadioGroup, TextLink } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { BankAvatar } from '../../lib/Bank.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { keepPaymentOfTopUp } from './payment-of-topup.ts'
import { openBank } from './open-bank.ts'
import { refusalOf } from './refusal-of.ts'
import { TopupForm } from './TopupForm.tsx'
import { TopupHeader } from './TopupHeader.tsx'
import { useForPayment } from './useForPayment.ts'

/** The start of each bank's account numbers, which its letters go by. */
const bankNumbers: Readonly<Record<OneOffBank, string>> = { bnz: '02', asb: '12', westpac: '03' }

/** Local storage key: the bank that was chosen last. */
const bankKey = 'topupBank'

/** Tops up by approving a payment at the bank. The money is credited once the bank has confirmed it; the return page follows that. */
export function ApprovalTopup({
  wallet,
  banks,
  choice,
  canLink = false,
}: {
  wallet: Asset
  banks: readonly OneOffBank[]
  choice?: ReactNode
  canLink?: boolean
}) {
  const { t } = useLingui()
  const payment = useForPayment()
  const topUp = useEndpointMutation(createBankTopUp)
  const [bank, setBank] = useState<OneOffBank | null>(() => banks.find((candidate) => candidate === localStorage.getItem(bankKey)) ?? null)
  const [isMissing, setIsMissing] = useState(false)
  const bankName = bank === null ? undefined : oneOffBankNames[bank]
  return (
    <TopupForm
      assetId={wallet.id}
      operation={`bank-topup-${wallet.id}-${bank}`}
      head={<TopupHeader asset={wallet} />}
      isReady={() => {
        setIsMissing(bank === null)
        return bank !== null
      }}
      send={(amount, idempotencyKey) =>
        refusalOf(
          topUp.mutateAsync({ body: { walletId: wallet.id, bank: bank!, amount, idempotencyKey } }).then(({ id, authorizationUrl }) => {
            if (payment) keepPaymentOfTopUp(id, payment)
            openBank(authorizationUrl)
          }),
        )
      }
      sending={topUp.isPending || topUp.isSuccess}
      error={topUp.error}
      onEdit={topUp.reset}
      bankName={bankName}
      onDone={() => {}}
    >
      {choice}
      <div className="pt-6">
        <RadioGroup
          label={<Trans>Your bank</Trans>}
          value={bank}
          onChange={(next: OneOffBank) => {
            setBank(next)
            setIsMissing(false)
            topUp.reset()
            localStorage.setItem(bankKey, next)
          }}
          error={isMissing && t`Choose your bank`}
        >
          {banks.map((candidate) => (
            <Radio key={candidate} value={candidate} media={<BankAvatar number={bankNumbers[candidate]} size="s" />}>
              {oneOffBankNames[candidate]}
            </Radio>
          ))}
        </RadioGroup>
      </div>
      <div className="py-4">
        <Bullets
          items={[
            {
              key: 'approve',
              icon: <Icon name="lock" size="s" />,
              text: <Trans>You’ll approve the top-up in your bank’s app or website, then come back here.</Trans>,
            },
            { key: 'when', icon: <Icon name="clock" size="s" />, text: <Trans>In your wallet in seconds, once your bank confirms it.</Trans> },
          ]}
        />
        {canLink && (
          <p className="pt-2">
            <TextLink size="label" href={paths.bankAccounts}>
              <Trans>Set up direct debit instead</Trans>
            </TextLink>
          </p>
        )}
      </div>
    </TopupForm>
  )
}
