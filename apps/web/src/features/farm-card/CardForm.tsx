import { Trans, useLingui } from '@lingui/react/macro'
import { type CardField, type CardFaults, type CardForm as Details, cardFaults, cardFields } from '@nikau/contract/card-form'
import { CardNumberField, ExpiryField, Icon, TextField } from '@nikau/ui'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'

const empty: Details = { number: '', expiry: '', cvv: '' }

/** A sentence for each fault. */
const sentences: { readonly [Field in CardField]: Readonly<Record<NonNullable<CardFaults[Field]>, ReactNode>> } = {
  number: {
    required: <Trans>Card number is required</Trans>,
    length: <Trans>Card number must be 16 digits</Trans>,
    issuer: <Trans>Card number is invalid</Trans>,
  },
  expiry: {
    required: <Trans>Expiry date is required</Trans>,
    format: <Trans>Expiry date must be in format MM/YY</Trans>,
    past: <Trans>Expiry date must be in the future</Trans>,
  },
  cvv: { required: <Trans>CVC is required</Trans>, length: <Trans>CVC must be a 3 digit number</Trans> },
}

export interface CardFormProps {
  id: string
  /** What was typed before, when one comes back to it. */
  initial?: Details | undefined
  /** By how much the server's clock is ahead of this device's. */
  ahead: number
  /** Whether there is enough to press the button for. */
  onReady: (ready: boolean) => void
  onSubmit: (card: Details) => void
}

/** Number, expiry and CVC. A field is judged once it was left, all of them when the form is sent. */
export function CardForm({ id, initial = empty, ahead, onReady, onSubmit }: CardFormProps) {
  const { t } = useLingui()
  const [form, setForm] = useState(() => ({ ...initial, number: initial.number.replaceAll(/\d{4}(?=\d)/g, '$& ') }))
  const [left, setLeft] = useState<ReadonlySet<CardField>>(new Set())
  const inputs = {
    number: useRef<HTMLInputElement>(null),
    expiry: useRef<HTMLInputElement>(null),
    cvv: useRef<HTMLInputElement>(null),
  }
  const [opened] = useState(Date.now)
  const faults = cardFaults(plain(form), new Date(opened + ahead))
  const ready = left.size > 0 || cardFields.every((field) => form[field] !== '')
  useEffect(() => onReady(ready), [ready, onReady])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = cardFields.find((field) => faults[field] !== undefined)
    setLeft(new Set(cardFields))
    if (wrong) inputs[wrong].current?.focus()
    else onSubmit(plain(form))
  }
  const field = <Name extends CardField>(name: Name) => {
    const fault = faults[name]
    return {
      value: form[name],
      ref: inputs[name],
      onChange: (value: string) => setForm((before) => ({ ...before, [name]: value })),
      onBlur: () => setLeft((before) => (before.has(name) ? before : new Set([...before, name]))),
      error: left.has(name) && fault !== undefined ? (sentences[name] as Record<string, ReactNode>)[fault] : undefined,
    }
  }
  return (
    <form id={id} noValidate onSubmit={submit}>
      <CardNumberField label={t`Card number`} end={<Icon name="card" />} {...field('number')} />
      <div className="n-side-by-side farm-second">
        <ExpiryField label={t`Expiry date (MM/YY)`} {...field('expiry')} />
        <TextField label={t`CVC`} inputMode="numeric" autoComplete="cc-csc" maxLength={4} {...field('cvv')} />
      </div>
    </form>
  )
}

/** The number as it is judged and sent: the field groups its digits. */
function plain(form: Details): Details {
  return { ...form, number: form.number.replaceAll(' ', '') }
}
