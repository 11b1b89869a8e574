import { type CalendarDate, longDate } from '@nikau/nz/nz-time'
import { bankReferenceOf } from '../funds-transfers/index.ts'

/** The reference on both statements. */
export function referenceOf(id: string): string {
  return bankReferenceOf('P', id)
}

/** `2026-11-13` as `13NOV2026`, for the code field of a statement. */
export function statementDay(day: CalendarDate): string {
  const [, month] = longDate(day).split(' ')
  return `${day.slice(8)}${month!.slice(0, 3).toUpperCase()}${day.slice(0, 4)}`
}
