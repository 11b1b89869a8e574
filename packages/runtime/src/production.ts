import { createHash, createPrivateKey, type JsonWebKey } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { Secret } from './secret.ts'

/** Secrets of the development environment contain this text; development keys are derived from it. */
export const developmentMarker = 'nikau-development'

/** Inland Revenue's own example, on tax invoices in development. */
export const developmentGstNumber = '49-091-850'

/** The Ed25519 key of development, derived so that the repository contains no private key. */
export function developmentSigningKey(): JsonWebKey {
  const seed = createHash('sha256').update(developmentMarker).digest()
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' })
}

const minSecretLength = 32
const minDistinctCharacters = 10

/**
 * What stops a process with NODE_ENV=production, for every process alike. The values decide, not a list of variables, so that a new
 * secret or URL is checked without a line here. Returns `NAME: reason`, never a value.
 */
export function productionErrors(config: object): string[] {
  return [...valuesOf(config, [])].flatMap(({ path, value }) => {
    const reason = reasonAgainst(path, value)
    return reason === undefined ? [] : [`${path.join('.')}: ${reason}`]
  })
}

/** Unsafe whatever their format; named, because their values look harmless. */
const developmentOnly: Readonly<Record<string, (value: unknown) => boolean>> = {
  /** Webhooks to the server's own network. */
  WEBHOOK_LOOPBACK: (value) => value === true,
  RATE_LIMIT_SCALE: (value) => value !== 1,
  /** Whoever answers there decides when holds and limits end. */
  CLOCK_URL: () => true,
  /** Tax invoices with the GST number of development. */
  'INVOICE_ISSUER.gstNumber': (value) => value === developmentGstNumber,
  /** No anchors of the books, or in a folder that goes with the container. */
  ANCHORS_DIR: (value) => typeof value !== 'string' || !isAbsolute(value),
}

function reasonAgainst(path: readonly string[], value: unknown): string | undefined {
  if (developmentOnly[path.join('.')]?.(value)) return 'not allowed in production'
  if (value instanceof Secret) return reasonAgainstSecret(value.reveal())
  if (value === developmentSigningKey().x) return 'must not be the development key in production'
  if (typeof value === 'string' && /^(http|ws):/i.test(value)) return 'must be https in production'
  return undefined
}

interface Found {
  path: string[]
  value: unknown
}

/** Every value with its path; JSON variables and lists are searched too. */
function* valuesOf(value: unknown, path: string[]): Generator<Found> {
  const nested = typeof value === 'object' && value !== null && !(value instanceof Secret)
  if (!nested) {
    if (value !== undefined) yield { path, value }
    return
  }
  for (const [name, inner] of Object.entries(value)) yield* valuesOf(inner, [...path, name])
}

function reasonAgainstSecret(text: string): string | undefined {
  if (text.includes(developmentMarker)) return 'must not be a development secret in production'
  if (/^[a-z+]+:\/\//i.test(text)) return reasonAgainstConnection(text)
  if (text.startsWith('{')) return reasonAgainstKeys(text)
  // A list of secrets, each `secret` or `id:secret`.
  for (const secret of text.split(',').map((part) => part.trim().replace(/^[\w-]*:/, ''))) {
    if (secret.length < minSecretLength) return `must be at least ${minSecretLength} characters in production`
    if (new Set(secret).size < minDistinctCharacters) return 'must be random in production'
  }
  return undefined
}

/** A private key as JSON, or a set of them. */
function reasonAgainstKeys(text: string): string | undefined {
  let parsed: { d?: unknown; keys?: { d?: unknown }[] }
  try {
    parsed = JSON.parse(text) as typeof parsed
  } catch {
    return 'must be JSON'
  }
  const developmentKey = createHash('sha256').update(developmentMarker).digest('base64url')
  return (parsed.keys ?? [parsed]).some((key) => key.d === developmentKey) ? 'must not be the development key in production' : undefined
}

/** Connections that carry money and codes are encrypted unless they stay on the machine. */
function reasonAgainstConnection(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url) return 'must be a URL'
  const query = url.searchParams
  const host = query.get('host') ?? url.hostname
  if (isLocal(host)) return undefined
  if (/^postgres(ql)?:$/.test(url.protocol)) {
    // The other modes do not verify the server, or do so depending on the version of the driver.
    const plain = query.get('sslmode') !== 'verify-full' || query.has('ssl') || query.has('uselibpqcompat')
    return plain ? 'must have sslmode=verify-full in production, or be a local socket or loopback address' : undefined
  }
  if (url.protocol === 'smtp:') return query.get('requireTLS') === 'true' ? undefined : 'must be smtps or have requireTLS=true in production'
  return /^(smtps|https):$/.test(url.protocol) ? undefined : 'must be an encrypted connection in production'
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** A Unix socket (a folder or no host) or this machine. */
function isLocal(host: string): boolean {
  const address = decodeURIComponent(host).replace(/^\[(.*)\]$/, '$1')
  if (address === '' || address.startsWith('/') || address === 'localhost') return true
  const family = isIP(address)
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
