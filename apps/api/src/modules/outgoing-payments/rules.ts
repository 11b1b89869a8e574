import type { CalendarDate } from '@nikau/nz/nz-time'
import { bankReferenceOf } from '../funds-transfers/index.ts'

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** The reference on both statements. */
export function referenceOf(id: string): string {
  return bankReferenceOf('P', id)
}

/** `2026-11-13` as `13NOV2026`, for the code field of a statement. */
export function statementDay(day: CalendarDate): string {
  return `${day.slice(8)}${months[Number(day.slice(5, 7)) - 1]}${day.slice(0, 4)}`
}
