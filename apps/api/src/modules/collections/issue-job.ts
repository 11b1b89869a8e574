import type { Clock, Db, Tx } from '@nikau/runtime'
import { inTransaction, Refusal } from '../../http/refusal.ts'
import { type IssueDeps, issueBehindLink, sendIssued } from '../asset-transfers/index.ts'
import { type DueRecipient, lockCollectionShared, lockNextRecipient, updateRefused, updateIssued } from './store.ts'

export interface IssueJobDeps extends IssueDeps {
  db: Db
  clock: Clock
}

/**
 * Issues what a call has accepted, a transaction for each recipient: one that fails is tried again with the job and stops none of the
 * others. Returns how many were settled.
 */
export async function issueAccepted(deps: IssueJobDeps, issueId: string): Promise<number> {
  const failed = new Map<number, unknown>()
  let settled = 0
  for (;;) {
    let place: number | undefined
    try {
      const found = await inTransaction(deps.db, async (tx) => {
        const next = await lockNextRecipient(tx, issueId, [...failed.keys()])
        place = next?.place
        if (next) await settle(tx, deps, next)
        return next !== undefined
      })
      if (!found) break
      settled++
    } catch (error) {
      if (place === undefined) throw error
      failed.set(place, error)
    }
  }
  if (failed.size > 0) throw new AggregateError(failed.values(), `${failed.size} tokens of ${issueId} could not be issued`)
  return settled
}

async function settle(tx: Tx, deps: IssueJobDeps, next: DueRecipient): Promise<void> {
  await lockCollectionShared(tx, next.collectionId)
  const at = deps.clock.now()
  const { issueId, place, alias, transferId } = next
  const token = { ...next, idempotencyKey: `${issueId}:${place}`, at }
  const issued = await (alias === null ? issueBehindLink(tx, deps, { ...token, transferId: transferId! }) : sendIssued(tx, deps, { ...token, alias }))
  if (!(issued instanceof Refusal)) return await updateIssued(tx, { issueId, place, assetId: issued, at })
  const reasons = {
    RECIPIENT_UNAVAILABLE: 'unavailable',
    WALLET_NOT_FOUND: 'no-wallet',
    FIRST_SEND_LIMIT_REACHED: 'too-many-messages',
    FORBIDDEN: 'closed',
    EXPIRY_TOO_SOON: 'closed',
  } as const
  await updateRefused(tx, { issueId, place, reason: reasons[issued.code], at })
}
