import type { ScannedCode, WebhookChallenge, WebhookNotification } from './operations.ts'
import { createKeyCache, type KeyLookup } from './webhook-keys.ts'

export type WebhookEvent = WebhookNotification | WebhookChallenge | ScannedCode

/** Why a call is not taken for one of Nikau's, in the order in which it is checked. */
export type WebhookProblem =
  /** There is no Authorization header, or it is no signature. */
  | 'signature-missing'
  | 'key-unknown'
  /** The published keys cannot be read now. Answer 503, and the event comes again. */
  | 'keys-unavailable'
  | 'signature-wrong'
  | 'body-changed'
  | 'address-not-yours'
  | 'too-old'

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
    const problem = await problemOf(token, key, typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body))
    if (problem !== undefined) return refused(problem)
    return { isValid: true, event: JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent }
  }

  async function problemOf(token: Token, key: KeyLookup, body: Uint8Array<ArrayBuffer>): Promise<WebhookProblem | undefined> {
    if ('problem' in key) return key.problem
    const isSigned = await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key.found, token.signature, token.signed)
    const claims = isSigned ? claimsOf(token.payload) : undefined
    if (!claims) return 'signature-wrong'
    if (!isEqual(claims.bodyHash, await sha256(body)) || !isJson(body)) return 'body-changed'
    if (claims.audience !== options.url) return 'address-not-yours'
    return Math.abs(deps.now().getTime() / 1000 - claims.issuedAt) > tolerance ? 'too-old' : undefined
  }
}

const refused = (problem: WebhookProblem): WebhookResult => ({ isValid: false, problem })

interface Token {
  kid: string
  payload: string
  /** What the signature covers. */
  signed: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

/** A JWT of the one algorithm that Nikau signs with, whatever its header asks for. */
function parseToken(authorization: string | null | undefined): Token | undefined {
  const [header, payload, signature, rest] = (authorization ?? '').replace(/^Bearer /i, '').split('.')
  if (header === undefined || payload === undefined || signature === undefined || rest !== undefined) return undefined
  const { alg, kid } = jsonOf(header) ?? {}
  const bytes = decode(signature)
  if (alg !== 'ES256' || typeof kid !== 'string' || bytes?.length !== 64) return undefined
  return { kid, payload, signed: new TextEncoder().encode(`${header}.${payload}`), signature: bytes }
}

function claimsOf(payload: string): { bodyHash: string; audience: string; issuedAt: number } | undefined {
  const { request_body_sha256: bodyHash, aud: audience, iat: issuedAt } = jsonOf(payload) ?? {}
  return typeof bodyHash === 'string' && typeof audience === 'string' && typeof issuedAt === 'number' ? { bodyHash, audience, issuedAt } : undefined
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  const bytes = decode(text)
  try {
    const value: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Strictly: two texts of one signature would be two signatures. */
function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.codePointAt(0)!)
    return encode(bytes) === text ? bytes : undefined
  } catch {
    return undefined
  }
}

const encode = (bytes: Uint8Array) =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Takes as long wherever the first difference is. */
function isEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let at = 0; at < b.length; at++) difference |= (a.codePointAt(at) ?? 0) ^ b.codePointAt(at)!
  return difference === 0
}

function isJson(bytes: Uint8Array): boolean {
  try {
    return typeof JSON.parse(new TextDecoder().decode(bytes)) === 'object'
  } catch {
    return false
  }
}
