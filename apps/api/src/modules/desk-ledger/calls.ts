import type { LedgerCall } from '@nikau/contract/desk/ledger'
import type { Db } from '@nikau/runtime'
import type { PostingRow } from './store.ts'
import {
  type CallRow,
  selectActivityCall,
  selectAssetTransferCall,
  selectFundsTransferCall,
  selectKeyedCall,
  selectLoggedCall,
  selectProposalCall,
} from './store-calls.ts'

/** The calls that make each activity of a payment request. What the expiry does has none. */
const activityCalls: Readonly<Record<string, string>> = {
  request: 'POST /api/payment-requests',
  payment: 'POST /api/payment-requests/:id/pay',
  authorization: 'POST /api/payment-requests/:id/pay',
  refund: 'POST /api/payment-requests/:id/refund',
  confirmation: 'POST /api/payment-requests/:id/confirm',
  cancellation: 'POST /api/payment-requests/:id/cancel',
  release: 'POST /api/payment-requests/:id/release',
}

/** The kind and the id of a subject: `payment-request:abc`, `asset-transfer:abc:claimed`. */
export function subjectParts(subject: string): { kind: string; id: string } {
  const [kind = '', id = ''] = subject.split(':')
  return { kind, id }
}

const accountOf = (caller: string) => /^crn:([\w-]+):api-key:/.exec(caller)?.[1]
const personOf = (caller: string) => /^crn::user:(.+)$/.exec(caller)?.[1]

/** The call that a posting came from. Undefined for what the product posts by itself: results of banks, expiry, payouts. */
export async function findCall(db: Db, posting: PostingRow): Promise<LedgerCall | undefined> {
  const { kind, id } = subjectParts(posting.subject)
  // An act of operators posts under the id of its proposal.
  const proposalId = posting.reference.split(':')[1] ?? ''
  const approved = await selectProposalCall(db, proposalId)
  if (approved) {
    const endpoint = approved.isAlone ? 'POST /api/desk/proposals' : 'POST /api/desk/proposals/:id/approve'
    return { endpoint, caller: approved.caller, at: approved.at, proposalId }
  }
  const kept = await selectKept(db, kind, id, posting.id)
  if (!kept) return undefined
  const { caller, at, type, key } = kept
  const account = accountOf(caller)
  const logged = account === undefined ? undefined : await selectLoggedCall(db, id, { accountId: account, key, at })
  const isKeyed = posting.reference.startsWith('idempotency:')
  const keyed = isKeyed ? await selectKeyedCall(db, personOf(caller) ?? account ?? caller, posting.reference) : undefined
  const endpoint = logged ? `${logged.method} ${logged.path}` : (keyed?.endpoint ?? endpointOf(caller, kind, type))
  const idempotencyKey = key ?? logged?.key ?? keyed?.key
  return {
    caller,
    at,
    ...(endpoint !== undefined && { endpoint }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(logged && { traceId: logged.traceId, status: logged.status, durationMs: logged.durationMs }),
  }
}

async function selectKept(db: Db, kind: string, id: string, posting: bigint): Promise<CallRow | undefined> {
  if (kind === 'payment-request') return await selectActivityCall(db, id, posting)
  if (kind === 'funds-transfer') return await selectFundsTransferCall(db, id, posting)
  if (kind === 'asset-transfer') return await selectAssetTransferCall(db, id, posting)
  return undefined
}

function endpointOf(caller: string, kind: string, type: string | null): string | undefined {
  if (caller.startsWith('crn::service:')) return undefined
  return kind === 'payment-request' && type !== null ? activityCalls[type] : undefined
}
