import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Cents } from '@nikau/money'

export interface StatementLine {
  number: number
  at: Date
  /** `Payment`, `Top Up` … */
  label: string
  party: string
  value: Cents
  /** After this line. */
  balance: Cents
}

export interface Statement {
  walletId: string
  holder: string
  test: boolean
  /** First and last day, both included. */
  from: CalendarDate
  to: CalendarDate
  opening: Cents
  closing: Cents
  lines: StatementLine[]
  generatedAt: Date
}

/** `-12.50`, for programs to read. Computed without floating point. */
export function decimal(amount: Cents): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
