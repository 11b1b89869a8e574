import { z } from 'zod'
import { Secret } from './secret.ts'

/** Thrown with every fault of the environment at once, so that a newcomer mends them in one go. */
export class ConfigError extends Error {}

/** Reads one process's configuration, once. Values that are wrong are named; secret values are never echoed. */
export function readConfig<S extends z.ZodType>(schema: S, env: Record<string, string | undefined>): z.output<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = schema.safeParse(given)
  const faults = result.success
    ? given.NODE_ENV === 'production'
      ? ofDevelopment(result.data).map((name) => `  ${name}: production needs its own`)
      : []
    : result.error.issues.map((issue) => `  ${issue.path.join('.') || '(all)'}: ${issue.message}`)
  if (result.success && faults.length === 0) return result.data
  throw new ConfigError(`The configuration has ${faults.length} fault(s):\n${faults.join('\n')}`)
}

/** Secrets that every developer knows. Their words say so. */
function ofDevelopment(config: unknown): string[] {
  return Object.entries(config as object).flatMap(([name, value]) => (value instanceof Secret && value.reveal().includes('nikau-development') ? [name] : []))
}

/** Field kinds that every process's schema is made of. */
export const field = {
  secret: () =>
    z
      .string()
      .min(1)
      .transform((value) => new Secret(value)),
  url: () => z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/$/, '')),
  /** A value given as JSON text, with the shape that it must have. */
  json: <S extends z.core.$ZodType>(shape: S) =>
    z
      .string()
      .transform((text, context): unknown => {
        try {
          return JSON.parse(text)
        } catch {
          context.issues.push({ code: 'custom', message: 'is not JSON', input: text })
          return z.NEVER
        }
      })
      .pipe(shape),
  port: () => z.coerce.number().int().min(0).max(65535),
  flag: () => z.enum(['true', 'false']).transform((value) => value === 'true'),
  count: () => z.coerce.number().int().positive(),
  level: () => z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
}
