import { CallError } from './call-error.ts'
import { syncServerClock } from './server-clock.ts'

const timeoutMs = 20_000

export interface RequestOptions {
  method: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  signal?: AbortSignal | undefined
  /** The answer stays open, so the caller decides by `signal` when it has taken too long. */
  isStream?: boolean | undefined
}

/** No answer arrived, or only a part of one. `reason` tells a connection that is slow from one that is not there. */
export function noAnswer(error: unknown): CallError {
  return new CallError(0, 'NETWORK', error instanceof DOMException && error.name === 'TimeoutError' ? { reason: 'TIMEOUT' } : {})
}

/**
 * The one place that fetches from our servers. It knows no schemas, because the public checkout cannot afford them
 * (docs/decisions/0070); call.ts adds those of the contract. Anything but a success or a 304 throws a CallError.
 */
export async function request(url: string | URL, { method, headers, body, signal, isStream }: RequestOptions): Promise<Response> {
  const signals = [...(signal ? [signal] : []), ...(isStream ? [] : [AbortSignal.timeout(timeoutMs)])]
  let response: Response
  try {
    response = await fetch(url, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any(signals),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw noAnswer(error)
  }
  syncServerClock(response.headers.get('date'))
  if (response.ok || response.status === 304) return response
  const fields = ((await response.json().catch(() => undefined)) ?? {}) as Record<string, unknown>
  const code = typeof fields.message === 'string' ? fields.message : 'UNKNOWN'
  const { headers: answered } = response
  throw new CallError(response.status, code, fields, Number(answered.get('retry-after') ?? 0) * 1000, answered.get('x-request-id') ?? undefined)
}
