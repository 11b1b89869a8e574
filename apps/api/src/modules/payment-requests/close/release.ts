import type { PaymentActivity } from '@nikau/contract/payment-activities'
import type { Operation } from '@nikau/ledger'
import { cents } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import { type MerchantKey, crnOf } from '../../../http/bind.ts'
import { Refusal, refuse } from '../../../http/refusal.ts'
import { restoreOwnLimits } from '../../own-limits/index.ts'
import { restore as restoreQuota } from '../../quotas/index.ts'
import { recordMovements } from '../../wallets/index.ts'
import type { ReturnDeps } from '../external/port.ts'
import { keyMay } from '../request/access.ts'
import { authorisationHoldId, walletPayerLabel } from '../request/accounts.ts'
import { type RequestRow, statusOf } from '../request/types.ts'
import { assertUnchanged, recordActivity, type RequestDeps, withRequest } from '../request/with-request.ts'
import { cancelRequest } from './cancel.ts'
import { closeOrRaise } from './not-closed.ts'
import { selectExpiredAuthorisations } from './store.ts'

type Refused = 'REQUEST_NOT_FOUND' | 'FORBIDDEN' | 'INVALID_PAYMENT_REQUEST_TYPE' | 'PRE_AUTH_RELEASED' | 'REQUEST_CANCELLED' | 'REQUEST_EXPIRED'

/** Releases what a pre-authorisation still holds; cancels a request that was never authorised. */
export async function release(deps: ReturnDeps, key: MerchantKey, requestId: string): Promise<PaymentActivity | Refusal<Refused>> {
  return await withRequest(deps, requestId, async (tx, request): Promise<PaymentActivity | Refusal<Refused>> => {
    if (!(await keyMay(tx, key, request, 'capture'))) return refuse('FORBIDDEN')
    if (!request.preAuth) return refuse('INVALID_PAYMENT_REQUEST_TYPE')
    const status = statusOf(request, deps.clock.now())
    if (status === 'cancelled') return refuse('REQUEST_CANCELLED')
    if (status === 'expired') return refuse('REQUEST_EXPIRED')
    const createdBy = crnOf(key)
    if (status === 'new') return await cancelRequest(tx, deps, request, { event: 'release', reason: 'CANCELLED_BY_MERCHANT', createdBy })
    if (request.preAuthStatus === 'released') return refuse('PRE_AUTH_RELEASED')
    return await releaseAuthorisation(tx, deps, request, { createdBy })
  })
}

/** Releases in the caller's transaction. With a cancellation reason it voids the request. */
export async function releaseAuthorisation(
  tx: Tx,
  deps: RequestDeps,
  request: RequestRow,
  input: { createdBy: string; cancellationReason?: string },
): Promise<PaymentActivity> {
  const left = request.amount - request.captured
  const posting = left > 0n ? await releaseHold(tx, deps, request, left) : undefined
  const voided = input.cancellationReason === undefined ? undefined : { cancellationReason: input.cancellationReason }
  return await recordActivity(
    tx,
    deps,
    request,
    { event: voided ? 'void' : 'release', preAuthStatus: 'released', ...voided },
    {
      type: voided ? 'cancellation' : 'release',
      amount: left,
      createdBy: input.createdBy,
      posting,
      detail: { preAuth: true, ...voided },
      ...(voided && { webhook: 'payment-request:cancelled' as const }),
    },
  )
}

/** The released amount can be spent again and no longer counts against the quota of the month and the own limit of the day that it was held in. */
async function releaseHold(tx: Tx, deps: RequestDeps, request: RequestRow, left: bigint): Promise<bigint> {
  const authorised = BigInt(request.tenders[0]!.posting!)
  const quota = await restoreQuota(tx, authorised, cents(left))
  const ownLimits = await restoreOwnLimits(tx, authorised, cents(left))
  const operations: Operation[] = [{ op: 'release', hold: authorisationHoldId(request.id) }, ...(quota?.operations ?? []), ...ownLimits]
  const [outcome] = await deps.ledger.postInTransaction(tx, [
    { reference: `release:${request.id}`, kind: 'payment.release', subject: `payment-request:${request.id}`, operations },
  ])
  if (outcome?.outcome !== 'accepted') {
    await assertUnchanged(tx, request)
    throw new Error(`authorisation of payment request ${request.id} not released: ${JSON.stringify(outcome)}`)
  }
  const movement = {
    paymentRequestId: request.id,
    destWalletId: request.settlementWalletId,
    destParty: request.merchantName,
    srcParty: walletPayerLabel,
    ...(quota && { quota: quota.quota, counted: quota.counted }),
  }
  await recordMovements(tx, [{ posting: outcome.posting, movement }])
  return outcome.posting
}

const batchSize = 200

/** Releases the pre-authorisations that have expired by the ledger's clock. One that cannot be released does not stop the others. */
export async function sweepAuthorisations(deps: RequestDeps): Promise<number> {
  const until = await deps.ledger.now(deps.db)
  let count = 0
  let last: { id: string; expiresAt: Date } | undefined
  for (;;) {
    const due = await selectExpiredAuthorisations(deps.db, until, last, batchSize)
    for (const { id } of due) if (await closeOrRaise(deps, id, () => releaseExpired(deps, id))) count++
    last = due.at(-1)
    if (last === undefined) return count
  }
}

async function releaseExpired(deps: RequestDeps, requestId: string): Promise<PaymentActivity | undefined> {
  const activity = await withRequest(deps, requestId, async (tx, request) =>
    request.preAuthStatus === 'authorized' ? await releaseAuthorisation(tx, deps, request, { createdBy: 'crn::service:expiry' }) : undefined,
  )
  return activity instanceof Refusal ? undefined : activity
}
