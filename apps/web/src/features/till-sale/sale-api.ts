import type { BodyOf } from '@nikau/contract'
import { acceptCondition, cancelPaymentRequest, declineCondition, payPaymentRequest, voidPaymentRequest } from '@nikau/contract/payment-request-actions'
import { createPaymentRequest, getPaymentRequest, type PaymentRequest } from '@nikau/contract/payment-requests'
import { offerRest } from '@nikau/contract/rest-of-payment'
import { abandonTillSale } from '@nikau/contract/tills'
import type { Taking } from './sale.ts'
import { pairing, tillCall } from '../till-device/index.ts'

/** The calls of a sale. Each throws a CallError when it is refused or not answered. */
export interface SaleApi {
  create: (body: BodyOf<typeof createPaymentRequest>) => Promise<PaymentRequest>
  read: (requestId: string) => Promise<PaymentRequest>
  /** Ends the doubt about a charge; undefined when there was none. */
  abandon: (key: string) => Promise<PaymentRequest | undefined>
  /** `approvalCode`: of a part payment that goes back. */
  cancel: (requestId: string, approvalCode?: string) => Promise<unknown>
  giveBack: (requestId: string, approvalCode: string | undefined) => Promise<unknown>
  answerCondition: (requestId: string, conditionId: string, accepts: boolean) => Promise<unknown>
  /** Records what the till took itself. The same taking is recorded once. */
  take: (requestId: string, taking: Taking) => Promise<unknown>
  /** Offers the rest to the customer of a code, or without one to whoever has the link. */
  offerRest: (requestId: string, barcode: string | undefined) => Promise<PaymentRequest>
}

export const saleApi: SaleApi = {
  create: (body) => tillCall(createPaymentRequest, { body }),
  read: (id) => tillCall(getPaymentRequest, { params: { id } }),
  abandon: async (idempotencyKey) => {
    const id = pairing.get()?.till.id ?? ''
    return (await tillCall(abandonTillSale, { params: { id, idempotencyKey } })).paymentRequest
  },
  cancel: (id, approvalCode) => tillCall(cancelPaymentRequest, { params: { id }, body: approvalCode === undefined ? {} : { approvalCode } }),
  giveBack: (id, approvalCode) => tillCall(voidPaymentRequest, { params: { id }, body: approvalCode === undefined ? {} : { approvalCode } }),
  take: (id, { tender, amount, key }) => {
    const body = { assetType: `external.${pairing.get()?.till.liveness ?? 'test'}`, transactionId: key, tender, mode: 'multi-asset-payment' as const, amount }
    return tillCall(payPaymentRequest, { params: { id }, body: { ...body, idempotencyKey: key } })
  },
  offerRest: (id, barcode) => tillCall(offerRest, { params: { id }, body: barcode === undefined ? {} : { barcode } }),
  answerCondition: (id, conditionId, accepts) => tillCall(accepts ? acceptCondition : declineCondition, { params: { id, conditionId } }),
}
