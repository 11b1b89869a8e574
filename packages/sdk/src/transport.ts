import { errorOf, isNikauError, nikauError, type NikauError } from './errors.ts'
import { type Operation, type Operations, routes } from './operations.ts'

export interface NikauOptions {
  /** The address of the API, such as `https://api.nikau.example`. */
  api: string
  /** The secret of an API key. It stays on your server. */
  apiKey: string
  /** For one attempt, with its answer. 10 seconds unless given. */
  timeoutMs?: number
  /** How often a call that is safe to repeat is repeated. 3 unless given. */
  retries?: number
}

/** What the outside gives, for tests. */
export interface TransportDeps {
  wait: (ms: number) => Promise<void>
  /** From 0 to 1. */
  random: () => number
}

const systemDeps: TransportDeps = { wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)), random: Math.random }

interface Parts {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}

export type Send = <O extends Operation>(operation: O, parts: Parts, isRepeatable: boolean) => Promise<Operations[O]['answer']>

const firstPauseMs = 250
const longestPauseMs = 8000
/** A longer wait is left to the caller. */
const longestRetryAfterMs = 20_000

/**
 * Calls an operation. After a time-out, a lost connection or a 5xx nobody knows whether the call took effect, so only calls that are safe to
 * repeat are repeated. A call over the rate limit has not begun, and every one is repeated.
 */
export function createTransport(options: NikauOptions, deps: TransportDeps = systemDeps): Send {
  const { timeoutMs = 10_000, retries = 3 } = options

  return async (operation, parts, isRepeatable) => {
    const { method } = routes[operation]
    const url = new URL(pathOf(routes[operation].path, parts.params), options.api)
    for (const [name, value] of Object.entries(parts.query ?? {}))
      for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) url.searchParams.append(name, String(one))
    for (let attempt = 0; ; attempt++) {
      const result = await once(operation, { method, url, body: parts.body })
      if (result.isAnswered) return result.answer as Operations[typeof operation]['answer']
      const { error, retryAfterMs } = result
      const pause = retryAfterMs ?? Math.min(longestPauseMs, firstPauseMs * 2 ** attempt) * (0.5 + deps.random() / 2)
      const mayRepeat = error.status === 429 || (error.kind !== 'refused' && (isRepeatable || method === 'GET'))
      if (!mayRepeat || attempt >= retries || pause > longestRetryAfterMs) throw error
      await deps.wait(pause)
    }
  }

  type Result = { isAnswered: true; answer: unknown } | { isAnswered: false; error: NikauError; retryAfterMs: number | undefined }

  async function once(operation: Operation, request: { method: string; url: URL; body: unknown }): Promise<Result> {
    try {
      const response = await fetch(request.url, {
        method: request.method,
        headers: { accept: 'application/json', 'x-api-key': options.apiKey, ...(request.body !== undefined && { 'content-type': 'application/json' }) },
        ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
        // The key is for the API alone.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const body = parse(await response.text())
      if (response.ok) return { isAnswered: true, answer: body }
      const requestId = response.headers.get('x-request-id') ?? undefined
      return {
        isAnswered: false,
        error: errorOf(operation, { status: response.status, requestId, body }),
        retryAfterMs: secondsOf(response.headers.get('retry-after')),
      }
    } catch (cause) {
      if (isNikauError(cause)) throw cause
      return { isAnswered: false, error: nikauError({ kind: 'unanswered', code: 'NO_ANSWER', status: 0, operation }, cause), retryAfterMs: undefined }
    }
  }
}

function pathOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,5}$/.test(header) ? Number(header) * 1000 : undefined
}
