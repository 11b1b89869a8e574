import type { IntegratorPermission } from '@nikau/contract/integrators'
import type { Permission, Reach } from '@nikau/contract/roles'
import type { Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { type AccountReach, reachOf } from '../accounts/index.ts'
import { selectPermissions } from './store-integrators.ts'

/** What an act needs. Any live grant may `read`. */
export type MerchantPermission = IntegratorPermission | 'read'

interface OwnedMerchant {
  merchantId: string
  merchantAccountId: string
  test: boolean
}

/** The permission of a member for what an integrator is granted. */
function memberPermission(permission: MerchantPermission): Permission {
  if (permission === 'read') return 'payments:read'
  return permission === 'refund' ? 'refunds:write' : 'payments:write'
}

/**
 * How far the caller acts for the merchant: an API key or a member of the merchant's own account, or an API key of an integrator with
 * a live grant of this permission. Having created a request gives no right to it.
 */
export async function merchantReachOf(db: Db, actor: Actor, merchant: OwnedMerchant, permission: MerchantPermission): Promise<Reach | undefined> {
  const member = await reachOf(db, actor, merchant.merchantAccountId, memberPermission(permission))
  if (member) return reachesMerchant(member, { id: merchant.merchantId, test: merchant.test }) ? member.reach : undefined
  if ('personId' in actor) return undefined
  const granted = await selectPermissions(db, { merchantId: merchant.merchantId, integratorAccountId: actor.accountId })
  return grantAllows(granted, permission) ? 'all' : undefined
}

export async function mayActForMerchant(db: Db, actor: Actor, merchant: OwnedMerchant, permission: MerchantPermission): Promise<boolean> {
  return (await merchantReachOf(db, actor, merchant, permission)) !== undefined
}

/** Whether the shop is one of those that a member is limited to, and takes the money that they may see. */
export function reachesMerchant({ reach, merchantIds, liveOnly }: AccountReach, merchant: { id: string; test: boolean }): boolean {
  if (liveOnly && merchant.test) return false
  return (merchantIds === undefined || merchantIds.includes(merchant.id)) && (reach !== 'test' || merchant.test)
}

export function grantAllows(permissions: readonly IntegratorPermission[] | null | undefined, permission: MerchantPermission): boolean {
  return permissions ? permission === 'read' || permissions.includes(permission) : false
}
