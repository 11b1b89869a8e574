import type { BodyOf } from '@nikau/contract'
import type { createPaymentRequest } from '@nikau/contract/payment-requests'
import type { MerchantKey, Source } from '../../../http/bind.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { PayDeps } from '../pay/pay.ts'
import { readRequest } from '../read/read.ts'
import { create, type CreateDeps } from './create.ts'
import { payWithoutApproval } from './pay-connected.ts'

type Body = BodyOf<typeof createPaymentRequest>

/**
 * Creates a request; on a connection whose customer allows it, the call also pays it within their limits. Only with an idempotency
 * key: a till that repeats a lost call without one creates another request, which would be paid too. Whatever stands in the way, the
 * request stays new and the customer is asked as for any other. A repeated call is answered with the request as it is then.
 */
export async function createAndPay(deps: CreateDeps & PayDeps, call: { key: MerchantKey; source: Source }, body: Body): ReturnType<typeof create> {
  const request = await create(deps, call.key, body)
  if (request instanceof Refusal || body.connectionId === undefined || body.idempotencyKey === undefined) return request
  if (request.status !== 'new' || body.preAuth || request.merchantConditions) return request
  await payWithoutApproval(deps, call.source, request.id, body.connectionId)
  const after = await readRequest(deps, call.key, request.id)
  return after instanceof Refusal ? request : after
}
