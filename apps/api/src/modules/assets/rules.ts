import type { Liveness } from '@nikau/contract/amounts'
import { addDays, type CalendarDate, calendarDate, momentAt } from '@nikau/contract/nz-time'

/** Where the ledger keeps how much there is of an asset. */
export function ledgerAccountOf(assetId: string): string {
  return `asset:${assetId}`
}

/** What an issuer has given out of a collection: its balance is minus the number of tokens in the world. A used one goes back there. */
export function issuedOf(collectionId: string): { id: string; unit: string } {
  return { id: `collection:${collectionId}:issued`, unit: `token:${collectionId}` }
}

export function livenessOf(type: string): Liveness {
  return type.endsWith('.test') ? 'test' : 'main'
}

/** NZD in the ledger: play money and real money are two units, which no transfer can mix. */
export function unitOf(type: string): string {
  return `nzd.${livenessOf(type)}`
}

export interface Lifetime {
  after?: { period: 'hour' | 'day' | 'week' | 'month' | 'year'; duration: number } | undefined
  at?: Date | undefined
}

/** When a token issued now ends: after the time its collection gives, at the end of that day, or at the collection's date if that is sooner. */
export function expiryOf(lifetime: Lifetime, issuedAt: Date): Date | undefined {
  const after = lifetime.after && ends(lifetime.after, issuedAt)
  if (!after || !lifetime.at) return after ?? lifetime.at
  return after < lifetime.at ? after : lifetime.at
}

function ends({ period, duration }: NonNullable<Lifetime['after']>, from: Date): Date {
  if (period === 'hour') return new Date(from.getTime() + duration * 3_600_000)
  const today = calendarDate(from)
  if (period === 'day' || period === 'week') return endOf(addDays(today, duration * (period === 'week' ? 7 : 1)))
  return endOf(addMonths(today, duration * (period === 'year' ? 12 : 1)))
}

function endOf(date: CalendarDate): Date {
  return new Date(momentAt(addDays(date, 1)).getTime() - 1000)
}

/** The same day of a later month, or that month's last day where there is no such day. */
function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(day, last))
  return first.toISOString().slice(0, 10)
}

/** The Fair Trading Act: what is sold as a gift card lasts three years or longer. What is given away may end sooner. */
export function lastsLongEnough(origin: 'sold' | 'promotional', soldAt: Date, expiresAt: Date | undefined): boolean {
  return origin === 'promotional' || expiresAt === undefined || expiresAt >= momentAt(addMonths(calendarDate(soldAt), 36))
}

/** The place in the list after which the next page starts. Opaque to callers; one that we did not give out starts the list anew. */
export interface ListKey {
  place: number
  end: string
  id: string
}

export function encodePageKey({ place, end, id }: ListKey): string {
  return Buffer.from(JSON.stringify([place, end, id])).toString('base64url')
}

export function decodePageKey(key: string): ListKey | undefined {
  try {
    const [place, end, id] = JSON.parse(Buffer.from(key, 'base64url').toString()) as unknown[]
    if (typeof place === 'number' && typeof end === 'string' && /^(infinity|[\d:. +-]{19,40})$/.test(end) && typeof id === 'string') return { place, end, id }
  } catch {
    return undefined
  }
  return undefined
}

/** How many days before its end the holder of a token is reminded of it. */
export const reminderDays = [60, 14, 2] as const

const dayMs = 86_400_000

/**
 * The reminder that is due for a token, if any: the closest to its end whose time has come. One whose time had passed before
 * the token was there is never due, so that a short-lived gift does not arrive together with its own reminder; one that was
 * missed is not sent late beside the next.
 */
export function reminderDue(token: { createdAt: Date; expiresAt: Date }, now: Date): number | undefined {
  if (now >= token.expiresAt) return undefined
  const closest = reminderDays.findLast((days) => now.getTime() >= token.expiresAt.getTime() - days * dayMs)
  return closest !== undefined && token.createdAt.getTime() < token.expiresAt.getTime() - closest * dayMs ? closest : undefined
}

/** The last moment at which a token that ends then may have a reminder due. */
export function remindersReach(now: Date): Date {
  return new Date(now.getTime() + reminderDays[0] * dayMs)
}
