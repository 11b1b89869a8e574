import { watchPatronCodePaymentRequest } from '@nikau/contract/patron-codes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTurn, noNetwork, refusal, server, stubFetch } from '../testing/mock-server.ts'
import { pauseAfter, readEvents, watchEvents } from './event-stream.ts'

const call = 'GET /api/me/patron-code-payment-request/events'

beforeEach(() => stubFetch({}))
afterEach(() => vi.unstubAllGlobals())

/** A body in these pieces, then its end. */
const bodyOf = (...pieces: (string | Uint8Array)[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece)
      controller.close()
    },
  })

async function all(body: ReadableStream<Uint8Array>): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = []
  for await (const event of readEvents(body)) found.push(event)
  return found
}

test('reads events however they are cut, and tells comments apart', async () => {
  const [first, second] = [new TextEncoder().encode('data: {"a":"ā"}\n\n').slice(0, 12), new TextEncoder().encode('data: {"a":"ā"}\n\n').slice(12)]
  expect(await all(bodyOf(': \n\nda', 'ta: one\r', '\ndata:two\r\n\r', '\nevent: x\nid: 4\ndata: three\n', '\n', first, second, 'data: cut'))).toEqual([
    undefined,
    'one\ntwo',
    'three',
    '{"a":"ā"}',
  ])
})

/** Watches until `count` events came or the stream was given up. */
async function watch(count: number, pauses: number[] = []): Promise<string[]> {
  const end = new AbortController()
  const ids: string[] = []
  await watchEvents(
    watchPatronCodePaymentRequest,
    {},
    ({ paymentRequestId }) => {
      ids.push(paymentRequestId)
      if (ids.length === count) end.abort()
    },
    { signal: end.signal, pause: (failures) => (pauses.push(failures), 0) },
  )
  return ids
}

const event = (id: string) => `data: {"paymentRequestId":"${id}"}\n\n`

test('opens the next connection when one ends or fails, after longer pauses while none brings anything', async () => {
  const pauses: number[] = []
  server.answers[call] = inTurn(
    noNetwork,
    () => refusal('UNKNOWN', {}, 503),
    () => new Response(bodyOf(': \n\n')),
    () => new Response(bodyOf(': \n\n', event('a'))),
    () => new Response(bodyOf(event('b'))),
  )
  expect(await watch(2, pauses)).toEqual(['a', 'b'])
  expect(pauses.slice(0, 4)).toEqual([0, 1, 2, 0])
  expect(server.to(call).length).toBe(5)
})

test('a refusal is final', async () => {
  server.answers[call] = refusal('FORBIDDEN')
  expect(await watch(1)).toEqual([])
  expect(server.to(call).length).toBe(1)
})

test('an aborted connection is not opened again', async () => {
  const end = new AbortController()
  server.answers[call] = () =>
    new Response(new ReadableStream({ start: (controller) => end.signal.addEventListener('abort', () => controller.error(end.signal.reason)) }))
  const watching = watchEvents(watchPatronCodePaymentRequest, {}, () => undefined, { signal: end.signal, pause: () => 0 })
  await expect.poll(() => server.to(call).length).toBe(1)
  end.abort()
  await watching
  expect(server.to(call).length).toBe(1)
})

test('pauses double up to half a minute, and differ from page to page', () => {
  expect([0, 1, 2, 10].map((failures) => pauseAfter(failures, 1))).toEqual([1000, 2000, 4000, 30_000])
  expect(pauseAfter(10, 0)).toBe(15_000)
})

test('the next connection names the last event that has an id, and hands over what comes after it [BIZ-15]', async () => {
  server.answers[call] = inTurn(
    () => new Response(bodyOf(': \n\n', `id: 41\n${event('a')}`, event('b'))),
    () => new Response(bodyOf(`id: 42\n${event('c')}`, 'id: 43\ndata: {"paymentRe')),
    () => new Response(bodyOf(`id: 43\n${event('d')}`)),
  )
  expect(await watch(4)).toEqual(['a', 'b', 'c', 'd'])
  expect(server.to(call).map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '41', '42'])
})
