import type { PortalEvent } from '@nikau/contract/portal-events'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { noNetwork, refusal, server, stubFetch } from '../testing/mock-server.ts'
import { followBusinessEvents } from './business-events.ts'

const call = 'GET /api/accounts/org/events'

beforeEach(() => stubFetch({}))
afterEach(() => vi.unstubAllGlobals())

/** Streams that stay open, the newest last. */
function openStreams() {
  const streams: { send: (id: number) => void; end: () => void; lastEventId: string | undefined }[] = []
  server.answers[call] = (_body: unknown, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          const write = (text: string) => controller.enqueue(new TextEncoder().encode(text))
          write(': \n\n')
          signal.addEventListener('abort', () => controller.error(signal.reason))
          const event = (id: number) => ({ id: String(id), kind: 'paid', merchantId: 'shop', paymentRequestId: `pr_${id}`, at: '2026-11-14T03:12:00.000Z' })
          streams.push({
            send: (id) => write(`id: ${id}\ndata: ${JSON.stringify(event(id))}\n\n`),
            end: () => controller.close(),
            lastEventId: headers['last-event-id'],
          })
        },
      }),
    )
  return streams
}

/** What another tab of the browser would do. */
function openTab() {
  const tab = { ids: [] as string[], isConnected: undefined as boolean | undefined, close: () => undefined as void }
  tab.close = followBusinessEvents('org', {
    onEvent: ({ id }: PortalEvent) => tab.ids.push(id),
    onConnected: (isConnected) => (tab.isConnected = isConnected),
  })
  onTestFinished(() => tab.close())
  return tab
}

test('all tabs of a browser share one connection, and another one takes over after the last event [BIZ-15]', async () => {
  const streams = openStreams()
  const [first, second] = [openTab(), openTab()]
  await expect.poll(() => [first.isConnected, second.isConnected]).toEqual([true, true])
  expect(streams.length).toBe(1)
  streams[0]!.send(7)
  await expect.poll(() => [first.ids, second.ids]).toEqual([['7'], ['7']])
  const third = openTab()
  await expect.poll(() => third.isConnected).toBe(true)
  first.close()
  await expect.poll(() => streams.length).toBe(2)
  expect(streams[1]!.lastEventId).toBe('7')
  streams[1]!.send(8)
  await expect.poll(() => [first.ids, second.ids, third.ids]).toEqual([['7'], ['7', '8'], ['8']])
  second.close()
  await expect.poll(() => streams.length).toBe(3)
  expect(streams[2]!.lastEventId).toBe('8')
})

test('a connection that ends is lost in every tab, and resumes after the last event [BIZ-15]', async () => {
  const streams = openStreams()
  const [first, second] = [openTab(), openTab()]
  await expect.poll(() => second.isConnected).toBe(true)
  streams[0]!.send(3)
  await expect.poll(() => second.ids).toEqual(['3'])
  const answer = server.answers[call]
  server.answers[call] = noNetwork
  streams[0]!.end()
  await expect.poll(() => [first.isConnected, second.isConnected]).toEqual([false, false])
  server.answers[call] = answer
  await expect.poll(() => [first.isConnected, second.isConnected], { timeout: 5000 }).toEqual([true, true])
  expect(streams[1]!.lastEventId).toBe('3')
})

test('a member who may not see payments is refused once [BIZ-58]', async () => {
  server.answers[call] = refusal('FORBIDDEN')
  const tab = openTab()
  await expect.poll(() => server.to(call).length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect([server.to(call).length, tab.isConnected]).toEqual([1, undefined])
})
