import { createNikau, type LineItem, type Operations, type PaymentRequest } from '@nikau/sdk'

/** What this shop asks of Nikau. */

export type { ConnectionSummary as Connection, LineItem as Line, PaymentRequest } from '@nikau/sdk'

export type NikauApi = ReturnType<typeof nikau>

export function nikau(options: { api: string; key: string; configId: string }) {
  const { paymentRequests, refunds, connections, fixedCodes, merchants } = createNikau({ api: options.api, apiKey: options.key })
  const dollars = (amount: number) => ({ amount: String(amount), currency: 'NZD' }) as const

  return {
    createRequest: (
      order: { id: string; amount: number; lines: LineItem[]; returnUrl?: string },
      more: Pick<Operations['createPaymentRequest']['body'], 'connectionId'> = {},
    ): Promise<PaymentRequest> =>
      paymentRequests.create({
        configId: options.configId,
        value: dollars(order.amount),
        lineItems: order.lines,
        externalRef: order.id,
        idempotencyKey: order.id,
        expirySeconds: 900,
        ...(order.returnUrl !== undefined && { redirectPaidUrl: order.returnUrl, redirectCancelUrl: order.returnUrl }),
        ...more,
      }),
    /** A charge at the till, of the whole basket or of what is left of it. With a barcode it is for one customer or card. */
    charge: (charge: { key: string; reference: string; amount: number; basketAmount: number; lines: LineItem[]; barcode?: string; expirySeconds: number }) =>
      paymentRequests.create({
        configId: options.configId,
        value: dollars(charge.amount),
        partialAllowed: true,
        basketAmount: String(charge.basketAmount),
        lineItems: charge.lines,
        externalRef: charge.reference,
        terminalId: 'till-1',
        idempotencyKey: charge.key,
        expirySeconds: charge.expirySeconds,
        conditionsEnabled: true,
        ...(charge.barcode !== undefined && { barcode: charge.barcode }),
      }),
    /** Records what the till took itself. */
    recordPayment: (id: string, payment: { assetType: string; reference: string }) =>
      paymentRequests.record(id, { assetType: payment.assetType, transactionId: payment.reference, idempotencyKey: payment.reference }),
    /** Refused when it is paid, unlike `cancel`, which refunds it then. */
    cancelNew: (id: string) => paymentRequests.cancel(id),
    answerCondition: (id: string, conditionId: string, accept: boolean) =>
      accept ? paymentRequests.acceptCondition(id, conditionId) : paymentRequests.declineCondition(id, conditionId),
    registerFixedCode: fixedCodes.register,
    verifyFixedCode: fixedCodes.verify,
    createConnection: async () => connections.create({ merchantId: (await merchants.config(options.configId)).merchantId }),
    readConnection: connections.get,
    read: paymentRequests.get,
    refund: (id: string, refund: { amount: number; reference: string }) => refunds.create(id, { value: dollars(refund.amount), externalRef: refund.reference }),
    cancel: (id: string) => paymentRequests.void(id),
  }
}
