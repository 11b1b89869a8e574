import { Trans, useLingui } from '@lingui/react/macro'
import { CardNumberField, ExpiryField, Icon, TextField } from '@nikau/ui'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type CardDetails, type CardField, type CardFieldErrors, cardFields, validateCard } from './card-form.ts'

const empty: CardDetails = { number: '', expiry: '', cvv: '' }

const errorTexts: { readonly [Field in CardField]: Readonly<Record<NonNullable<CardFieldErrors[Field]>, ReactNode>> } = {
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
  /** The details entered before, when the user returns to the form. */
  initial?: CardDetails | undefined
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  clockOffset: number
  /** Whether the submit button should be enabled. */
  onReady: (ready: boolean) => void
  onSubmit: (card: CardDetails) => void
}

/** Card number, expiry and CVC. A field shows its error after blur, all fields after submit. */
export function CardForm({ id, initial = empty, clockOffset, onReady, onSubmit }: CardFormProps) {
  const { t } = useLingui()
  const [values, setValues] = useState(() => ({ ...initial, number: initial.number.replaceAll(/\d{4}(?=\d)/g, '$& ') }))
  const [touched, setTouched] = useState<ReadonlySet<CardField>>(new Set())
  const inputs = {
    number: useRef<HTMLInputElement>(null),
    expiry: useRef<HTMLInputElement>(null),
    cvv: useRef<HTMLInputElement>(null),
  }
  const [openedAt] = useState(Date.now)
  const errors = validateCard(withoutSpaces(values), new Date(openedAt + clockOffset))
  const ready = touched.size > 0 || cardFields.every((field) => values[field] !== '')
  useEffect(() => onReady(ready), [ready, onReady])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const firstInvalid = cardFields.find((field) => errors[field] !== undefined)
    setTouched(new Set(cardFields))
    if (firstInvalid) inputs[firstInvalid].current?.focus()
    else onSubmit(withoutSpaces(values))
  }
  const field = <Name extends CardField>(name: Name) => {
    const error = errors[name]
    return {
      value: values[name],
      ref: inputs[name],
      onChange: (value: string) => setValues((current) => ({ ...current, [name]: value })),
      onBlur: () => setTouched((current) => (current.has(name) ? current : new Set([...current, name]))),
      error: touched.has(name) && error !== undefined ? (errorTexts[name] as Record<string, ReactNode>)[error] : undefined,
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

/** The field groups the digits of the card number; validation and the API do not. */
function withoutSpaces(values: CardDetails): CardDetails {
  return { ...values, number: values.number.replaceAll(' ', '') }
}
