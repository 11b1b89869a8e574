import { type DeskAnswerOf, type DeskEndpoint, deskRefusals } from '@nikau/contract/desk/endpoint'
import { deskEndpoints } from '@nikau/contract/desk/endpoints'
import { actRefusals } from '@nikau/contract/desk/proposals'
import { vi } from 'vitest'
import * as z from 'zod/mini'

interface DeskRequest {
  endpoint: DeskEndpoint
  params: Record<string, string>
  query: Record<string, string>
  headers: Headers
  body: unknown
}

type Answer = (request: DeskRequest) => unknown

/** A server of the desk's contract for one test. What the contract does not allow fails the test that sent it. */
export interface DeskServer {
  /** Answers a call with a value as the contract's `answer` has it after decoding, or with what a function returns. */
  on: <E extends DeskEndpoint>(endpoint: E, answer: DeskAnswerOf<E> | ((request: DeskRequest) => DeskAnswerOf<E> | Response | Promise<Response>)) => void
  requests: DeskRequest[]
  /** The requests of a call, in order. */
  to: (endpoint: DeskEndpoint) => DeskRequest[]
  /** No call arrives any more, until false. */
  isAway: boolean
}

export const refuse = (code: keyof typeof deskRefusals | keyof typeof actRefusals | 'PASSKEY_REFUSED', detail: object = {}): Response => {
  const statusCode = { ...deskRefusals, ...actRefusals, PASSKEY_REFUSED: 403 }[code]
  return Response.json({ statusCode, error: 'Refused', message: code, ...detail }, { status: statusCode })
}

/** Answers in this order, and repeats the last one. */
export function inTurn<T>(...answers: (T | (() => T))[]): () => T {
  let next = 0
  return () => {
    const answer = answers[Math.min(next++, answers.length - 1)]!
    return typeof answer === 'function' ? (answer as () => T)() : answer
  }
}

export function startDeskServer(): DeskServer {
  const answers = new Map<DeskEndpoint, Answer>()
  const server: DeskServer = {
    on: (endpoint, answer) => answers.set(endpoint, typeof answer === 'function' ? (answer as Answer) : () => answer),
    requests: [],
    to: (endpoint) => server.requests.filter((request) => request.endpoint === endpoint),
    isAway: false,
  }
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, location.origin)
    if (!pathname.startsWith('/api/desk')) return await realFetch(url, init)
    init.signal?.throwIfAborted()
    if (server.isAway) throw new TypeError('Failed to fetch')
    const request = requestOf(pathname, Object.fromEntries(searchParams), init)
    server.requests.push(request)
    const answer = answers.get(request.endpoint)
    if (!answer) return refuse('NOT_FOUND')
    const value: unknown = await answer(request)
    if (value instanceof Response) return value
    return Response.json(request.endpoint.answer ? z.encode(request.endpoint.answer, value) : value)
  })
  return server
}

function requestOf(pathname: string, query: Record<string, string>, init: RequestInit): DeskRequest {
  const headers = new Headers(init.headers)
  for (const endpoint of Object.values(deskEndpoints)) {
    const names: string[] = []
    const pattern = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
      names.push(name)
      return '([^/]+)'
    })
    const found = new RegExp(`^${pattern}$`).exec(pathname)
    if (!found || endpoint.method !== (init.method ?? 'GET')) continue
    const params = Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(found[at + 1]!)]))
    if (endpoint.method !== 'GET' && headers.get('x-nikau-desk') !== '1') throw new Error(`${pathname} was sent without x-nikau-desk`)
    if (endpoint.params) z.decode(endpoint.params, params)
    if (endpoint.query) z.decode(endpoint.query, query)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    return { endpoint, params, query, headers, body: endpoint.body ? z.decode(endpoint.body, body) : body }
  }
  throw new Error(`the contract has no ${init.method ?? 'GET'} ${pathname}`)
}
