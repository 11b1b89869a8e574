import { Trans, useLingui } from '@lingui/react/macro'
import { add, type Cents, cents, format, parseDollars, zero } from '@nikau/money'
import { AmountField, Button, Header, Page, PageBody, PageFooter } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { normaliseAmount, toInputText } from '../../lib/amount-input.ts'
import { clearPendingOperation, idempotencyKeyFor, pendingOperation } from '../../lib/idempotency-keys.ts'
import type { CallError } from '../../lib/call-error.ts'
import { useScreen } from '../../lib/current-screen.ts'
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
  /** Sends the top-up; resolves to whether it was accepted. */
  send: (amount: Cents, idempotencyKey: string) => Promise<boolean>
  sending: boolean
  error: CallError | null
  onDone: (amount: Cents) => void
}

/** The amount form. Never optimistic: `onDone` runs only once the server has accepted the top-up. */
export function TopupForm({ assetId, operation, head, children, toVerify = false, send, sending, error, onDone }: TopupFormProps) {
  const { t } = useLingui()
  const { back, bar } = useScreen()
  const [freshKey] = useState(() => crypto.randomUUID())
  const payment = useForPayment()
  const [text, setText] = useState(() => (payment ? '' : drafts.get(assetId)) || pendingAmountText(operation) || (payment ? toInputText(payment.lacking) : ''))
  const [validationError, setValidationError] = useState<string>()
  const amount = parseDollars(text)
  const updateText = (next: string) => {
    setText(next)
    drafts.set(assetId, next)
  }
  const submit = async () => {
    if (amount === undefined || amount < minAmount) return setValidationError(t`The minimum topup amount is $0.01`)
    setValidationError(undefined)
    if (!(await send(amount, idempotencyKeyFor(operation, amount, freshKey)))) return undefined
    drafts.delete(assetId)
    clearPendingOperation(operation)
    return onDone(amount)
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
            quickAdd={quickAdds.map((dollars) => ({
              text: `+$${dollars}`,
              spoken: t`Add ${dollars} dollars`,
              onPress: () => updateText(toInputText(add(amount ?? zero, cents(BigInt(dollars) * 100n)))),
            }))}
          />
        </form>
        {children}
        {error && amount !== undefined && <TopupError error={error} amount={amount} />}
      </PageBody>
      <PageFooter>
        <Button type="submit" form="topup" full busy={sending} busyLabel={t`Adding`}>
          <SubmitLabel toVerify={toVerify} amount={amount !== undefined && amount >= minAmount ? format(amount) : ''} />
        </Button>
      </PageFooter>
    </Page>
  )
}

/** The button's label, with the amount once it is valid. */
function SubmitLabel({ toVerify, amount }: { toVerify: boolean; amount: string }) {
  if (amount === '') return toVerify ? <Trans>Top Up</Trans> : <Trans>Topup</Trans>
  return toVerify ? <Trans>Top Up {amount}</Trans> : <Trans>Topup {amount}</Trans>
}

/** Restores the amount after a reload during a pending operation, and with it the idempotency key. */
function pendingAmountText(operation: string): string {
  const attempt = pendingOperation(operation)
  return attempt ? toInputText(BigInt(attempt.amount)) : ''
}
