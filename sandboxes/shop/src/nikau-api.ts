import { createNikau, type LineItem, type Operations, type PaymentRequest } from '@nikau/sdk'

/** What this shop asks of Nikau. */

export type { ConnectionSummary as Connection, LineItem as Line, PaymentRequest } from '@nikau/sdk'

export type NikauApi = ReturnType<typeof nikau>

/** Where the shop sells: its key and its configuration. Given at the start, or on the setup page while the shop runs. */
export interface NikauSettings {
  api: string
  key: string
  configId: string
}

/** The settings are read at each call: they may have changed since the last. */
export function nikau(settings: NikauSettings) {
  const client = () => createNikau({ api: settings.api, apiKey: settings.key })
  const dollars = (amount: number) => ({ amount: String(amount), currency: 'NZD' }) as const

  return {
    createRequest: (
      order: { id: string; amount: number; lines: LineItem[]; returnUrl?: string },
      more: Pick<Operations['createPaymentRequest']['body'], 'connectionId'> = {},
    ): Promise<PaymentRequest> =>
      client().paymentRequests.create({
        configId: settings.configId,
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
      client().paymentRequests.create({
        configId: settings.configId,
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
      client().paymentRequests.record(id, { assetType: payment.assetType, transactionId: payment.reference, idempotencyKey: payment.reference }),
    /** Refused when it is paid, unlike `cancel`, which refunds it then. */
    cancelNew: (id: string) => client().paymentRequests.cancel(id),
    answerCondition: (id: string, conditionId: string, accept: boolean) =>
      accept ? client().paymentRequests.acceptCondition(id, conditionId) : client().paymentRequests.declineCondition(id, conditionId),
    registerFixedCode: (code: Operations['registerFixedCode']['body']) => client().fixedCodes.register(code),
    verifyFixedCode: (id: string) => client().fixedCodes.verify(id),
    readConfig: () => client().merchants.config(settings.configId),
    createConnection: async () => {
      const { merchants, connections } = client()
      return await connections.create({ merchantId: (await merchants.config(settings.configId)).merchantId })
    },
    readConnection: (id: string) => client().connections.get(id),
    read: (id: string) => client().paymentRequests.get(id),
    refund: (id: string, refund: { amount: number; reference: string }) =>
      client().refunds.create(id, { value: dollars(refund.amount), externalRef: refund.reference }),
    cancel: (id: string) => client().paymentRequests.void(id),
  }
}
