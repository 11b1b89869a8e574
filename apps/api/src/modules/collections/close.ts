import type { Collection } from '@nikau/contract/collections'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { recordAudit } from '../accounts/index.ts'
import { closeCollection } from '../assets/index.ts'
import { type CollectionCall, collectionFor } from './access.ts'
import type { CreateDeps } from './create.ts'
import { toCollection } from './rules.ts'
import { selectCollection } from './store-read.ts'
import { lockCollection } from './store.ts'

/** Nothing is given out once this has answered: the job that gives out waits for the lock, or has it first. Tokens of people are left alone. */
export async function close(deps: CreateDeps, { person, source }: CollectionCall, id: string): Promise<Collection | Refusal<'FORBIDDEN'>> {
  return await inTransaction(deps.db, async (tx): Promise<Collection | Refusal<'FORBIDDEN'>> => {
    const at = deps.clock.now()
    await lockCollection(tx, id)
    const row = await collectionFor(tx, person, id, at)
    if (!row) return refuse('FORBIDDEN')
    if (row.closedAt === null) {
      await closeCollection(tx, id, at)
      await recordAudit(tx, row.accountId, { action: 'collection-closed', actor: person, source, at, subject: id })
    }
    return toCollection((await selectCollection(tx, id, at))!, at)
  })
}
