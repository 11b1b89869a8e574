import { Trans, useLingui } from '@lingui/react/macro'
import { add, type Cents, cents, format, min, parseDollars, zero } from '@nikau/money'
import { AmountField, Button, Header, Page, PageBody, PageFooter } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { normaliseAmount, toInputText } from '../../lib/amount-input.ts'
import { clearPendingOperation, idempotencyKeyFor, pendingOperation } from '../../lib/idempotency-keys.ts'
import type { CallError } from '../../lib/call-error.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { useQuotas } from '../quotas/index.ts'
import { LimitNotice } from './LimitNotice.tsx'
import { TopupError } from './TopupError.tsx'
import { useForPayment } from './useForPayment.ts'

const quickAdds = [50, 100, 200, 500]
const minAmount = cents(1n)

/** The typed amounts by asset id, kept in memory so leaving the screen does not lose them. */
const drafts = new Map<string, string>()

export interface TopupFormProps {
  /** The asset to top up; drafts are stored per asset. */
  assetId: string
  /** Identifies the transfer by kind and both sides; pending idempotency keys are stored per operation. */
  operation: string
  head: ReactNode
  /** Below the amount: source account, limit notice. */
  children?: ReactNode
  /** The button says `Top Up` instead of `Topup`. */
  toVerify?: boolean
  /** What this source allows at a time, besides the monthly and yearly limits. */
  most?: Cents | undefined
  /** Whether everything besides the amount is filled in; asked before sending. */
  isReady?: () => boolean
  /** Sends the top-up; resolves to why it was not accepted. */
  send: (amount: Cents, idempotencyKey: string) => Promise<CallError | undefined>
  sending: boolean
  error: CallError | null
  /** The amount was changed, so the error is about another one. */
  onEdit: () => void
  /** Of a top-up by bank approval. */
  bankName?: string | undefined
  onDone: (amount: Cents) => void
}

/** The amount form. Never optimistic: `onDone` runs only once the server has accepted the top-up. */
export function TopupForm(props: TopupFormProps) {
  const { assetId, operation, head, children, toVerify = false, isReady, send, sending, error, onEdit, bankName, onDone } = props
  const { t } = useLingui()
  const { back, bar } = useScreen()
  const [freshKey, setFreshKey] = useState(() => crypto.randomUUID())
  const payment = useForPayment()
  const [text, setText] = useState(() => (payment ? '' : drafts.get(assetId)) || pendingAmountText(operation) || (payment ? toInputText(payment.lacking) : ''))
  const [validationError, setValidationError] = useState<string>()
  const amount = parseDollars(text)
  const limits = useTopupLimits(props.most)
  const isOver = amount !== undefined && limits.most !== undefined && amount > limits.most
  const updateText = (next: string) => {
    setText(next)
    drafts.set(assetId, next)
    setValidationError(undefined)
    if (error) onEdit()
  }
  const submit = async () => {
    if (amount === undefined || amount < minAmount) return setValidationError(t`The minimum topup amount is $0.01`)
    setValidationError(undefined)
    if (isReady?.() === false || isOver) return undefined
    const failed = await send(amount, idempotencyKeyFor(operation, amount, freshKey))
    // Another attempt at the same amount is the same top-up only while it is not known how this one ended.
    if (failed && !failed.isRefusal && failed.code !== 'BANK_UNAVAILABLE') return undefined
    drafts.delete(assetId)
    clearPendingOperation(operation)
    setFreshKey(crypto.randomUUID())
    return failed ? undefined : onDone(amount)
  }
  return (
    <Page bar={bar}>
      <Header backHref={payment?.path ?? back} backLabel={t`Back`} />
      <PageBody tight>
        {head}
        <form id="topup" className="pt-6" noValidate onSubmit={(event) => (event.preventDefault(), void submit())}>
          <AmountField
            label={t`Amount`}
            value={text}
            onChange={updateText}
            normalise={normaliseAmount}
            error={validationError}
            below={limits.text}
            quickAdd={quickAdds.map((dollars) => ({
              text: `+$${dollars}`,
              spoken: t`Add ${dollars} dollars`,
              onPress: () => updateText(toInputText(add(amount ?? zero, cents(BigInt(dollars) * 100n)))),
            }))}
          />
        </form>
        {error && amount !== undefined && <TopupError error={error} amount={amount} bankName={bankName} onClose={onEdit} />}
        {children}
        <LimitNotice />
      </PageBody>
      <PageFooter>
        <Button type="submit" form="topup" full busy={sending} busyLabel={bankName === undefined ? t`Adding` : t`Opening your bank`} isDisabled={isOver}>
          {isOver ? (
            <OverLimit most={limits.most!} />
          ) : (
            <SubmitLabel toVerify={toVerify} amount={amount !== undefined && amount >= minAmount ? format(amount) : ''} bankName={bankName} />
          )}
        </Button>
      </PageFooter>
    </Page>
  )
}

/** What can be topped up now, said before the button is pressed; undefined while it is not known. */
function useTopupLimits(ofSource: Cents | undefined): { most: Cents | undefined; text: ReactNode } {
  const quotas = useQuotas().data?.topup
  const left = quotas?.minimumRemainingUsage
  const most = left === undefined ? ofSource : ofSource === undefined ? left : min(left, ofSource)
  const [each, rest] = [ofSource, left].map((value) => (value === undefined ? '' : format(value)))
  const isYear = quotas?.yearlyQuota !== undefined && quotas.yearlyQuota.remainingUsage === left && quotas.monthlyQuota?.remainingUsage !== left
  const text =
    left === undefined ? (
      ofSource === undefined ? undefined : (
        <Trans>Up to {each} now</Trans>
      )
    ) : ofSource !== undefined && ofSource < left ? (
      isYear ? (
        <Trans>
          Up to {each} now · {rest} left this year
        </Trans>
      ) : (
        <Trans>
          Up to {each} now · {rest} left this month
        </Trans>
      )
    ) : isYear ? (
      <Trans>{rest} left this year</Trans>
    ) : (
      <Trans>{rest} left this month</Trans>
    )
  return { most, text }
}

function OverLimit({ most }: { most: Cents }) {
  const allowed = format(most)
  return most > 0n ? <Trans>You can top up at most {allowed}</Trans> : <Trans>You’ve reached your top-up limit</Trans>
}

/** The button's label, with the amount once it is valid. */
function SubmitLabel({ toVerify, amount, bankName }: { toVerify: boolean; amount: string; bankName: string | undefined }) {
  if (bankName !== undefined && amount !== '')
    return (
      <Trans>
        Approve {amount} at {bankName}
      </Trans>
    )
  if (amount === '') return toVerify ? <Trans>Top Up</Trans> : <Trans>Topup</Trans>
  return toVerify ? <Trans>Top Up {amount}</Trans> : <Trans>Topup {amount}</Trans>
}

/** Restores the amount after a reload during a pending operation, and with it the idempotency key. */
function pendingAmountText(operation: string): string {
  const attempt = pendingOperation(operation)
  return attempt ? toInputText(BigInt(attempt.amount)) : ''
}
