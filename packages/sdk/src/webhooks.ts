import type { ScannedCode, WebhookChallenge, WebhookNotification } from './operations.ts'
import { createKeyCache } from './webhook-keys.ts'
import type { WebhookProblem } from './webhook-problem.ts'
import { checkSignature, parseToken } from './webhook-signature.ts'

export type { WebhookProblem }
export type WebhookEvent = WebhookNotification | WebhookChallenge | ScannedCode

export type WebhookResult = { isValid: true; event: WebhookEvent } | { isValid: false; problem: WebhookProblem }

export interface WebhookOptions {
  /** The `jwksUrl` of the webhook. */
  jwksUrl: string
  /** The address that you have registered, exactly as registered. */
  url: string
  /** How much older or younger than now a signature may be. 300 seconds unless given, which is what signatures are made for. */
  toleranceSeconds?: number
}

export type VerifyWebhook = (call: { authorization: string | null | undefined; body: string | Uint8Array }) => Promise<WebhookResult>

/**
 * Verifies calls to a webhook: signed with a published key, over exactly this body, for this address, now. It answers one of a closed list
 * of results and does not throw. `body` is what was received, not what was parsed from it.
 */
export function createWebhookVerifier(options: WebhookOptions, deps: { now: () => Date } = { now: () => new Date() }): VerifyWebhook {
  const keyFor = createKeyCache(options.jwksUrl, deps.now)
  const tolerance = options.toleranceSeconds ?? 300

  return async ({ authorization, body }) => {
    const token = parseToken(authorization)
    if (!token) return refused('signature-missing')
    const key = await keyFor(token.kid)
    if ('problem' in key) return refused(key.problem)
    const checked = await checkSignature(token, key.found, body, { urls: [options.url], now: deps.now(), toleranceSeconds: tolerance })
    if ('problem' in checked) return refused(checked.problem)
    return { isValid: true, event: JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent }
  }
}

const refused = (problem: WebhookProblem): WebhookResult => ({ isValid: false, problem })
