import { type Ledger, assertPosted } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { dueCounterId } from '../request/accounts.ts'
import type { RequestRow } from '../request/types.ts'
import { VersionConflict } from '../request/with-request.ts'

/** Makes sure that the request accepts no further payment. `expired` when it had expired by the ledger's clock. */
export async function closeDueCounter(tx: Tx, ledger: Ledger, request: RequestRow, reason: 'cancel' | 'expire'): Promise<'closed' | 'expired'> {
  // A partial payment has closed it already.
  if (request.tenders.some((tender) => tender.endsRequest)) return 'closed'
  const [outcome] = await ledger.postInTransaction(tx, [
    {
      reference: `${reason}:${request.id}`,
      kind: `payment.${reason}`,
      subject: `payment-request:${request.id}`,
      operations: [{ op: 'close', account: dueCounterId(request.id), at: request.reservedFor === null ? request.amount - request.remaining : request.amount }],
    },
  ])
  if (outcome?.outcome !== 'refused') return 'closed'
  if (outcome.code === 'closed') return 'expired'
  if (outcome.code === 'not_at_balance' || outcome.code === 'reference_conflict') throw new VersionConflict('payment request paid since it was read')
  assertPosted([outcome])
  return 'closed'
}
