import { createHash } from 'node:crypto'
import type { CalendarDate } from '@nikau/nz/nz-time'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** The reference on both statements: 55 bits derived from the id, in characters that every bank's file format accepts. */
export function referenceOf(id: string): string {
  const bits = BigInt(`0x${createHash('sha256').update(id).digest('hex').slice(0, 16)}`)
  return `P${Array.from({ length: 11 }, (_, index) => letters[Number((bits >> (BigInt(index) * 5n)) & 31n)]).join('')}`
}

/** `2026-11-13` as `13NOV2026`, for the code field of a statement. */
export function statementDay(day: CalendarDate): string {
  return `${day.slice(8)}${months[Number(day.slice(5, 7)) - 1]}${day.slice(0, 4)}`
}
