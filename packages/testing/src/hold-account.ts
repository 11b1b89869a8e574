import type { Database, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

/**
 * Holds a ledger account, so that postings on it wait: what was decided before is still to be posted. The answer lets go, after the
 * last change of the transaction that holds it, if there is one.
 */
export async function holdAccount(owner: Database, accountId: string, lastChange?: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = owner.db.transaction().execute(async (tx) => {
    await sql`select ledger.lock_accounts(array[${accountId}])`.execute(tx)
    held.resolve()
    await released.promise
    await lastChange?.(tx)
  })
  await held.promise
  return async () => {
    released.resolve()
    await holding
  }
}
