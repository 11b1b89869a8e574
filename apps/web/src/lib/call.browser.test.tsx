import { getMerchantSummary, searchMerchants } from '@nikau/contract'
import { expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { CallError } from './call-error.ts'
import { deployed } from './config.ts'

test('all calls use the configured base URL [API-01]', async () => {
  const urls: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url)
    return Response.json({ items: [], id: 'm1', name: 'Corner Loaf', test: false })
  })
  deployed.apiBase = 'https://api.example/v1'
  try {
    await call(searchMerchants, { query: { name: 'Te Aro' } })
    await call(getMerchantSummary, { params: { id: 'm1' } })
    deployed.apiBase = ''
    await call(getMerchantSummary, { params: { id: 'm1' } })
  } finally {
    deployed.apiBase = ''
    vi.unstubAllGlobals()
  }
  expect(urls).toEqual([
    'https://api.example/v1/api/merchants/search?name=Te+Aro',
    'https://api.example/v1/api/merchants/m1/summary',
    '/api/merchants/m1/summary',
  ])
})

const problemOf = (answer: () => Response | Promise<Response>, signal?: AbortSignal) => {
  vi.stubGlobal('fetch', async () => await answer())
  return call(getMerchantSummary, { params: { id: 'm1' } }, signal).then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('an answer that breaks off after its headers, takes too long or is none of ours did not arrive [TILL-18]', async () => {
  const breakingOff = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"id":"m1",'))
          controller.error(new TypeError('network error'))
        },
      }),
    )
  // Chromium's versions differ in how a stream of our own passes an error on; a fetch rejects with the reason of its signal.
  const abortedWith = (reason: DOMException) => () => Object.assign(new Response('{"id":"m1",'), { json: vi.fn().mockRejectedValue(reason) })
  try {
    const problems = [
      await problemOf(breakingOff),
      await problemOf(abortedWith(new DOMException('signal timed out', 'TimeoutError'))),
      await problemOf(() => Promise.reject(new DOMException('signal timed out', 'TimeoutError'))),
      await problemOf(() => new Response('<title>Sign in to this Wi-Fi</title>')),
      await problemOf(() => Response.json({ id: 7 })),
    ]
    for (const problem of problems) expect(problem).toBeInstanceOf(CallError)
    expect(problems.map((problem) => [(problem as CallError).status, (problem as CallError).code, (problem as CallError).reason])).toEqual([
      [0, 'NETWORK', 'TypeError'],
      [0, 'NETWORK', 'TimeoutError'],
      [0, 'NETWORK', 'TimeoutError'],
      [0, 'NETWORK', 'SyntaxError'],
      [0, 'UNREADABLE', undefined],
    ])
    // What the caller has stopped is no problem of the call.
    const end = new AbortController()
    const reason = new DOMException('stopped', 'AbortError')
    end.abort(reason)
    expect(await problemOf(abortedWith(reason), end.signal)).toBe(reason)
  } finally {
    vi.unstubAllGlobals()
  }
})
