import type { Role } from '@nikau/contract/accounts'
import type { Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { roleIn } from './store.ts'

/**
 * The one question that every resource of an account asks before it answers: does this person belong to the account, in
 * one of these roles? A "no" is the same for an account that is not theirs and for one that does not exist.
 */
export async function mayActFor(db: Db, person: Person, accountId: string, roles: readonly Role[] = ['account-owner']): Promise<boolean> {
  const role = await roleIn(db, person.personId, accountId)
  return role !== undefined && roles.includes(role)
}
