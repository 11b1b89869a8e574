import type { BodyOf } from '@nikau/contract'
import type { createPaymentRequest, PaymentRequest } from '@nikau/contract/payment-requests'
import type { MerchantKey, Source } from '../../../http/bind.ts'
import { Unavailable } from '../../../http/errors.ts'
import { Refusal } from '../../../http/refusal.ts'
import { selectSpendableWallet } from '../../assets/index.ts'
import { notifyUses, permittedPayer } from '../../connections/index.ts'
import { pay, type PayDeps } from '../pay/pay.ts'
import { readRequest } from '../read/read.ts'
import { create, type CreateDeps } from './create.ts'

type Body = BodyOf<typeof createPaymentRequest>

/**
 * Creates a request; on a connection whose customer allows it, the call also pays it within their limits. Only with an idempotency
 * key: a till that repeats a lost call without one creates another request, which would be paid too. Whatever stands in the way, the
 * request stays new and the customer is asked as for any other.
 */
export async function createAndPay(deps: CreateDeps & PayDeps, call: { key: MerchantKey; source: Source }, body: Body): ReturnType<typeof create> {
  const request = await create(deps, call.key, body)
  if (request instanceof Refusal || body.connectionId === undefined || body.idempotencyKey === undefined) return request
  if (body.preAuth || request.merchantConditions) return request
  if (!(await payWithoutApproval(deps, call.source, request, body.connectionId))) return request
  const paid = await readRequest(deps, call.key, request.id)
  return paid instanceof Refusal ? request : paid
}

async function payWithoutApproval(deps: PayDeps, source: Source, { id, liveness }: PaymentRequest, connectionId: string): Promise<boolean> {
  const payer = await permittedPayer(deps.db, connectionId)
  const assetType = `nikau.nzd.${liveness}`
  const assetId = payer && (await selectSpendableWallet(deps.db, payer.accountId, assetType))
  if (!payer || assetId === undefined) return false
  // The person confirmed who they are when they allowed it.
  const call = { actor: { personId: payer.personId }, source, requireStepUp: async () => undefined, connectionId }
  try {
    const answer = await pay(deps, call, id, { assetType, assetId, idempotencyKey: `permission:${id}` })
    if (answer instanceof Refusal) return false
  } catch (error) {
    // Whether it was paid is read from the request.
    if (error instanceof Unavailable) return true
    throw error
  }
  await notifyUses(deps, id)
  return true
}
