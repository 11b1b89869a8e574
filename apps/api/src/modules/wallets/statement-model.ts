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
