import type { PaymentRequest } from '@nikau/contract/payment-requests'
import { crnOf, type KeyTill, type MerchantKey } from '../../http/bind.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { abandonKey, findSale } from '../tills/index.ts'
import { cancelRequest } from './close/cancel.ts'
import type { ReturnDeps } from './external/port.ts'
import { type ReadDeps, readChargeOfTill } from './read/read.ts'
import { isRestKept } from './request/rest.ts'
import { statusOf } from './request/types.ts'
import { withRequest } from './request/with-request.ts'

interface SaleKey {
  id: string
  idempotencyKey: string
}

const tillOf = (key: MerchantKey, { id }: SaleKey): KeyTill | undefined => (key.till?.id === id ? key.till : undefined)

/** The request of a charge whose answer the till did not get. */
export async function findTillRequest(
  deps: ReadDeps & ReturnDeps,
  key: MerchantKey,
  sale: SaleKey,
): Promise<PaymentRequest | Refusal<'FORBIDDEN' | 'REQUEST_NOT_FOUND'>> {
  const till = tillOf(key, sale)
  if (!till) return refuse('FORBIDDEN')
  const requestId = await findSale(deps.db, till, sale.idempotencyKey)
  return requestId === undefined ? refuse('REQUEST_NOT_FOUND') : await readChargeOfTill(deps, key, requestId)
}

/**
 * Ends the doubt about a charge: a new request is cancelled, any other stays as it is, and without one the key is used up, so that a
 * charge that is still on its way makes none.
 */
export async function abandonTillSale(
  deps: ReadDeps & ReturnDeps,
  key: MerchantKey,
  sale: SaleKey,
): Promise<{ paymentRequest?: PaymentRequest } | Refusal<'FORBIDDEN'>> {
  const till = tillOf(key, sale)
  if (!till) return refuse('FORBIDDEN')
  const requestId = await inTransaction(deps.db, (tx) => abandonKey(tx, deps, till, sale.idempotencyKey))
  if (requestId === undefined) return {}
  await withRequest(deps, requestId, async (tx, request) => {
    // A part payment is no doubt: its rest is still to take, or to give back.
    if (statusOf(request, deps.clock.now()) !== 'new' || isRestKept(request)) return undefined
    return await cancelRequest(tx, deps, request, { event: 'void', reason: 'CANCELLED_BY_MERCHANT', createdBy: crnOf(key) })
  })
  const paymentRequest = await readChargeOfTill(deps, key, requestId)
  return paymentRequest instanceof Refusal ? refuse('FORBIDDEN') : { paymentRequest }
}
