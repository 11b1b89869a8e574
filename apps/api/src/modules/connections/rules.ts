import type { ConnectionStatus } from '@nikau/contract/connections'
import type { Permission } from '@nikau/contract/permissions'
import { type Cents, cents } from '@nikau/money'
import { intervalOf, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import type { ConnectionRow } from './store.ts'

/** A connection that nobody has authorised expires after this time. */
export const openMinutes = 15

export function statusOf(row: Pick<ConnectionRow, 'status' | 'expiresAt'>, now: Date): ConnectionStatus {
  return row.status === 'created' && row.expiresAt <= now ? 'expired' : row.status
}

/** `Thu 12 Nov 2026, 8:12 am` */
export function formatCreatedAt(at: Date): string {
  return `${shortDate(at)} ${intervalOf(at, 'yearly')}, ${timeOfDay(at)}`
}

/** The limits of a permission, as the customer has set them. */
export interface Limits {
  each: Cents
  total: Cents
}

export function limitsOf(row: Pick<ConnectionRow, 'limitEach' | 'limitMonth'>): Limits | undefined {
  return row.limitEach === null || row.limitMonth === null ? undefined : { each: cents(row.limitEach), total: cents(row.limitMonth) }
}

/** What a connected shop may do without approval. */
export interface Allowance {
  limits: Limits | undefined
  tokensFirst: boolean
}

/** Whether the shop could take more than before, each time or in a month, or tokens that it could not. */
export function allowsMore(before: Allowance, after: Allowance): boolean {
  if (after.limits === undefined) return false
  const isMoreMoney = before.limits === undefined || after.limits.each > before.limits.each || after.limits.total > before.limits.total
  return isMoreMoney || (after.tokensFirst && !before.tokensFirst)
}

export function stateOf(row: Pick<ConnectionRow, 'pausedAt' | 'limitEach' | 'limitMonth'>): Permission['state'] {
  if (row.pausedAt !== null) return 'paused'
  return limitsOf(row) ? 'on' : 'asks'
}

/**
 * The most that can be taken from the wallet in the month, and what was. A shop that is paused or asks takes no more than it has
 * taken; one whose limit was lowered below that, neither.
 */
export function sumOfMonth(items: readonly Pick<Permission, 'kind' | 'state' | 'limits' | 'used'>[]): { limit: Cents; used: Cents } {
  const shops = items.filter(({ kind }) => kind === 'connection')
  const most = ({ state, limits, used }: (typeof shops)[number]) => (state === 'on' && limits && limits.total > used ? limits.total : used)
  const sum = (of: (item: (typeof shops)[number]) => Cents) => cents(shops.reduce((total, item) => total + of(item), 0n))
  return { limit: sum(most), used: sum(({ used }) => used) }
}

/** The ledger counter of what a shop takes without approval in a month. */
export function counterOf(connectionId: string, month: string): string {
  return `permission:${connectionId}:${month}`
}
