import { Trans, useLingui } from '@lingui/react/macro'
import type { Asset } from '@nikau/contract/assets'
import { add, type Cents, cents, format, parseDollars, subtract, zero } from '@nikau/money'
import { AmountField, Button, Header, OptionLink, Page, PageBody, PageFooter, Title } from '@nikau/ui'
import { type ReactNode, useRef, useState } from 'react'
import { normaliseAmount, toInputText } from '../../lib/amount-input.ts'
import { AssetImage } from '../../lib/AssetImage.tsx'
import { paths } from '../../lib/paths.ts'
import { type SpendingLimit, useNearLimit, useQuotas, useSpendingLimit } from '../quotas/index.ts'
import { useDraft } from './draft.ts'
import { MessageField } from './MessageField.tsx'
import { RecipientParty } from './RecipientParty.tsx'
import { NotSentError } from './SendError.tsx'
import { useRecipientCheck } from './useRecipientCheck.ts'

const quickAdds = [5, 10, 20, 50]
const minAmount = cents(1n)

/** How much, and a message. */
export function AmountStep({ wallet, alias }: { wallet: Asset; alias: string }) {
  const { t } = useLingui()
  const { draft, change } = useDraft()
  const spendingLimit = useSpendingLimit({ isToNewPerson: draft.check?.known === false })
  const problemOf = useAmountProblem(wallet, spendingLimit)
  const near = useNearLimit('spend')
  const { proceed, isChecking, error, dismissError } = useRecipientCheck({ asset: wallet, alias })
  const [problem, setProblem] = useState<ReactNode>()
  const field = useRef<HTMLInputElement>(null)
  const amount = parseDollars(draft.amountText)
  const available = availableOf(wallet)
  const balance = format(available)
  const limit = spendingLimit !== undefined && spendingLimit.most < available ? spendingLimit.text : near
  const left = amount !== undefined && amount >= minAmount && amount <= available ? format(subtract(available, amount)) : undefined
  const updateAmount = (amountText: string) => {
    setProblem(undefined)
    change({ amountText })
  }
  const submit = () => {
    const found = problemOf(amount)
    setProblem(found)
    if (found === undefined) void proceed()
    else field.current?.focus()
  }
  return (
    <Page>
      <Header backHref={paths.send} backLabel={t`Back`} title={<Trans>Send</Trans>} />
      <PageBody tight>
        <RecipientParty draft={draft} alias={alias} />
        <Title hidden>
          <Trans>How much?</Trans>
        </Title>
        <form id="amount" className="flex flex-col gap-8 pt-8" noValidate onSubmit={(event) => (event.preventDefault(), submit())}>
          <AmountField
            label={t`Amount`}
            ref={field}
            value={draft.amountText}
            onChange={updateAmount}
            normalise={normaliseAmount}
            onBlur={() => setProblem(amount === undefined ? undefined : problemOf(amount))}
            error={problem}
            below={
              <>
                {left === undefined ? (
                  <Trans>{balance} in your wallet</Trans>
                ) : (
                  <Trans>
                    You’ll have <b className="text-ink">{left}</b> left
                  </Trans>
                )}
                {limit !== undefined && (
                  <>
                    <br />
                    {limit}
                  </>
                )}
              </>
            }
            quickAdd={quickAdds.map((dollars) => ({
              text: `+$${dollars}`,
              spoken: t`Add ${dollars} dollars`,
              onPress: () => updateAmount(toInputText(add(amount ?? zero, cents(BigInt(dollars) * 100n)))),
            }))}
          />
          <MessageField value={draft.message} onChange={(message) => change({ message })} />
        </form>
        <div className="pt-5">
          <OptionLink href={paths.sendAssetsSelect} media={<AssetImage type={wallet.type} asset={wallet} />} detail={balance}>
            <Trans>From wallet</Trans>
          </OptionLink>
        </div>
        {error && (
          <NotSentError error={error} asset={wallet} amount={amount} onRetry={() => void proceed()} onClose={dismissError}>
            <Trans>We couldn’t check who this goes to, so nothing was sent.</Trans>
          </NotSentError>
        )}
      </PageBody>
      <PageFooter>
        <Button type="submit" form="amount" full busy={isChecking} busyLabel={t`Checking the number`}>
          <Trans>Continue</Trans>
        </Button>
      </PageFooter>
    </Page>
  )
}

export const availableOf = (wallet: Asset): Cents => wallet.availableBalance ?? wallet.balance ?? zero

/** The texts are fixed by the requirements. */
function useAmountProblem(wallet: Asset, spendingLimit: SpendingLimit | undefined): (amount: Cents | undefined) => ReactNode {
  const { t } = useLingui()
  const remaining = useQuotas().data?.spend.minimumRemainingUsage
  return (amount) => {
    if (amount === undefined || amount < minAmount) return t`The minimum send amount is $0.01`
    if (amount > availableOf(wallet)) return t`The amount cannot exceed your balance`
    if (remaining !== undefined && amount > remaining) {
      const left = format(remaining)
      return t`The amount exceeds your remaining quota usage of ${left}`
    }
    return spendingLimit !== undefined && amount > spendingLimit.most ? spendingLimit.text : undefined
  }
}
