// The rule by which a call is Nikau's, without any reading of keys: the portal checks a pasted signature by it as well.

export type VerifyingKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** A published key, as far as it is used. */
export interface PublishedKey {
  kid: string
  kty: string
  crv: string
  x: string
  y: string
}

export function importKey({ kty, crv, x, y }: PublishedKey): Promise<VerifyingKey> {
  return crypto.subtle.importKey('jwk', { kty, crv, x, y }, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
}

export interface SignatureRules {
  /** The registered addresses. */
  urls: readonly string[]
  now: Date
  toleranceSeconds: number
}

export type CheckedSignature =
  | { problem: 'signature-wrong' | 'body-changed' }
  | { problem: 'address-not-yours'; audience: string }
  | { problem: 'too-old'; signedAt: Date }
  | { signedAt: Date }

/** The first thing that is wrong with a signed call, or when it was signed. */
export async function checkSignature(
  token: SignatureToken,
  key: VerifyingKey,
  received: string | Uint8Array,
  { urls, now, toleranceSeconds }: SignatureRules,
): Promise<CheckedSignature> {
  const body = typeof received === 'string' ? new TextEncoder().encode(received) : new Uint8Array(received)
  const isSigned = await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, token.signature, token.signed)
  const claims = isSigned ? claimsOf(token.payload) : undefined
  if (!claims) return { problem: 'signature-wrong' }
  if (!isEqual(claims.bodyHash, await sha256(body)) || !isJson(body)) return { problem: 'body-changed' }
  if (!urls.includes(claims.audience)) return { problem: 'address-not-yours', audience: claims.audience }
  const signedAt = new Date(claims.issuedAt * 1000)
  return Math.abs(now.getTime() / 1000 - claims.issuedAt) > toleranceSeconds ? { problem: 'too-old', signedAt } : { signedAt }
}

export interface SignatureToken {
  kid: string
  payload: string
  /** What the signature covers. */
  signed: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

/** A JWT of the one algorithm that Nikau signs with, whatever its header asks for. */
export function parseToken(authorization: string | null | undefined): SignatureToken | undefined {
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
