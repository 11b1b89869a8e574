import { type AnswerOf, type BodyOf, type Endpoint, type ParamsOf, pathOf, type QueryOf } from '@nikau/contract'
import * as z from 'zod/mini'
import { deployed } from './config.ts'
import { heardFromServer } from './server-clock.ts'

/** A call that did not succeed: the server's code, or NETWORK when no answer came. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly body: Readonly<Record<string, unknown>>
  readonly retryAfterMs: number
  constructor(status: number, code: string, body: Readonly<Record<string, unknown>> = {}, retryAfterMs = 0) {
    super(code)
    this.status = status
    this.code = code
    this.body = body
    this.retryAfterMs = retryAfterMs
  }
}

export type Input<E extends Endpoint> = (undefined extends ParamsOf<E> ? { params?: undefined } : { params: ParamsOf<E> }) &
  (undefined extends QueryOf<E> ? { query?: undefined } : { query?: QueryOf<E> }) &
  (undefined extends BodyOf<E> ? { body?: undefined } : { body: BodyOf<E> })

const timeoutMs = 20_000

/** Gives the token for calls in a person's name; asked again with `refused` after a 401. Set by the session, which public pages never load. */
let tokenFor: ((refused: boolean) => Promise<string>) | undefined

export function authoriseWith(source: (refused: boolean) => Promise<string>): void {
  tokenFor = source
}

/** How a call is made: what ends it early, and whose key it carries where it is not made in a person's name. */
interface How {
  signal?: AbortSignal | undefined
  apiKey?: string | undefined
}

/** One call of one endpoint, made from the contract: the address, what is sent, and what comes back are all its. */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E>, how: AbortSignal | How = {}): Promise<AnswerOf<E>> {
  const response = await answered(endpoint, input, how instanceof AbortSignal ? { signal: how } : how)
  return z.decode(endpoint.answer, await response.json()) as AnswerOf<E>
}

/** The same where the answer is a file: what to save, and under which name. */
export async function callFile<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<{ name: string; content: Blob }> {
  const response = await answered(endpoint, input, {})
  const [, name = 'nikau'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { name, content: await response.blob() }
}

/** A token that has died meanwhile is renewed, once; everything that is not a good answer is thrown. */
async function answered<E extends Endpoint>(endpoint: E, input: Input<E>, how: How): Promise<Response> {
  let response = await send(endpoint, input, false, how)
  if (response.status === 401 && inPersonsName(endpoint, how)) response = await send(endpoint, input, true, how)
  heardFromServer(response.headers.get('date'))
  if (response.ok) return response
  const body: unknown = await response.json().catch(() => ({}))
  const fields = (body ?? {}) as Record<string, unknown>
  const code = typeof fields.message === 'string' ? fields.message : 'UNKNOWN'
  throw new CallError(response.status, code, fields, Number(response.headers.get('retry-after') ?? 0) * 1000)
}

async function send<E extends Endpoint>(endpoint: E, input: Input<E>, refused: boolean, how: How): Promise<Response> {
  const { signal, apiKey } = how
  const token = inPersonsName(endpoint, how) ? await tokenFor?.(refused) : undefined
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      headers: {
        ...(endpoint.body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(apiKey && { 'x-api-key': apiKey }),
      },
      ...(endpoint.body && { body: JSON.stringify(z.encode(endpoint.body, input.body)) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError(0, 'NETWORK')
  }
}

const inPersonsName = (endpoint: Endpoint, { apiKey }: How) => endpoint.access !== 'public' && apiKey === undefined

function addressOf<E extends Endpoint>(endpoint: E, input: Input<E>): string {
  const query = endpoint.query && input.query ? (z.encode(endpoint.query, input.query) as Record<string, string | string[] | undefined>) : {}
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) for (const item of [value ?? []].flat()) search.append(name, item)
  const text = search.toString()
  return `${deployed.apiBase}${pathOf(endpoint, input.params as Record<string, unknown> | undefined)}${text && `?${text}`}`
}

/** A list that comes in pages is read to its end. */
export async function callEveryPage<E extends Endpoint>(endpoint: E, input: Input<E>, signal?: AbortSignal): Promise<AnswerOf<E>> {
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

export const retries = 3

/** Worth another try: no answer, a server in trouble, or too many calls at once. Never a plain refusal. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= retries || !(error instanceof CallError)) return false
  return error.status === 0 || error.status >= 500 || error.status === 429
}

export function retryPause(failures: number, error: unknown): number {
  const asked = error instanceof CallError ? error.retryAfterMs : 0
  return Math.max(asked, Math.min(8000, 400 * 2 ** failures))
}
