import { createECDH, createHash } from 'node:crypto'
import { ConfigError, field, readConfig, Secret } from '@nikau/runtime'
import type { JWK } from 'oidc-provider'
import { z } from 'zod'

/** What this process needs to know of its surroundings. Lists are separated by commas; the first key signs, all of them are accepted. */
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

/** Where a person goes who has come to the end of a road here. */
export function homeOf(config: Pick<Config, 'webOrigins'>): string | undefined {
  return config.webOrigins[0] && `${config.webOrigins[0]}/deimos/`
}

const developmentWord = 'nikau-development'
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

export function identityConfig(env: Record<string, string | undefined>): Config {
  const given = readConfig(schema, env)
  const production = given.NODE_ENV === 'production'
  const faults: string[] = []
  const secret = (name: 'IDENTITY_KEYS' | 'COOKIE_KEYS' | 'CODE_SECRET', fallback: string): string => {
    const value = given[name]?.reveal() ?? fallback
    if (production && (given[name] === undefined || value.includes(developmentWord))) faults.push(`  ${name}: production needs its own`)
    return value
  }
  const issuer = new URL(given.IDENTITY_ISSUER)
  const signingKeys = readKeys(secret('IDENTITY_KEYS', JSON.stringify({ keys: [developmentKey()] })), faults)
  const cookieKeys = list().parse(secret('COOKIE_KEYS', `${developmentWord}-cookies`))
  const codeSecret = secret('CODE_SECRET', `${developmentWord}-codes`)
  if (production) {
    if (signingKeys.some((key) => key.x === developmentKey().x)) faults.push('  IDENTITY_KEYS: the development key signs nothing in production')
    if (cookieKeys.some((key) => key.length < 32) || codeSecret.length < 32) faults.push('  COOKIE_KEYS, CODE_SECRET: at least 32 characters each')
    if (issuer.protocol !== 'https:') faults.push('  IDENTITY_ISSUER: production speaks https')
  }
  if (faults.length > 0) throw new ConfigError(`The configuration has ${faults.length} fault(s):\n${faults.join('\n')}`)
  return {
    port: given.IDENTITY_PORT,
    host: given.IDENTITY_HOST,
    issuer,
    webOrigins: given.WEB_ORIGINS.map((origin) => new URL(origin).origin),
    databaseUrl: given.DATABASE_URL,
    logLevel: given.LOG_LEVEL,
    signingKeys,
    cookieKeys,
    codeSecret: new Secret(codeSecret),
    trustProxy: readTrust(given.TRUST_PROXY),
    passkeyDomain: given.PASSKEY_DOMAIN ?? issuer.hostname,
  }
}

/** `false`: no header is believed. A number: that many proxies stand before us. Otherwise the proxies' own addresses. */
function readTrust(text: string): Config['trustProxy'] {
  if (text === 'false') return false
  return /^\d+$/.test(text) ? (_address, hop) => hop < Number(text) : list().parse(text)
}

function readKeys(text: string, faults: string[]): JWK[] {
  const parsed = z.object({ keys: z.array(z.looseObject({ kty: z.string(), d: z.string() })).min(1) }).safeParse(tryJson(text))
  if (parsed.success) return parsed.data.keys
  faults.push('  IDENTITY_KEYS: must be a JSON Web Key Set of private keys')
  return []
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The same for everyone who runs this on their own machine, made from a word, so that no private key lies in the repository. */
function developmentKey(): JWK & { x: string } {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(createHash('sha256').update(developmentWord).digest())
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
