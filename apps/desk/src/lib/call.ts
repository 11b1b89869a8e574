import type { DeskAnswerOf, DeskBodyOf, DeskEndpoint, DeskParamsOf, DeskQueryOf } from '@nikau/contract/desk/endpoint'
import * as z from 'zod/mini'
import { DeskError } from './desk-error.ts'

export type Input<E extends DeskEndpoint> = (undefined extends DeskParamsOf<E> ? { params?: undefined } : { params: DeskParamsOf<E> }) &
  (undefined extends DeskQueryOf<E> ? { query?: undefined } : { query?: DeskQueryOf<E> }) &
  (undefined extends DeskBodyOf<E> ? { body?: undefined } : { body: DeskBodyOf<E> })

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** The page makes the call by itself: it does not count as the operator's input. */
  isBackground?: boolean | undefined
}

const timeoutMs = 20_000

/** Makes one call and decodes its answer. Whatever goes wrong is a DeskError, unless the caller cancelled. */
export async function callEndpoint<E extends DeskEndpoint>(
  endpoint: E,
  input: Input<E>,
  { signal, isBackground }: CallOptions,
): Promise<{ answer: DeskAnswerOf<E>; date: string | null }> {
  const unreached = (error: unknown) => {
    throw signal?.aborted ? error : new DeskError(0, 'NETWORK', { reason: (error as Error).name })
  }
  const response = await fetch(addressOf(endpoint, input), {
    method: endpoint.method,
    credentials: 'same-origin',
    cache: 'no-store',
    headers: {
      accept: 'application/json',
      // Another site's form can not send it.
      ...(endpoint.method !== 'GET' && { 'x-nikau-desk': '1' }),
      ...(isBackground && { 'x-background': '1' }),
      ...(endpoint.body && { 'content-type': 'application/json' }),
    },
    ...(endpoint.body && { body: JSON.stringify(z.encode(endpoint.body, input.body)) }),
    signal: AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(timeoutMs)]),
  }).catch(unreached)
  const body: unknown = await response.json().catch(response.ok ? unreached : () => ({}))
  if (!response.ok) throw refusalIn(response.status, body)
  try {
    return { answer: (endpoint.answer ? z.decode(endpoint.answer, body) : undefined) as DeskAnswerOf<E>, date: response.headers.get('date') }
  } catch {
    throw new DeskError(response.status, 'UNREADABLE')
  }
}

function refusalIn(status: number, body: unknown): DeskError {
  const detail = (typeof body === 'object' ? body : null) ?? {}
  return new DeskError(status, 'message' in detail && typeof detail.message === 'string' ? detail.message : 'INTERNAL', detail as Record<string, unknown>)
}

function addressOf<E extends DeskEndpoint>(endpoint: E, input: Input<E>): string {
  const params = (endpoint.params ? z.encode(endpoint.params, input.params) : {}) as Record<string, string>
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = endpoint.query && input.query ? (z.encode(endpoint.query, input.query) as Record<string, string | string[] | undefined>) : {}
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) for (const item of [value ?? []].flat()) search.append(name, item)
  const text = search.toString()
  return `${path}${text && `?${text}`}`
}
