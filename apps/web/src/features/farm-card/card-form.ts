import { intervalOf } from '@nikau/nz/nz-time'

/**
 * Validates the details of a farm-supplies card before they are sent. No schema library, to keep the public page small; the
 * page maps the errors to texts.
 */
export interface CardDetails {
  number: string
  expiry: string
  cvv: string
}

/** In the order of the form; the first field with an error gets the focus. */
export const cardFields = ['number', 'expiry', 'cvv'] as const
export type CardField = (typeof cardFields)[number]

/** All cards of the issuer start with this prefix. They have no check digit. */
const issuerPrefix = '600509'

type Validator<Problem> = (text: string, now: Date) => Problem | undefined

const validateNumber: Validator<'required' | 'length' | 'issuer'> = (text) => {
  if (text === '') return 'required'
  if (!/^\d{16}$/.test(text)) return 'length'
  return text.startsWith(issuerPrefix) ? undefined : 'issuer'
}

/** A card is valid until the end of its month in New Zealand. */
const validateExpiry: Validator<'required' | 'format' | 'past'> = (text, now) => {
  if (text === '') return 'required'
  const [, month, year] = /^(0[1-9]|1[0-2])\/?(\d\d)$/.exec(text) ?? []
  if (month === undefined) return 'format'
  return `20${year}-${month}` < intervalOf(now, 'monthly') ? 'past' : undefined
}

const validateCvv: Validator<'required' | 'length'> = (text) => {
  if (text === '') return 'required'
  return /^\d{3}$/.test(text) ? undefined : 'length'
}

const validators = { number: validateNumber, expiry: validateExpiry, cvv: validateCvv }

export type CardFieldErrors = { [Field in CardField]?: NonNullable<ReturnType<(typeof validators)[Field]>> }

/** The error of each invalid field. `card.number` has no spaces. */
export function validateCard(card: CardDetails, now: Date): CardFieldErrors {
  const errors = cardFields.flatMap((field) => {
    const error = validators[field](card[field], now)
    return error === undefined ? [] : [[field, error] as const]
  })
  return Object.fromEntries(errors)
}
