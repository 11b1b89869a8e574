import type { Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { reachOf } from '../accounts/index.ts'
import type { ManagedKeys } from './rules.ts'
import { isTestOrg } from './store.ts'

/** A developer manages keys for test money, and so does a test key: live money is for owners to hand out. */
export async function managedKeys(db: Db, actor: Actor, accountId: string): Promise<ManagedKeys | undefined> {
  const found = await reachOf(db, actor, accountId, 'keys:write')
  if (!found || found.merchantIds) return undefined
  return found.reach === 'all' || (await isTestOrg(db, accountId)) ? 'all' : 'test'
}
