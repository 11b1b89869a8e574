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

/**
 * No answer arrived, or one whose body breaks off or is none of ours: the server may have done what it was asked. The reason is the name
 * of the browser's error, `TimeoutError` for a connection that is slow. What the caller has cancelled is none of this.
 */
export const noAnswer = (signal: AbortSignal | undefined) => (error: unknown) => {
  throw signal?.aborted ? error : new CallError(0, 'NETWORK', { reason: (error as Error).name })
}

/**
 * The one place that fetches from our servers. It knows no schemas, because the public checkout cannot afford them
 * (docs/decisions/0070); call.ts adds those of the contract. Anything but a success or a 304 throws a CallError.
 */
export async function request(url: string | URL, { method, headers, body, signal, isStream }: RequestOptions): Promise<Response> {
  const signals = [...(signal ? [signal] : []), ...(isStream ? [] : [AbortSignal.timeout(timeoutMs)])]
  const response = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.any(signals),
  }).catch(noAnswer(signal))
  const header = (name: string) => response.headers.get(name)
  syncServerClock(header('date'))
  if (response.ok || response.status === 304) return response
  const fields = ((await response.json().catch(() => undefined)) ?? {}) as Record<string, unknown>
  const code = typeof fields.message === 'string' ? fields.message : 'UNKNOWN'
  throw new CallError(response.status, code, fields, Number(header('retry-after')) * 1000, header('x-request-id'))
}
