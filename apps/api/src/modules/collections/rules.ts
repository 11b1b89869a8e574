import { createHash } from 'node:crypto'
import type { Collection, CollectionKind, CollectionStatus, TokenCounts, TokenLife } from '@nikau/contract/collections'
import { addDays, type CalendarDate, calendarDate, instantAt } from '@nikau/nz/nz-time'
import { cents } from '@nikau/money'
import type { CollectionRow, CountRow } from './store-read.ts'

/** How the kinds are kept: what is sold is a discount whose holder paid for it. */
export function typeOf(kind: CollectionKind): { type: 'product' | 'discount'; origin: 'sold' | 'promotional' } {
  return { type: kind === 'product' ? 'product' : 'discount', origin: kind === 'gift' ? 'sold' : 'promotional' }
}

export function kindOf({ type, origin }: Pick<CollectionRow, 'type' | 'origin'>): CollectionKind {
  return origin === 'sold' ? 'gift' : type
}

/** The last second of a day in Auckland. */
export function endOfDay(day: CalendarDate): Date {
  return new Date(instantAt(addDays(day, 1)).getTime() - 1000)
}

export function statusAt(
  { closedAt, archived, expiresAt, beginsAt }: Pick<CollectionRow, 'closedAt' | 'archived' | 'expiresAt' | 'beginsAt'>,
  now: Date,
): CollectionStatus {
  if (expiresAt !== null && expiresAt <= now) return 'ended'
  if (closedAt !== null || archived) return 'closed'
  return beginsAt !== null && beginsAt > now ? 'planned' : 'running'
}

/** Items belong to product collections, which cover nothing without them. */
export function itemsFit(type: 'product' | 'discount', items: readonly unknown[]): boolean {
  return (type === 'product') === items.length > 0
}

export function toCounts(row: CountRow): TokenCounts {
  const { issued, redeemed, givenBack, ended } = row
  return { issued, redeemed, givenBack, ended, stillOut: issued - redeemed - ended + givenBack }
}

export function toCollection(row: CollectionRow, now: Date): Collection {
  return {
    id: row.id,
    accountId: row.accountId,
    name: row.name,
    kind: kindOf(row),
    liveness: row.test ? 'test' : 'main',
    status: statusAt(row, now),
    createdAt: row.createdAt,
    counts: toCounts(row),
    redemptionConditions: row.conditions.map(({ items, ...shop }) => ({
      ...shop,
      items: items.map(({ sku, name, maxValue }) => ({ sku, name, maxValue: cents(BigInt(maxValue)) })),
    })),
    ...(row.worth !== null && { worth: cents(row.worth) }),
    ...(row.beginsAt !== null && { firstDay: calendarDate(row.beginsAt) }),
    ...(row.expiresAt !== null && { lastDay: calendarDate(row.expiresAt) }),
    ...(row.img !== null && { img: row.img }),
    ...(row.closedAt !== null && { closedAt: row.closedAt }),
    ...lifeOf(row),
  }
}

/** Collections that operators made have lives of hours and weeks, too. */
function lifeOf({ lifeUnit, lifeCount }: CollectionRow): { life?: TokenLife } {
  if (lifeUnit === null || lifeCount === null || lifeUnit === 'hour') return {}
  return { life: lifeUnit === 'week' ? { unit: 'day', count: lifeCount * 7 } : { unit: lifeUnit, count: lifeCount } }
}

/** The same for every repetition of a call, in whatever order it names its recipients. */
export function hashOf(recipients: readonly string[], links: number): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([...recipients.toSorted(), ...(links > 0 ? [links] : [])]))
    .digest()
}
