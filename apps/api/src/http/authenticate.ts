import type { Authenticate, PaymentTokenBearer } from './bind.ts'
import type { ApiKeyVerifier } from './api-keys.ts'
import type { TokenVerifier } from './tokens.ts'

/** Looks up the session and the payment request that a payment token was issued for. */
export interface PaymentTokenCheck {
  bearerOf(token: string): Promise<PaymentTokenBearer | undefined>
}

const bearer = /^Bearer\s+/i
const unauthenticated = Promise.resolve(undefined)

/** Reads `Authorization: Bearer …`, or the bare token, and `X-Api-Key` of a merchant's machine. */
export function authenticator(tokens: TokenVerifier, keys: ApiKeyVerifier, paymentTokens: PaymentTokenCheck): Authenticate {
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
    isCached({ headers: { authorization, 'x-api-key': secret } }) {
      const keyCached = secret === undefined || (typeof secret === 'string' && keys.isCached(secret))
      return keyCached && (authorization === undefined || tokens.isCached(authorization.replace(bearer, '')))
    },
  }
}
