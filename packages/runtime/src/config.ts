import { z } from 'zod'
import { Secret } from './secret.ts'

/** Lists every configuration error at once. */
export class ConfigError extends Error {}

/** Parses a process's configuration. Errors name the variables but never contain values. */
export function readConfig<S extends z.ZodType>(schema: S, env: Record<string, string | undefined>): z.output<S> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = schema.safeParse(present)
  const errors = result.success
    ? present.NODE_ENV === 'production'
      ? developmentSecrets(result.data).map((name) => `  ${name}: must not be a development secret in production`)
      : []
    : result.error.issues.map((issue) => `  ${issue.path.join('.') || '(all)'}: ${issue.message}`)
  if (result.success && errors.length === 0) return result.data
  throw new ConfigError(`The configuration has ${errors.length} error(s):\n${errors.join('\n')}`)
}

/** Secrets of the development environment, recognised by their text. */
function developmentSecrets(config: unknown): string[] {
  return Object.entries(config as object).flatMap(([name, value]) => (value instanceof Secret && value.reveal().includes('nikau-development') ? [name] : []))
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
  port: () => z.coerce.number().int().min(0).max(65535),
  flag: () => z.enum(['true', 'false']).transform((value) => value === 'true'),
  count: () => z.coerce.number().int().positive(),
  level: () => z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
}
