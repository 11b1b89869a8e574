import type { Authenticate, PaymentTokenBearer } from './bind.ts'
import type { ApiKeyVerifier } from './api-keys.ts'
import type { TokenVerifier } from './tokens.ts'

/** Looks up the session and the payment request that a payment token was issued for. */
export interface PaymentTokenCheck {
  bearerOf(token: string): Promise<PaymentTokenBearer | undefined>
}

/** Whether a key is that of the link to an asset transfer. */
export type TransferLinkCheck = (assetTransferId: string, key: string) => boolean

const bearer = /^Bearer\s+/i
const unauthenticated = Promise.resolve(undefined)

/** Reads `Authorization: Bearer …`, or the bare token, and `X-Api-Key` of a merchant's machine. */
export function authenticator(tokens: TokenVerifier, keys: ApiKeyVerifier, paymentTokens: PaymentTokenCheck, isTransferLink: TransferLinkCheck): Authenticate {
  return {
    person(request) {
      const { authorization } = request.headers
      return authorization === undefined ? unauthenticated : tokens.personOf(authorization.replace(bearer, ''))
    },
    async 'merchant-key'(request) {
      const secret = request.headers['x-api-key']
      return typeof secret === 'string' && /^[\w-]{16,128}$/.test(secret) ? await keys.merchantOf(secret) : undefined
    },
    'payment-token'(request) {
      const { authorization } = request.headers
      return authorization === undefined ? unauthenticated : paymentTokens.bearerOf(authorization.replace(bearer, ''))
    },
    async 'transfer-link'({ headers: { authorization }, params }) {
      const { id } = params as { id?: string }
      if (authorization === undefined || id === undefined || !isTransferLink(id, authorization.replace(bearer, ''))) return undefined
      return { assetTransferId: id }
    },
    isCached({ headers: { authorization, 'x-api-key': secret } }) {
      const keyCached = secret === undefined || (typeof secret === 'string' && keys.isCached(secret))
      return keyCached && (authorization === undefined || tokens.isCached(authorization.replace(bearer, '')))
    },
  }
}
