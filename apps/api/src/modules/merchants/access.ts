import type { IntegratorPermission } from '@nikau/contract/integrators'
import type { Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { mayActFor } from '../accounts/index.ts'
import { selectPermissions } from './store-integrators.ts'

/** What an act needs. Any live grant may `read`. */
export type MerchantPermission = IntegratorPermission | 'read'

interface OwnedMerchant {
  merchantId: string
  merchantAccountId: string
}

/**
 * Whether the caller acts for the merchant: an API key or a member of the merchant's own account, or an API key of an integrator with
 * a live grant of this permission. Having created a request gives no right to it.
 */
export async function mayActForMerchant(db: Db, actor: Actor, merchant: OwnedMerchant, permission: MerchantPermission): Promise<boolean> {
  if ('personId' in actor) return await mayActFor(db, actor, merchant.merchantAccountId, ['account-owner', 'cashier'])
  if (actor.accountId === merchant.merchantAccountId) return true
  return grantAllows(await selectPermissions(db, { merchantId: merchant.merchantId, integratorAccountId: actor.accountId }), permission)
}

export function grantAllows(permissions: readonly IntegratorPermission[] | null | undefined, permission: MerchantPermission): boolean {
  return permissions ? permission === 'read' || permissions.includes(permission) : false
}
