import type { Db } from '@nikau/runtime'
import type { Person, Source } from '../../http/bind.ts'
import { reachOf } from '../accounts/index.ts'
import { type CollectionRow, selectCollection } from './store-read.ts'

export interface CollectionCall {
  person: Person
  source: Source
}

/** Whether a member works with tokens that are used at these shops: one who is limited to shops, only if all of them are theirs. */
export function reachesShops(only: readonly string[] | undefined, merchantIds: readonly string[]): boolean {
  return only === undefined || (merchantIds.length > 0 && merchantIds.every((id) => only.includes(id)))
}

/** The collection, if the caller may work with it. Unknown ids return undefined as well. */
export async function collectionFor(db: Db, person: Person, id: string, now: Date): Promise<CollectionRow | undefined> {
  const row = await selectCollection(db, id, now)
  const reach = row && (await reachOf(db, person, row.accountId, 'tokens:write'))
  const shops = row?.conditions.map(({ merchantId }) => merchantId) ?? []
  return reach && reachesShops(reach.merchantIds, shops) ? row : undefined
}
