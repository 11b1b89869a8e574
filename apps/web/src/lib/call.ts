import { type AnswerOf, type BodyOf, type Endpoint, type ParamsOf, pathOf, type QueryOf } from '@nikau/contract'
import * as z from 'zod/mini'
import { CallError } from './call-error.ts'
import { deployed } from './config.ts'
import { noAnswer, request } from './request.ts'
import { confirmIdentity, isStepUpNeeded, stepUpCancelled } from './step-up.ts'

export type Input<E extends Endpoint> = (undefined extends ParamsOf<E> ? { params?: undefined } : { params: ParamsOf<E> }) &
  (undefined extends QueryOf<E> ? { query?: undefined } : { query?: QueryOf<E> }) &
  (undefined extends BodyOf<E> ? { body?: BodyOf<E> } : { body: BodyOf<E> })

/** Returns the user's access token, renewed after a 401. Set by the session, which public pages never load. */
let tokenSource: ((renew: boolean) => Promise<string>) | undefined

export function setTokenSource(source: (renew: boolean) => Promise<string>): void {
  tokenSource = source
}

interface CallOptions {
  signal?: AbortSignal | undefined
  /** A merchant's API key, sent instead of the user's access token. */
  apiKey?: string | undefined
  /** The key of a link, sent as the bearer instead of the user's access token. */
  linkKey?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

/** Calls an endpoint of the contract, which defines the URL, the request body and the response. */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E>, options: AbortSignal | CallOptions = {}): Promise<AnswerOf<E>> {
  const callOptions = options instanceof AbortSignal ? { signal: options } : options
  const body: unknown = await (await send(endpoint, input, callOptions)).json().catch(noAnswer(callOptions.signal))
  try {
    return z.decode(endpoint.answer, body) as AnswerOf<E>
  } catch {
    throw new CallError(0, 'UNREADABLE')
  }
}

/** Opens an endpoint that answers with a stream of events. It lasts until the server or `signal` ends it. */
export async function callStream<E extends Endpoint>(endpoint: E, input: Input<E>, options: Pick<CallOptions, 'signal' | 'headers'>): Promise<Response> {
  return await send(endpoint, input, options)
}

export function send<E extends Endpoint>(endpoint: E, input: Input<E>, options: CallOptions): Promise<Response> {
  const attempt = (token: string | undefined) =>
    request(urlOf(endpoint, input), {
      method: endpoint.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(options.apiKey && { 'x-api-key': options.apiKey }),
        ...options.headers,
      },
      body: endpoint.body && z.encode(endpoint.body, input.body),
      signal: options.signal,
      isStream: endpoint.stream,
    })
  if (options.linkKey !== undefined) return attempt(options.linkKey)
  return endpoint.access !== 'public' && options.apiKey === undefined ? sendAsUser(attempt) : attempt(undefined)
}

/**
 * Sends a request with the user's token. Repeats it unchanged, idempotency key included, with a renewed token after a 401, and
 * after the person has confirmed who they are when the server asks for that.
 */
export async function sendAsUser<T>(attempt: (token: string | undefined) => Promise<T>): Promise<T> {
  const sentAt = performance.now()
  try {
    return await sendWithToken(attempt)
  } catch (error) {
    if (!isStepUpNeeded(error)) throw error
    if (!(await confirmIdentity(sentAt))) throw stepUpCancelled()
    return await sendWithToken(attempt)
  }
}

/** Renews an expired token and retries, once. */
export async function sendWithToken<T>(attempt: (token: string | undefined) => Promise<T>): Promise<T> {
  try {
    return await attempt(await tokenSource?.(false))
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return await attempt(await tokenSource?.(true))
    throw error
  }
}

function urlOf<E extends Endpoint>(endpoint: E, input: Input<E>): string {
  const query = endpoint.query && input.query ? (z.encode(endpoint.query, input.query) as Record<string, string | string[] | undefined>) : {}
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) for (const item of [value ?? []].flat()) search.append(name, item)
  const text = search.toString()
  return `${deployed.apiBase}${pathOf(endpoint, input.params as Record<string, unknown> | undefined)}${text && `?${text}`}`
}

/** Reads all pages of a paged list. */
export async function callAllPages<E extends Endpoint>(endpoint: E, input: Input<E>, signal?: AbortSignal): Promise<AnswerOf<E>> {
  const items: unknown[] = []
  let pageKey: string | undefined
  do {
    const page = (await call(endpoint, { ...input, query: { ...(input.query as object), pageKey } }, signal)) as {
      items: unknown[]
      nextPageKey?: string
    }
    items.push(...page.items)
    pageKey = page.nextPageKey
  } while (pageKey)
  return { items } as AnswerOf<E>
}
