import { createHash, timingSafeEqual } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'

/** Asks the shop to prove that it wants the events of a webhook. */
export interface Challenge {
  type: 'webhook:challenge'
  data: { challenge: string }
}

/** A customer has scanned a registered code. */
export interface ScannedCode {
  type: 'fixed-code:scanned'
  data: { url: string }
}

export interface Notification {
  id: string
  type: string
  sequence: number
  data: { paymentRequestId: string; activityNumber: number; type: string; value: { amount: string } }
}

/**
 * Verifies a webhook: signed by a published key of Nikau, for the address of this shop, within five minutes, and over exactly
 * this body. `registration` is what the keys belong to, such as `webhooks/wh_1`.
 */
export function createVerifier(options: { api: string; registration: string; address: string }) {
  const keys = createRemoteJWKSet(new URL(`/.well-known/${options.registration}/jwks.json`, options.api), { cooldownDuration: 1000 })
  return async (authorization: string | undefined, body: Buffer): Promise<Notification | Challenge | ScannedCode | undefined> => {
    try {
      const { payload } = await jwtVerify(authorization ?? '', keys, { algorithms: ['ES256'], audience: options.address, maxTokenAge: '5 minutes' })
      const signed = Buffer.from(String(payload.request_body_sha256), 'hex')
      const actual = createHash('sha256').update(body).digest()
      if (signed.length !== actual.length || !timingSafeEqual(signed, actual)) return undefined
      return JSON.parse(body.toString('utf8')) as Notification | Challenge | ScannedCode
    } catch {
      return undefined
    }
  }
}
