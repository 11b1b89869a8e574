import type { Authenticate } from './bind.ts'
import type { TokenCheck } from './tokens.ts'

/** `Authorization: Bearer …`; the bare token is understood too. A merchant's key is no good until there are keys. */
export function authenticator(tokens: TokenCheck): Authenticate {
  return {
    async person(request) {
      const token = /^(?:Bearer\s+)?([\w.~+/-]{16,512}=*)$/i.exec(request.headers.authorization ?? '')?.[1]
      const personId = token && (await tokens.personOf(token))
      return personId ? { personId } : undefined
    },
    'merchant-key': async () => undefined,
  }
}
