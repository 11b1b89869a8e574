import { vi } from 'vitest'

interface MockRequest {
  /** `METHOD /path`. */
  call: string
  query: Record<string, string>
  headers: Record<string, string>
  body: Record<string, unknown> | undefined
  /** `performance.now()` when the request was sent. */
  at: number
  /** For answers that stay open. */
  signal: AbortSignal | undefined
}

/** The mock server of the current test. */
export const server = {
  /** By call: a response body, a Response, or a function that returns one of them. Calls without an entry are FORBIDDEN. */
  answers: {} as Record<string, unknown>,
  requests: [] as MockRequest[],
  /** The requests of a call, in order. */
  to: (call: string) => server.requests.filter((request) => request.call === call),
  /** The request bodies of a call, in order. */
  bodies: (call: string): unknown[] => server.to(call).map(({ body }) => body),
}

export const refusal = (code: string, fields: object = {}, status = 403) => Response.json({ message: code, ...fields }, { status })

/** For handlers: no response arrives. */
export const noNetwork = () => {
  throw new TypeError('Failed to fetch')
}

type Handler = (body: unknown, request: MockRequest) => unknown

/** Responds in this order, and repeats the last response. */
export function inTurn(...responses: unknown[]): Handler {
  let next = 0
  return (body, request) => {
    const response = responses[Math.min(next++, responses.length - 1)]
    return typeof response === 'function' ? (response as Handler)(body, request) : response
  }
}

/**
 * Changes the answers when the next button is pressed. A page that reads again by itself would find them before that, and take its
 * "Try again" away from under the press.
 */
export function answerFromPress(change: () => void): void {
  document.addEventListener('pointerdown', change, { once: true, capture: true })
}

/** Replaces `fetch` until `vi.unstubAllGlobals()`. */
export function stubFetch(answers: Record<string, unknown>): void {
  server.requests.length = 0
  server.answers = answers
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    init.signal?.throwIfAborted()
    const { pathname, searchParams } = new URL(url, location.origin)
    const request: MockRequest = {
      call: `${init.method ?? 'GET'} ${pathname}`,
      query: Object.fromEntries(searchParams),
      headers: (init.headers ?? {}) as Record<string, string>,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as MockRequest['body']) : undefined,
      at: performance.now(),
      signal: init.signal ?? undefined,
    }
    server.requests.push(request)
    const answer = server.answers[request.call]
    const response: unknown = await (typeof answer === 'function' ? (answer as Handler)(request.body, request) : answer)
    if (response === undefined) return refusal('FORBIDDEN')
    return response instanceof Response ? response.clone() : Response.json(response)
  })
}
