import { CallError } from './call-error.ts'

/** At most four attempts. */
export const maxRetries = 3

/** Waiting seconds cannot help: a limit of a day, a bank that the server has already asked, and an answer in a form that this app does not know. */
const lastingRefusals = ['FIRST_SEND_LIMIT_REACHED', 'BANK_UNAVAILABLE', 'UNREADABLE']

/** Retries when no response arrived, on server errors and when rate limited; never after a refusal. docs/decisions/0151 has the exceptions. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= maxRetries || !(error instanceof CallError) || lastingRefusals.includes(error.code)) return false
  return error.status === 0 || error.status >= 500 || error.status === 429
}

/** Exponential backoff, but at least what the server asks for. */
export function retryDelay(failures: number, error: unknown): number {
  const retryAfterMs = error instanceof CallError ? error.retryAfterMs : 0
  return Math.max(retryAfterMs, Math.min(8000, 400 * 2 ** failures))
}

/** The same retries for calls outside a query or mutation. */
export async function withRetries<T>(attempt: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      if (!shouldRetry(failures, error)) throw error
      await delay(retryDelay(failures, error), signal)
    }
  }
}

/** Rejects when the signal aborts. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
