/** The parts of Nikau's public API that a shop needs. */

export interface PaymentRequest {
  id: string
  url: string
  status: 'new' | 'paid' | 'expired' | 'cancelled'
  shortCode: string
  remainingAmount: string
}

export interface Line {
  name: string
  sku: string
  qty: string
  /** Cents, for the whole line. */
  price: string
}

export class NikauError extends Error {
  readonly status: number
  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

export function nikau(options: { api: string; key: string; configId: string }) {
  async function call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    // A lost response may have taken effect. Repeating the call is safe: each carries an idempotency key.
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
    createRequest: (order: { id: string; amount: number; lines: Line[]; returnUrl: string }) =>
      call<PaymentRequest>('POST', '/api/payment-requests', {
        configId: options.configId,
        value: { amount: String(order.amount), currency: 'NZD' },
        lineItems: order.lines,
        externalRef: order.id,
        idempotencyKey: order.id,
        expirySeconds: 900,
        redirectPaidUrl: order.returnUrl,
        redirectCancelUrl: order.returnUrl,
      }),
    read: (id: string) => call<PaymentRequest>('GET', `/api/payment-requests/${encodeURIComponent(id)}`),
    refund: (id: string, refund: { amount: number; reference: string }) =>
      call<object>('POST', `/api/payment-requests/${encodeURIComponent(id)}/refund`, {
        value: { amount: String(refund.amount), currency: 'NZD' },
        externalRef: refund.reference,
      }),
    cancel: (id: string) => call<object>('POST', `/api/payment-requests/${encodeURIComponent(id)}/void`, {}),
  }
}
