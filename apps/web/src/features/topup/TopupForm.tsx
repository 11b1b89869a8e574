import { Trans, useLingui } from '@lingui/react/macro'
import { add, type Cents, cents, format, parseDollars, zero } from '@nikau/money'
import { AmountField, Button, Header, Page, PageBody, PageFooter } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { attemptSucceeded, keyFor, pendingAttempt } from '../../lib/attempts.ts'
import type { CallError } from '../../lib/call.ts'
import { usePlace } from '../../lib/screen.ts'
import { TopupError } from './TopupError.tsx'

const quickAdds = [50, 100, 200, 500]
const least = cents(1n)

/** What was typed, by asset, for as long as the app is open: leaving the screen loses nothing. */
const drafts = new Map<string, string>()

/** `50.10`: the amount as one types it. */
const typed = (amount: bigint) => format(cents(amount)).replaceAll(/[$,]/g, '')

export interface TopupFormProps {
  /** Where the money goes: the draft is kept for it. */
  assetId: string
  /** Names what would move, from where to where: the key of an unfinished attempt is kept for it. */
  act: string
  head: ReactNode
  /** Below the amount: where the money comes from, what is near. */
  children?: ReactNode
  /** Without it, `Topup`. */
  toVerify?: boolean
  /** Asks for it under a key; answers whether it was accepted. */
  send: (amount: Cents, idempotencyKey: string) => Promise<boolean>
  sending: boolean
  error: CallError | null
  /** Called once it was. */
  onDone: (amount: Cents) => void
}

/** How much. Nothing is shown as added before the server has added it. */
export function TopupForm({ assetId, act, head, children, toVerify = false, send, sending, error, onDone }: TopupFormProps) {
  const { t } = useLingui()
  const { back, bar } = usePlace()
  const [freshKey] = useState(() => crypto.randomUUID())
  const [text, setText] = useState(() => drafts.get(assetId) ?? unfinished(act))
  const [fault, setFault] = useState<string>()
  const amount = parseDollars(text)
  const write = (next: string) => {
    setText(next)
    drafts.set(assetId, next)
  }
  const submit = async () => {
    if (amount === undefined || amount < least) return setFault(t`The minimum topup amount is $0.01`)
    setFault(undefined)
    if (!(await send(amount, keyFor(act, amount, freshKey)))) return undefined
    drafts.delete(assetId)
    attemptSucceeded(act)
    return onDone(amount)
  }
  return (
    <Page bar={bar}>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        {head}
        <form id="topup" className="pt-6" noValidate onSubmit={(event) => (event.preventDefault(), void submit())}>
          <AmountField
            label={t`Amount`}
            value={text}
            onChange={write}
            normalise={(value) => {
              const read = parseDollars(value)
              return read === undefined ? value : typed(read)
            }}
            error={fault}
            quickAdd={quickAdds.map((dollars) => ({
              text: `+$${dollars}`,
              spoken: t`Add ${dollars} dollars`,
              onPress: () => write(typed(add(amount ?? zero, cents(BigInt(dollars) * 100n)))),
            }))}
          />
        </form>
        {children}
        {error && amount !== undefined && <TopupError error={error} amount={amount} />}
      </PageBody>
      <PageFooter>
        <Button type="submit" form="topup" full busy={sending} busyLabel={t`Adding`}>
          <Verb toVerify={toVerify} amount={amount !== undefined && amount >= least ? format(amount) : ''} />
        </Button>
      </PageFooter>
    </Page>
  )
}

/** What the button does, with the amount once there is one. */
function Verb({ toVerify, amount }: { toVerify: boolean; amount: string }) {
  if (amount === '') return toVerify ? <Trans>Top Up</Trans> : <Trans>Topup</Trans>
  return toVerify ? <Trans>Top Up {amount}</Trans> : <Trans>Topup {amount}</Trans>
}

/** After a reload in the middle of an attempt its amount is there again, and with it its key. */
function unfinished(act: string): string {
  const attempt = pendingAttempt(act)
  return attempt ? typed(BigInt(attempt.amount)) : ''
}
