import { intervalOf } from './nz-time.ts'

/**
 * What a farm-supplies card's details must look like before anyone is asked about them. Without a schema library, because the
 * page that needs these rules is opened by strangers; which words a fault has is for that page to say.
 */
export interface CardForm {
  number: string
  expiry: string
  cvv: string
}

/** In the order in which they stand and in which their faults rank. */
export const cardFields = ['number', 'expiry', 'cvv'] as const
export type CardField = (typeof cardFields)[number]

/** Every card of this company begins so. There is no check digit to go by. */
const issuer = '600509'

type Judge<Fault> = (text: string, now: Date) => Fault | undefined

const numberFault: Judge<'required' | 'length' | 'issuer'> = (text) => {
  if (text === '') return 'required'
  if (!/^\d{16}$/.test(text)) return 'length'
  return text.startsWith(issuer) ? undefined : 'issuer'
}

/** A card is good until the end of its month, by New Zealand's calendar. */
const expiryFault: Judge<'required' | 'format' | 'past'> = (text, now) => {
  if (text === '') return 'required'
  const [, month, year] = /^(0[1-9]|1[0-2])\/?(\d\d)$/.exec(text) ?? []
  if (month === undefined) return 'format'
  return `20${year}-${month}` < intervalOf(now, 'monthly') ? 'past' : undefined
}

const cvvFault: Judge<'required' | 'length'> = (text) => {
  if (text === '') return 'required'
  return /^\d{3}$/.test(text) ? undefined : 'length'
}

const judges = { number: numberFault, expiry: expiryFault, cvv: cvvFault }

export type CardFaults = { [Field in CardField]?: NonNullable<ReturnType<(typeof judges)[Field]>> }

/** The first fault of each field that has one. `form.number` is without blanks. */
export function cardFaults(form: CardForm, now: Date): CardFaults {
  const found = cardFields.flatMap((field) => {
    const fault = judges[field](form[field], now)
    return fault === undefined ? [] : [[field, fault] as const]
  })
  return Object.fromEntries(found)
}
