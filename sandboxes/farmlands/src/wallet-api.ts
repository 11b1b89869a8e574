/** What the company's app calls of the wallet: the same public calls that any card page makes. */
export type WalletApi = {
  summary: (id: string) => Promise<RequestSummary | undefined>
  /** Undefined once it is paid, otherwise the wallet's refusal. */
  pay: (id: string, card: { number: string; expiry: string; cvc: string }) => Promise<string | undefined>
}

export type RequestSummary = { merchantName: string; status: string; remainingAmount: string }

type Verified = { accessToken?: string; assetId?: string; assetType?: string; externalPaymentRef?: string; message?: string }

export const openWalletApi = (origin: string): WalletApi => {
  const post = async <T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T & { message?: string }> => {
    const response = await fetch(origin + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
    return (await response.json()) as T & { message?: string }
  }
  return {
    summary: async (id) => {
      const response = await fetch(`${origin}/api/payment-requests/${encodeURIComponent(id)}/summary`)
      return response.ok ? ((await response.json()) as RequestSummary) : undefined
    },
    pay: async (id, { number, expiry, cvc }) => {
      const params = { number, expiry, cvv: cvc }
      const card = await post<Verified>('/api/auth/verify-farmlands-card', { challengeType: 'verify-farmlands-card', params, paymentRequestId: id })
      if (card.accessToken === undefined) return card.message ?? 'CODE_NEEDED'
      const { assetId, assetType, externalPaymentRef } = card
      const body = { assetId, assetType, externalPaymentRef, idempotencyKey: externalPaymentRef }
      const paid = await post<{ id?: string }>(`/api/payment-requests/${encodeURIComponent(id)}/pay`, body, { authorization: `Bearer ${card.accessToken}` })
      return paid.id === undefined ? (paid.message ?? 'NOT_PAID') : undefined
    },
  }
}
