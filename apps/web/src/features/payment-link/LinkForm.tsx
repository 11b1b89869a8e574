import { Trans, useLingui } from '@lingui/react/macro'
import { type Cents, cents, format, parseDollars } from '@nikau/money'
import { AmountField, Button, Notice, TextAreaField } from '@nikau/ui'
import { type FormEvent, useRef, useState } from 'react'
import { normaliseAmount } from '../../lib/amount-input.ts'
import { CallError } from '../../lib/call-error.ts'
import { paths, urlOf } from '../../lib/paths.ts'
import { browser, callEndpoint } from '../checkout/index.ts'
import { linkEndpoints, type PublicLink } from './link-api.ts'
import { RequestProblem } from './RequestProblem.tsx'

const maxNote = 140

/** The amount and the note where the link asks for them, and the button that opens the checkout. */
export function LinkForm({ link }: { link: PublicLink }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<CallError>()
  const field = useRef<HTMLInputElement>(null)
  const keyFor = useKey()
  const amount = link.amount === undefined ? withinLimits(link, parseDollars(typed)) : cents(link.amount)
  const sum = amount !== undefined && format(amount)
  const { merchantName } = link
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isPending) return
    if (amount === undefined) return field.current?.focus()
    setPending(true)
    const body = { ...(link.kind === 'typed' && { amount: amount.toString() }), ...(note.trim() !== '' && { note: note.trim() }) }
    try {
      const { paymentRequestId } = await callEndpoint(linkEndpoints.createRequest, {
        id: link.id,
        body: { ...body, idempotencyKey: keyFor(JSON.stringify(body)) },
      })
      browser.assign(urlOf(paths.pay(paymentRequestId)))
    } catch (caught) {
      setError(caught instanceof CallError ? caught : new CallError(0, 'NETWORK'))
      setPending(false)
    }
  }
  return (
    <form className="link-form" noValidate onSubmit={(event) => void submit(event)}>
      {link.kind === 'typed' && (
        <AmountField
          label={t`Amount in dollars`}
          ref={field}
          value={typed}
          onChange={setTyped}
          normalise={normaliseAmount}
          error={isChecked && amount === undefined ? <LimitsText link={link} isError /> : undefined}
          below={<LimitsText link={link} />}
        />
      )}
      {link.asksNote && (
        <TextAreaField
          label={t`Note for ${merchantName}`}
          hint={<Trans>Such as your name or what it’s for. Up to 140 characters.</Trans>}
          rows={2}
          maxLength={maxNote}
          value={note}
          onChange={setNote}
        />
      )}
      {error && <RequestProblem error={error} merchantName={merchantName} />}
      <Button full size="l" type="submit" busy={isPending} busyLabel={t`Opening the checkout`}>
        {sum ? <Trans>Pay {sum}</Trans> : <Trans>Pay</Trans>}
      </Button>
      {link.partialAllowed && (
        <Notice tone="info" title={<Trans>You can pay part of it now</Trans>}>
          <Trans>Choose how much on the next page. {merchantName} takes the rest in another way.</Trans>
        </Notice>
      )}
    </form>
  )
}

/** A repeated press of the same choice finds the request that was made before. */
function useKey(): (choice: string) => string {
  const keys = useRef(new Map<string, string>())
  return (choice) => {
    const key = keys.current.get(choice) ?? crypto.randomUUID()
    keys.current.set(choice, key)
    return key
  }
}

function withinLimits({ least, most }: PublicLink, amount: Cents | undefined): Cents | undefined {
  if (amount === undefined || amount <= 0n || amount >= 100_000_000n) return undefined
  return (least === undefined || amount >= BigInt(least)) && (most === undefined || amount <= BigInt(most)) ? amount : undefined
}

function LimitsText({ link, isError = false }: { link: PublicLink; isError?: boolean }) {
  const [least, most] = [link.least, link.most].map((limit) => (limit === undefined ? undefined : format(cents(limit))))
  if (least !== undefined && most !== undefined)
    return isError ? (
      <Trans>
        Enter {least} to {most}
      </Trans>
    ) : (
      <Trans>
        From {least} to {most}
      </Trans>
    )
  if (least !== undefined) return isError ? <Trans>Enter {least} or more</Trans> : <Trans>{least} or more</Trans>
  if (most !== undefined) return isError ? <Trans>Enter {most} or less</Trans> : <Trans>Up to {most}</Trans>
  return isError ? <Trans>Enter an amount</Trans> : <Trans>You choose the amount</Trans>
}
