import { createECDH, createHash } from 'node:crypto'
import { ConfigError, developmentMarker, field, readConfig, type Secret, type TrustProxy } from '@nikau/runtime'
import type { JWK } from 'oidc-provider'
import { z } from 'zod'
import { type SmsBudgets, smsBudgets } from './sign-in/sms-budget.ts'

/** Configuration of the identity process. Lists are comma-separated; the first key signs, all keys are accepted. */
export interface Config {
  port: number
  host: string
  issuer: URL
  webOrigins: string[]
  /** Where the operators' console is. Without it operators cannot sign in. */
  deskOrigin: string | undefined
  databaseUrl: Secret
  logLevel: string
  signingKeys: JWK[]
  cookieKeys: string[]
  codeSecret: Secret
  trustProxy: TrustProxy
  passkeyDomain: string
  smsBudgets: SmsBudgets
  supportEmail: string
  stepUpSeconds: number
  metrics: { port?: number | undefined; host: string }
}

/** The web app, for pages that have no other way on. */
export function homeOf(config: Pick<Config, 'webOrigins'>): string | undefined {
  return config.webOrigins[0] && `${config.webOrigins[0]}/deimos/`
}

/** Cookies are for https only, and their names say so. */
export function isSecure(config: Pick<Config, 'issuer'>): boolean {
  return config.issuer.protocol === 'https:'
}

const list = () => z.string().transform((text) => text.split(/\s*,\s*/).filter(Boolean))

const schema = z.object({
  IDENTITY_PORT: field.port().default(4001),
  IDENTITY_HOST: z.string().default('127.0.0.1'),
  IDENTITY_ISSUER: field.url().default('http://localhost:4001/oidc'),
  WEB_ORIGINS: list().default(['http://localhost:4000', 'http://localhost:4002']),
  DESK_ORIGIN: field
    .url()
    .refine((value) => new URL(value).origin === value, 'must be one origin')
    .optional(),
  DATABASE_URL: field.secret(),
  LOG_LEVEL: field.level().default('info'),
  IDENTITY_KEYS: field.secret().prefault(() => JSON.stringify({ keys: [developmentKey()] })),
  COOKIE_KEYS: field.secret().prefault(`${developmentMarker}-cookies`),
  CODE_SECRET: field.secret().prefault(`${developmentMarker}-codes`),
  TRUST_PROXY: field.trustProxy(),
  PASSKEY_DOMAIN: z.string().optional(),
  /** JSON: how many messages with codes may be sent (sign-in/sms-budget.ts). */
  SMS_BUDGETS: field.json(smsBudgets).prefault('{}'),
  /** Where people get help, as in the web app's configuration. */
  SUPPORT_EMAIL: z.email().default('support@nikau.example'),
  /** The API's value: how long a sign-in or step-up is recent enough to add or remove a passkey. */
  STEP_UP_SECONDS: field.count().default(300),
  ...field.metrics(),
})

export function identityConfig(environment: Record<string, string | undefined>): Config {
  const env = readConfig(schema, environment)
  const issuer = new URL(env.IDENTITY_ISSUER)
  return {
    port: env.IDENTITY_PORT,
    host: env.IDENTITY_HOST,
    issuer,
    webOrigins: env.WEB_ORIGINS.map((origin) => new URL(origin).origin),
    deskOrigin: env.DESK_ORIGIN,
    databaseUrl: env.DATABASE_URL,
    logLevel: env.LOG_LEVEL,
    signingKeys: parseKeys(env.IDENTITY_KEYS.reveal()),
    cookieKeys: list().parse(env.COOKIE_KEYS.reveal()),
    codeSecret: env.CODE_SECRET,
    trustProxy: env.TRUST_PROXY,
    passkeyDomain: env.PASSKEY_DOMAIN ?? issuer.hostname,
    smsBudgets: env.SMS_BUDGETS,
    supportEmail: env.SUPPORT_EMAIL,
    stepUpSeconds: env.STEP_UP_SECONDS,
    metrics: { port: env.METRICS_PORT, host: env.METRICS_HOST },
  }
}

function parseKeys(text: string): JWK[] {
  const parsed = z.object({ keys: z.array(z.looseObject({ kty: z.string(), d: z.string() })).min(1) }).safeParse(tryJson(text))
  if (parsed.success) return parsed.data.keys
  throw new ConfigError('The configuration has 1 error(s):\n  IDENTITY_KEYS: must be a JSON Web Key Set of private keys')
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
