import type { Role } from '@nikau/contract/accounts'
import type { Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { roleIn } from './store.ts'

/**
 * The one question that every resource of an account asks before it answers: does this person, or this machine, belong to the
 * account, in one of these roles? A "no" is the same for an account that is not theirs and for one that does not exist.
 */
export async function mayActFor(db: Db, actor: Actor, accountId: string, roles: readonly Role[] = ['account-owner']): Promise<boolean> {
  if (!('personId' in actor)) return actor.accountId === accountId && roles.includes(actor.role)
  const role = await roleIn(db, actor.personId, accountId)
  return role !== undefined && roles.includes(role)
}
