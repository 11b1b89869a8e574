import { createHash } from 'node:crypto'
import { addBusinessDays, businessDayFrom } from '@nikau/nz/business-calendar'
import { addDays, type CalendarDate, weekdayOf } from '@nikau/nz/nz-time'
import type { StatementLine } from '@nikau/rails/ib4b'
import { z } from 'zod'

/** `booked`: operators have booked its money; it settles nothing. */
export type LineVerdict = 'matched' | 'unknown' | 'other-amount' | 'booked'

/** What the company says it settles, and what we have booked under the same key; undefined when nothing is. */
export interface ComparedLine {
  amount: bigint
  reference: string
  booked: { amount: bigint; reference: string } | undefined
  /** Another line has settled it. */
  isSettled: boolean
}

export function verdictOf({ amount, reference, booked, isSettled }: ComparedLine): Exclude<LineVerdict, 'booked'> {
  if (!booked || isSettled || booked.reference !== reference) return 'unknown'
  return booked.amount === amount ? 'matched' : 'other-amount'
}

/** The last day whose charges and refunds must be on an advice. It comes on the business day after, and may come until the end of it. */
export function lastAdvisedDay(today: CalendarDate): CalendarDate {
  let day = today
  while (addBusinessDays(businessDayFrom(day), 2) > today) day = addDays(day, -1)
  return day
}

/** Payers put a reference into any of the three fields of a bank payment, in either case. */
export function referencesOf({ reference, code, particulars }: StatementLine): string[] {
  return [reference, code, particulars].map((text) => text.trim().toUpperCase()).filter((text) => text !== '')
}

/** The shape of ISSUER_BILLS. */
export const issuerBillTerms = z.strictObject({
  period: z.enum(['weekly', 'monthly']).default('monthly'),
  /** From the day of the bill until it is due. */
  dueBusinessDays: z.int().positive().default(10),
})
export type IssuerBillTerms = z.output<typeof issuerBillTerms>

/** The first day of the current period: what was spent before its midnight is billed. */
export function periodStart(today: CalendarDate, { period }: IssuerBillTerms): CalendarDate {
  return period === 'monthly' ? `${today.slice(0, 8)}01` : addDays(today, -((weekdayOf(today) + 6) % 7))
}

/** What an issuer types into its bank: 40 bits derived from the id, as letters and digits that cannot be confused. */
export function billReferenceOf(id: string): string {
  const bits = BigInt(`0x${createHash('sha256').update(id).digest('hex').slice(0, 10)}`)
  return `NB${Array.from({ length: 8 }, (_, index) => 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'[Number((bits >> (BigInt(index) * 5n)) & 31n)]).join('')}`
}
