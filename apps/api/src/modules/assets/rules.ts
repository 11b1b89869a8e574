import type { Liveness } from '@nikau/contract/amounts'
import { addDays, addMonths, type CalendarDate, calendarDate, instantAt } from '@nikau/nz/nz-time'
import { decodeCursor } from '../../http/pagination.ts'

/** The ledger account that holds the asset's balance. */
export function ledgerAccountOf(assetId: string): string {
  return `asset:${assetId}`
}

/** The issuer's liability for a collection: its balance is minus the number of unspent tokens. A spent token's unit returns there. */
export function issuerLiabilityOf(collectionId: string): { id: string; unit: string } {
  return { id: `collection:${collectionId}:issued`, unit: `token:${collectionId}` }
}

export function livenessOf(type: string): Liveness {
  return type.endsWith('.test') ? 'test' : 'main'
}

/** NZD in the ledger: test and live money are two units, which no transfer can mix. */
export function unitOf(type: string): string {
  return `nzd.${livenessOf(type)}`
}

export interface Lifetime {
  after?: { period: 'hour' | 'day' | 'week' | 'month' | 'year'; duration: number } | undefined
  at?: Date | undefined
}

/** When a token issued now expires: at the end of the day after the collection's period, or at the collection's date if that is earlier. */
export function expiryOf(lifetime: Lifetime, issuedAt: Date): Date | undefined {
  const after = lifetime.after && endAfter(lifetime.after, issuedAt)
  if (!after || !lifetime.at) return after ?? lifetime.at
  return after < lifetime.at ? after : lifetime.at
}

function endAfter({ period, duration }: NonNullable<Lifetime['after']>, from: Date): Date {
  if (period === 'hour') return new Date(from.getTime() + duration * 3_600_000)
  const today = calendarDate(from)
  if (period === 'day' || period === 'week') return endOf(addDays(today, duration * (period === 'week' ? 7 : 1)))
  return endOf(addMonths(today, duration * (period === 'year' ? 12 : 1)))
}

function endOf(date: CalendarDate): Date {
  return new Date(instantAt(addDays(date, 1)).getTime() - 1000)
}

/** Fair Trading Act: a sold gift card must last three years or longer. A promotional token may expire earlier. */
export function meetsMinimumExpiry(origin: 'sold' | 'promotional', soldAt: Date, expiresAt: Date | undefined): boolean {
  return origin === 'promotional' || expiresAt === undefined || expiresAt >= instantAt(addMonths(calendarDate(soldAt), 36))
}

/** The sort columns of the last asset of a page. */
export interface AssetCursor {
  place: number
  end: string
  id: string
}

export function decodeAssetCursor(pageKey: string | undefined): AssetCursor | undefined {
  const [place, end, id] = decodeCursor(pageKey)
  const isEnd = typeof end === 'string' && /^(infinity|[\d:. +-]{19,40})$/.test(end)
  return typeof place === 'number' && isEnd && typeof id === 'string' ? { place, end, id } : undefined
}

/** Days before expiry on which the holder is reminded. */
export const reminderDays = [60, 14, 2] as const

const dayMs = 86_400_000

/**
 * The reminder that is due for a token, if any: the one closest to its expiry whose time has come. A reminder whose time had passed
 * before the token was issued is never due, and a missed reminder is not sent together with the next one.
 */
export function reminderDue(token: { createdAt: Date; expiresAt: Date }, now: Date): number | undefined {
  if (now >= token.expiresAt) return undefined
  const closest = reminderDays.findLast((days) => now.getTime() >= token.expiresAt.getTime() - days * dayMs)
  return closest !== undefined && token.createdAt.getTime() < token.expiresAt.getTime() - closest * dayMs ? closest : undefined
}

/** Tokens that expire after this have no reminder due. */
export function reminderHorizon(now: Date): Date {
  return new Date(now.getTime() + reminderDays[0] * dayMs)
}
