import type { ActField } from '@nikau/contract/desk/exceptions'
import { checkAccountNumber } from '@nikau/nz/bank-account-number'

export interface Payee {
  name: string
  number: string
}

/** What the operator has entered, by the name of the field. Amounts are cents as text. */
export type Entered = Readonly<Record<string, string | number | boolean | readonly string[] | Payee | undefined>>

/** With all that the exception says already. */
export function startOf(fields: readonly ActField[]): Entered {
  return Object.fromEntries(
    fields.map(({ name, input, value }) => [name, input === 'payee' ? { name: '', number: '' } : (value ?? (input === 'differences' ? [] : undefined))]),
  )
}

const isEmptyPayee = ({ name, number }: Payee) => name.trim() === '' && number.trim() === ''
const isPayee = ({ name, number }: Payee) => name.trim() !== '' && checkAccountNumber(number, 'main').fault === undefined

export const textOf = (value: Entered[string]): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The fields that are missing or wrong. */
export function missingInputs(fields: readonly ActField[], entered: Entered): string[] {
  return fields
    .filter(({ name, input, optional }) => {
      const value = entered[name]
      if (input === 'payee') return !(optional && isEmptyPayee(value as Payee)) && !isPayee(value as Payee)
      if (input === 'lines') return typeof value === 'string' && !/^[\d\s,]*$/.test(value)
      if (input === 'differences') return !optional && (value as readonly string[]).length === 0
      if (input === 'amount') return !/^[1-9]\d{0,14}$/.test(textOf(value))
      return !optional && (value === undefined || value === '')
    })
    .map(({ name }) => name)
}

/** As the act takes it. */
export function contentOf(fields: readonly ActField[], entered: Entered): Record<string, unknown> {
  const content: Record<string, unknown> = {}
  for (const { name, input, optional } of fields) {
    const value = entered[name]
    if (input === 'payee') {
      if (!(optional && isEmptyPayee(value as Payee))) content[name] = { name: (value as Payee).name.trim(), number: (value as Payee).number.trim() }
    } else if (input === 'lines') {
      const lines = textOf(value).split(/[\s,]+/).filter(Boolean).map(Number) // prettier-ignore
      if (lines.length > 0) content[name] = lines
    } else if (value !== undefined && value !== '') content[name] = value
  }
  return content
}
