import type { Role } from '@nikau/contract/accounts'
import type { Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { selectRole } from './store.ts'

/**
 * Every resource of an account checks this: the person or the API key must belong to the account in one of the roles. Another
 * account and an unknown account give the same result.
 */
export async function mayActFor(db: Db, actor: Actor, accountId: string, roles: readonly Role[] = ['account-owner']): Promise<boolean> {
  if (!('personId' in actor)) return actor.accountId === accountId && roles.includes(actor.role)
  const role = await selectRole(db, actor.personId, accountId)
  return role !== undefined && roles.includes(role)
}
