/** The parts of Nikau's public API that a shop needs. */

export interface PaymentRequest {
  id: string
  url: string
  status: 'new' | 'paid' | 'expired' | 'cancelled'
  shortCode: string
  remainingAmount: string
  /** Cents; absent while nothing is refunded. */
  refundedAmount?: string
  expiresAt: string
  liveness: 'main' | 'test'
  cancellationReason?: string
  taxNumber?: { value: string }
  paidBy?: { assetTotals: { type: string; description: string; total: { amount: string } }[] }
  merchantConditions?: { id: string; message: string; status: string }[]
}

export interface Line {
  name: string
  sku: string
  qty: string
  /** Cents, for the whole line. */
  price: string
  /** Percent of GST, included in the price. */
  tax: string
}

export class NikauError extends Error {
  readonly status: number
  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

export interface Connection {
  id: string
  url: string
  status: 'created' | 'authorized' | 'expired' | 'ended'
}

export type NikauApi = ReturnType<typeof nikau>

export function nikau(options: { api: string; key: string; configId: string }) {
  async function call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    // A lost response may have taken effect. Repeating the call is safe: what takes money carries an idempotency key.
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await fetch(options.api + path, {
          method,
          headers: { 'x-api-key': options.key, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(10_000),
        })
        const result = (await response.json()) as T & { message?: string }
        if (response.ok) return result
        if (response.status < 500 || attempt === 4) throw new NikauError(response.status, result.message ?? 'UNKNOWN')
      } catch (error) {
        if (error instanceof NikauError || attempt === 4) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** attempt))
    }
  }

  return {
    createRequest: (order: { id: string; amount: number; lines: Line[]; returnUrl?: string }, more: { connectionId?: string } = {}) =>
      call<PaymentRequest>('POST', '/api/payment-requests', {
        configId: options.configId,
        value: { amount: String(order.amount), currency: 'NZD' },
        lineItems: order.lines,
        externalRef: order.id,
        idempotencyKey: order.id,
        expirySeconds: 900,
        ...(order.returnUrl !== undefined && { redirectPaidUrl: order.returnUrl, redirectCancelUrl: order.returnUrl }),
        ...more,
      }),
    /** A charge at the till, of the whole basket or of what is left of it. With a barcode it is for one customer or card. */
    charge: (charge: { key: string; reference: string; amount: number; basketAmount: number; lines: Line[]; barcode?: string; expirySeconds: number }) =>
      call<PaymentRequest>('POST', '/api/payment-requests', {
        configId: options.configId,
        value: { amount: String(charge.amount), currency: 'NZD' },
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
      call<object>('POST', `/api/payment-requests/${encodeURIComponent(id)}/pay`, {
        assetType: payment.assetType,
        transactionId: payment.reference,
        idempotencyKey: payment.reference,
      }),
    /** Refused when it is paid, unlike `cancel`, which refunds it then. */
    cancelNew: (id: string) => call<object>('POST', `/api/payment-requests/${encodeURIComponent(id)}/cancel`, {}),
    answerCondition: (id: string, conditionId: string, accept: boolean) =>
      call<object>(
        'POST',
        `/api/payment-requests/${encodeURIComponent(id)}/conditions/${encodeURIComponent(conditionId)}/${accept ? 'accept' : 'decline'}`,
        {},
      ),
    registerFixedCode: (code: { prefix: string; target: string }) => call<{ id: string }>('POST', '/api/fixed-codes', code),
    verifyFixedCode: (id: string) => call<object>('POST', `/api/fixed-codes/${encodeURIComponent(id)}/verify`),
    createConnection: async () => {
      const { merchantId } = await call<{ merchantId: string }>('GET', `/api/merchant-configs/${encodeURIComponent(options.configId)}`)
      return await call<Connection>('POST', '/api/connections', { merchantId })
    },
    readConnection: (id: string) => call<Connection>('GET', `/api/connections/${encodeURIComponent(id)}/summary`),
    read: (id: string) => call<PaymentRequest>('GET', `/api/payment-requests/${encodeURIComponent(id)}`),
    refund: (id: string, refund: { amount: number; reference: string }) =>
      call<object>('POST', `/api/payment-requests/${encodeURIComponent(id)}/refund`, {
        value: { amount: String(refund.amount), currency: 'NZD' },
        externalRef: refund.reference,
      }),
    cancel: (id: string) => call<object>('POST', `/api/payment-requests/${encodeURIComponent(id)}/void`, {}),
  }
}
