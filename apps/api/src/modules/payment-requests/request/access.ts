import type { Reach } from '@nikau/contract/roles'
import type { Db } from '@nikau/runtime'
import { keyReaches } from '../../../http/api-keys.ts'
import type { Actor, MerchantKey } from '../../../http/bind.ts'
import { type AccountReach, mayActFor } from '../../accounts/index.ts'
import { ownSalesMs } from '../../tills/index.ts'
import { mayActForMerchant, type MerchantPermission, merchantReachOf, reachesMerchant } from '../../merchants/index.ts'
import type { RequestRow } from './types.ts'

type Parties = Pick<RequestRow, 'merchantId' | 'merchantAccountId' | 'patronAccountId' | 'test' | 'createdAt' | 'terms'>

/** What decides who of a business sees a payment request. */
interface Reachable extends Pick<Parties, 'merchantId' | 'test' | 'createdAt'> {
  /** The till that it was made at, and the person who was at it. */
  terms: { terminalId?: string | null; operatorId?: string | null }
}

/** Who answers for a call: at a staff till the person who is at it, else the caller. */
export function responsible(actor: Actor): Actor {
  const personId = 'personId' in actor ? undefined : actor.till?.personId
  return personId === undefined ? actor : { personId }
}

/**
 * Whether a key acts for the merchant of the request, by its account or by a grant. A key that is limited to one kind of money never
 * acts on the other, and a till only on what it asked for itself.
 */
export async function keyMay(db: Db, key: MerchantKey, request: Parties, permission: MerchantPermission): Promise<boolean> {
  if (key.till && (request.merchantId !== key.till.merchantId || request.terms.terminalId !== key.till.id)) return false
  return keyReaches(key, request) && (await mayActForMerchant(db, key, request, permission))
}

/** The side of the request that the caller acts for at a time; undefined for neither. */
export async function sideOf(db: Db, actor: Actor, request: Parties, permission: MerchantPermission, now: Date): Promise<'merchant' | 'patron' | undefined> {
  if (!('personId' in actor)) return !isForgotten(actor, request, now) && (await keyMay(db, actor, request, permission)) ? 'merchant' : undefined
  const reach = await merchantReachOf(db, actor, request, permission)
  if (reach && reachesRequest({ reach }, actor, request, now)) return 'merchant'
  if (request.patronAccountId !== null && (await mayActFor(db, actor, request.patronAccountId))) return 'patron'
  return undefined
}

/** How far the caller may refund the request; undefined for the customer and for strangers. Nobody refunds what they may not see. */
export async function refundReachOf(db: Db, actor: Actor, request: Parties, now: Date): Promise<Reach | undefined> {
  if (!('personId' in actor)) {
    if (isForgotten(actor, request, now) || !(await keyMay(db, actor, request, 'refund'))) return undefined
    return actor.till ? await merchantReachOf(db, responsible(actor), request, 'refund') : 'all'
  }
  if ((await sideOf(db, actor, request, 'read', now)) !== 'merchant') return undefined
  return await merchantReachOf(db, actor, request, 'refund')
}

/** A till sees its own payments of seven days. */
function isForgotten({ till }: MerchantKey, { createdAt }: Parties, now: Date): boolean {
  return till !== undefined && now.getTime() - createdAt.getTime() >= ownSalesMs
}

/** How long a cashier sees the payments that they took. */
const cashierMs = 7 * 86_400_000

/** Whether a payment request is one of those that the caller may see. A cashier sees what they took at a till, and nothing else of the shop. */
export function reachesRequest(reach: AccountReach, actor: Actor, { merchantId, test, createdAt, terms }: Reachable, now: Date): boolean {
  if (!reachesMerchant(reach, { id: merchantId, test })) return false
  if (reach.reach !== 'own-till') return true
  const isTheirs = 'personId' in actor && typeof terms.terminalId === 'string' && terms.operatorId === actor.personId
  return isTheirs && now.getTime() - createdAt.getTime() < cashierMs
}
