import { keyMayUse, type Permission, type Reach, reachOfRole } from '@nikau/contract/roles'
import type { Db } from '@nikau/runtime'
import type { Actor, MerchantKey } from '../../http/bind.ts'
import { selectMember } from './store.ts'

/** What a caller may do with a permission in an account. */
export interface AccountReach {
  reach: Reach
  /** The shops that a member is limited to; absent: all. */
  merchantIds?: readonly string[] | undefined
  /** Of a key for live money. */
  liveOnly?: true
}

/**
 * Every resource of an account checks this: the person or the API key must belong to the account in a role that has the permission.
 * Another account and an unknown account give the same result.
 */
export async function reachOf(db: Db, actor: Actor, accountId: string, permission: Permission): Promise<AccountReach | undefined> {
  if (!('personId' in actor)) return actor.accountId === accountId && keyMayUse(actor.rights, permission) ? reachOfKey(actor) : undefined
  const member = await selectMember(db, actor.personId, accountId)
  const reach = member && reachOfRole(member.role, permission)
  return reach && { reach, ...(member.merchantIds && { merchantIds: member.merchantIds }) }
}

/** What belongs to the whole account, such as its webhooks, concerns live money, which a test key reaches in a test account only. */
function reachOfKey({ liveness, testAccount }: MerchantKey): AccountReach {
  if (liveness === 'live') return { reach: 'all', liveOnly: true }
  return { reach: liveness === 'test' && !testAccount ? 'test' : 'all' }
}

/** Whether the caller may do it in the whole account, which a member or a key that is limited to shops or to test money may not. */
export async function mayActFor(db: Db, actor: Actor, accountId: string, permission: Permission = 'account:own'): Promise<boolean> {
  const found = await reachOf(db, actor, accountId, permission)
  return found?.reach === 'all' && found.merchantIds === undefined
}
