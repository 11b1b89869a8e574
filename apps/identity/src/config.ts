import { createECDH, createHash } from 'node:crypto'
import { ConfigError, field, readConfig, Secret } from '@nikau/runtime'
import type { JWK } from 'oidc-provider'
import { z } from 'zod'

/** Configuration of the identity process. Lists are comma-separated; the first key signs, all keys are accepted. */
export interface Config {
  port: number
  host: string
  issuer: URL
  webOrigins: string[]
  databaseUrl: Secret
  logLevel: string
  signingKeys: JWK[]
  cookieKeys: string[]
  codeSecret: Secret
  trustProxy: false | string[] | ((address: string, hop: number) => boolean)
  passkeyDomain: string
}

/** The web app, for pages that have no other way on. */
export function homeOf(config: Pick<Config, 'webOrigins'>): string | undefined {
  return config.webOrigins[0] && `${config.webOrigins[0]}/deimos/`
}

const developmentMarker = 'nikau-development'
const list = () => z.string().transform((text) => text.split(/\s*,\s*/).filter(Boolean))

const schema = z.object({
  NODE_ENV: z.string().default('development'),
  IDENTITY_PORT: field.port().default(4001),
  IDENTITY_HOST: z.string().default('127.0.0.1'),
  IDENTITY_ISSUER: field.url().default('http://localhost:4001/oidc'),
  WEB_ORIGINS: list().default(['http://localhost:4000', 'http://localhost:4002']),
  DATABASE_URL: field.secret(),
  LOG_LEVEL: field.level().default('info'),
  IDENTITY_KEYS: field.secret().optional(),
  COOKIE_KEYS: field.secret().optional(),
  CODE_SECRET: field.secret().optional(),
  TRUST_PROXY: z.string().default('false'),
  PASSKEY_DOMAIN: z.string().optional(),
})

export function identityConfig(environment: Record<string, string | undefined>): Config {
  const env = readConfig(schema, environment)
  const production = env.NODE_ENV === 'production'
  const errors: string[] = []
  const secret = (name: 'IDENTITY_KEYS' | 'COOKIE_KEYS' | 'CODE_SECRET', fallback: string): string => {
    const value = env[name]?.reveal() ?? fallback
    if (production && (env[name] === undefined || value.includes(developmentMarker))) errors.push(`  ${name}: must not be a development secret in production`)
    return value
  }
  const issuer = new URL(env.IDENTITY_ISSUER)
  const signingKeys = parseKeys(secret('IDENTITY_KEYS', JSON.stringify({ keys: [developmentKey()] })), errors)
  const cookieKeys = list().parse(secret('COOKIE_KEYS', `${developmentMarker}-cookies`))
  const codeSecret = secret('CODE_SECRET', `${developmentMarker}-codes`)
  if (production) {
    if (signingKeys.some((key) => key.x === developmentKey().x)) errors.push('  IDENTITY_KEYS: must not be the development key in production')
    if (cookieKeys.some((key) => key.length < 32) || codeSecret.length < 32) errors.push('  COOKIE_KEYS, CODE_SECRET: must be at least 32 characters each')
    if (issuer.protocol !== 'https:') errors.push('  IDENTITY_ISSUER: must be https in production')
  }
  if (errors.length > 0) throw new ConfigError(`The configuration has ${errors.length} error(s):\n${errors.join('\n')}`)
  return {
    port: env.IDENTITY_PORT,
    host: env.IDENTITY_HOST,
    issuer,
    webOrigins: env.WEB_ORIGINS.map((origin) => new URL(origin).origin),
    databaseUrl: env.DATABASE_URL,
    logLevel: env.LOG_LEVEL,
    signingKeys,
    cookieKeys,
    codeSecret: new Secret(codeSecret),
    trustProxy: parseTrustProxy(env.TRUST_PROXY),
    passkeyDomain: env.PASSKEY_DOMAIN ?? issuer.hostname,
  }
}

/** `false`: trust no forwarded header. A number: trust that many proxies. Otherwise the IP addresses of the proxies. */
function parseTrustProxy(text: string): Config['trustProxy'] {
  if (text === 'false') return false
  return /^\d+$/.test(text) ? (_address, hop) => hop < Number(text) : list().parse(text)
}

function parseKeys(text: string, errors: string[]): JWK[] {
  const parsed = z.object({ keys: z.array(z.looseObject({ kty: z.string(), d: z.string() })).min(1) }).safeParse(tryJson(text))
  if (parsed.success) return parsed.data.keys
  errors.push('  IDENTITY_KEYS: must be a JSON Web Key Set of private keys')
  return []
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The same for every developer, derived from a string so that the repository contains no private key. */
function developmentKey(): JWK & { x: string } {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(createHash('sha256').update(developmentMarker).digest())
  const point = curve.getPublicKey()
  return {
    kty: 'EC',
    crv: 'P-256',
    kid: 'development',
    use: 'sig',
    alg: 'ES256',
    d: curve.getPrivateKey('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
}
