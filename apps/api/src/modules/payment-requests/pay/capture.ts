import type { BodyOf } from '@nikau/contract'
import type { PaymentActivity } from '@nikau/contract/payment-activities'
import type { confirmPaymentRequest } from '@nikau/contract/payment-request-actions'
import { add, cents } from '@nikau/money'
import { type MerchantKey, crnOf } from '../../../http/bind.ts'
import { type Refusal, refuse } from '../../../http/refusal.ts'
import { recordMovements } from '../../wallets/index.ts'
import { keyMay } from '../request/access.ts'
import { authorisationHoldId, walletPayerLabel } from '../request/accounts.ts'
import { chargeOfTender, feeOperations } from '../request/fees.ts'
import { toActivity } from '../request/present.ts'
import { selectAllActivities } from '../request/store.ts'
import { type RequestRow, statusOf, type Tender } from '../request/types.ts'
import { assertUnchanged, recordActivity, type RequestDeps, withRequest } from '../request/with-request.ts'
import { hashRequest } from './idempotency.ts'

type Body = BodyOf<typeof confirmPaymentRequest>
type Refused = keyof typeof confirmPaymentRequest.refusals

/** Captures part or all of a pre-authorised amount; the API calls it a confirmation. Several captures may follow, each with its own key. */
export async function capture(deps: RequestDeps, key: MerchantKey, requestId: string, body: Body): Promise<PaymentActivity | Refusal<Refused>> {
  return await withRequest(deps, requestId, async (tx, request): Promise<PaymentActivity | Refusal<Refused>> => {
    if (!(await keyMay(tx, key, request, 'capture'))) return refuse('FORBIDDEN')
    if (!request.preAuth) return refuse('INVALID_PAYMENT_REQUEST_TYPE')
    const requestHash = hashRequest(body)
    const activities = await selectAllActivities(tx, request.id)
    const earlier = activities.find(({ type, idempotencyKey }) => type === 'confirmation' && idempotencyKey === body.idempotencyKey)
    if (earlier) return earlier.requestHash?.equals(requestHash) ? toActivity(earlier, request) : refuse('IDEMPOTENT_OPERATION_FAILED')
    const refusal = refusalOf(request, deps.clock.now())
    if (refusal) return refusal
    const left = request.amount - request.captured
    const amount = body.value?.amount ?? cents(left)
    if (amount <= 0n || amount > left) return refuse('INVALID_AMOUNT')
    if (body.lineItems && add(...body.lineItems.map((line) => line.price)) !== amount) return refuse('LINE_ITEMS_SUM_CHECK_FAILED')
    const [tender] = request.tenders as [Tender]
    const charge = chargeOfTender(await deps.fees.chargeOf(request.merchantId, deps.clock.now()), request, tender, amount)
    const [outcome] = await deps.ledger.postInTransaction(tx, [
      {
        reference: `confirm:${request.id}:${request.version + 1}`,
        kind: 'payment.confirm',
        subject: `payment-request:${request.id}`,
        operations: [{ op: 'post', hold: authorisationHoldId(request.id), amount }, ...feeOperations(request, charge ? [charge] : [])],
      },
    ])
    if (outcome?.outcome !== 'accepted') {
      await assertUnchanged(tx, request)
      return refuse('PRE_AUTH_RELEASED') // the hold has expired by the ledger's clock
    }
    const movement = {
      paymentRequestId: request.id,
      srcWalletId: tender.assetId!,
      destWalletId: request.settlementWalletId,
      destParty: request.merchantName,
      srcParty: walletPayerLabel,
    }
    await recordMovements(tx, [{ posting: outcome.posting, movement }])
    return await recordActivity(
      tx,
      deps,
      request,
      { event: 'capture', captured: request.captured + amount, ...(charge && { charged: [{ tender, charge }] }) },
      {
        type: 'confirmation',
        amount,
        createdBy: crnOf(key),
        posting: outcome.posting,
        idempotencyKey: body.idempotencyKey,
        requestHash,
        detail: { preAuth: true, invoiceRef: body.invoiceRef, charged: { fee: String(charge?.fee ?? 0n), gst: String(charge?.gst ?? 0n) } },
      },
    )
  })
}

function refusalOf(request: RequestRow, now: Date): Refusal<Refused> | undefined {
  const status = statusOf(request, now)
  if (status === 'cancelled') return refuse('REQUEST_CANCELLED')
  if (status === 'expired') return refuse('REQUEST_EXPIRED')
  if (request.preAuthStatus === 'pending') return refuse('PRE_AUTH_PENDING')
  return request.preAuthStatus === 'released' ? refuse('PRE_AUTH_RELEASED') : undefined
}
