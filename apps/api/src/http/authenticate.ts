import type { Authenticate, CardBearer } from './bind.ts'
import type { KeyCheck } from './keys.ts'
import type { TokenCheck } from './tokens.ts'

/** Whose card a token was given out for, and for which request. */
export interface CardCheck {
  bearerOf(token: string): Promise<CardBearer | undefined>
}

const bearer = /^Bearer\s+/i
const nobody = Promise.resolve(undefined)

/** `Authorization: Bearer …`, where the bare token is understood too; a merchant's machine sends `X-Api-Key`. */
export function authenticator(tokens: TokenCheck, keys: KeyCheck, cards: CardCheck): Authenticate {
  return {
    person(request) {
      const { authorization } = request.headers
      return authorization === undefined ? nobody : tokens.personOf(authorization.replace(bearer, ''))
    },
    async 'merchant-key'(request) {
      const secret = request.headers['x-api-key']
      return typeof secret === 'string' && /^[\w-]{16,128}$/.test(secret) ? await keys.merchantOf(secret) : undefined
    },
    async card(request) {
      const token = /^(?:Bearer\s+)?(ct_[\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1]
      return token === undefined ? undefined : await cards.bearerOf(token)
    },
  }
}
