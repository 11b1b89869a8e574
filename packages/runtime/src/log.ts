import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino'

export type Log = Logger

/** Keys whose values are redacted at any depth, regardless of case and separators. */
const secretKeys = new Set(
  'authorization cookie setcookie xapikey apikey password secret token accesstoken refreshtoken idtoken code otp cvv cvc csc verificationcode verifier cardnumber number pan bankaccountnumber clientsecret assertion'.split(
    ' ',
  ),
)
const secretPatterns = [
  /\b600509\d{10}\b/g, // farm-supplies card numbers
  /\bct_[\w-]{43}/g, // card payment tokens
  /\bBearer\s+[\w.~+/-]+=*/gi,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, // JWTs
  /\b\d{2}-\d{4}-\d{7}-\d{2,3}\b/g, // bank account numbers
]
const redacted = '[redacted]'

/** A copy of the value with secrets redacted. */
export function scrub(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return secretPatterns.reduce((text, pattern) => text.replace(pattern, redacted), value)
  if (value === null || typeof value !== 'object') return value
  if (depth > 8) return '[deep]'
  if (Array.isArray(value)) return value.map((item) => scrub(item, depth + 1))
  if (value instanceof Error) return scrub({ ...stdSerializers.err(value) }, depth + 1)
  if (value instanceof Date || typeof (value as { toJSON?: unknown }).toJSON === 'function') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, secretKeys.has(key.toLowerCase().replaceAll(/[-_]/g, '')) ? redacted : scrub(inner, depth + 1)]),
  )
}

export function createLog(options: { name: string; level: string; destination?: DestinationStream }): Log {
  const settings: LoggerOptions = {
    name: options.name,
    level: options.level,
    base: { name: options.name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: (object) => scrub(object) as Record<string, unknown>, level: (level) => ({ level }) },
    hooks: {
      logMethod(args, method) {
        method.apply(this, args.map((arg) => (typeof arg === 'string' ? scrub(arg) : arg)) as Parameters<typeof method>)
      },
    },
  }
  return options.destination ? pino(settings, options.destination) : pino(settings)
}
