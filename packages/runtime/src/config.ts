import { z } from 'zod'
import { productionErrors } from './production.ts'
import { Secret } from './secret.ts'
import { parseTrustProxy, type TrustProxy } from './source-address.ts'

/** Lists every configuration error at once. */
export class ConfigError extends Error {}

const environments = ['development', 'test', 'production']

/**
 * Parses a process's configuration. In production unsafe values stop it too (production.ts). Errors name the variables but never
 * contain values.
 */
export function readConfig<S extends z.ZodType<object>>(schema: S, env: Record<string, string | undefined>): z.output<S> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = schema.safeParse(present)
  // A misspelt NODE_ENV would switch the production rules off.
  const errors = environments.includes(present.NODE_ENV ?? 'development') ? [] : [`NODE_ENV: must be one of ${environments.join(', ')}`]
  if (!result.success) errors.push(...result.error.issues.map((issue) => `${issue.path.join('.') || '(all)'}: ${issue.message}`))
  else if (present.NODE_ENV === 'production') errors.push(...productionErrors(result.data))
  if (result.success && errors.length === 0) return result.data
  throw new ConfigError(`The configuration has ${errors.length} error(s):\n${errors.map((error) => `  ${error}`).join('\n')}`)
}

/** Field types for configuration schemas. */
export const field = {
  secret: () =>
    z
      .string()
      .min(1)
      .transform((value) => new Secret(value)),
  url: () => z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/$/, '')),
  /** JSON text that matches a schema. */
  json: <S extends z.core.$ZodType>(shape: S) =>
    z
      .string()
      .transform((text, context): unknown => {
        try {
          return JSON.parse(text)
        } catch {
          context.issues.push({ code: 'custom', message: 'must be JSON', input: text })
          return z.NEVER
        }
      })
      .pipe(shape),
  /** The proxies in front of the process (source-address.ts). */
  trustProxy: () =>
    z
      .string()
      .prefault('false')
      .transform((text, context): TrustProxy => {
        try {
          return parseTrustProxy(text)
        } catch (error) {
          context.issues.push({ code: 'custom', message: (error as Error).message, input: text })
          return z.NEVER
        }
      }),
  /** For processes with a public port: metrics are served on a port of their own, if one is given. */
  metrics: () => ({ METRICS_PORT: field.port().optional(), METRICS_HOST: z.string().default('127.0.0.1') }),
  port: () => z.coerce.number().int().min(0).max(65535),
  flag: () => z.enum(['true', 'false']).transform((value) => value === 'true'),
  count: () => z.coerce.number().int().positive(),
  level: () => z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
}
