import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { openClock, systemClock } from './clock.ts'

let there: (() => { now: string; frozen: boolean }) | undefined = () => ({ now: '2026-12-24T02:00:00.000Z', frozen: true })
const server = createServer((_request, response) => (there ? response.end(JSON.stringify(there())) : response.writeHead(500).end())).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => void server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/clock`

test('without a URL it is the machine’s clock', async () => {
  expect((await openClock({})).clock).toBe(systemClock)
})

test('a remote clock is followed when it freezes, jumps and runs, and runs on without answers', async () => {
  const { clock, close } = await openClock({ url, intervalMs: 10 })
  afterAll(close)
  expect(clock.now()).toEqual(new Date('2026-12-24T02:00:00Z'))
  there = () => ({ now: '2027-03-01T00:00:00.000Z', frozen: true })
  await vi.waitFor(() => expect(clock.now()).toEqual(new Date('2027-03-01T00:00:00Z')), { timeout: 10_000 })
  there = () => ({ now: new Date(Date.now() + 86_400_000).toISOString(), frozen: false })
  const ahead = () => clock.now().getTime() - Date.now()
  await vi.waitFor(() => expect(Math.abs(ahead() - 86_400_000)).toBeLessThan(1000), { timeout: 10_000 })
  there = undefined
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(Math.abs(ahead() - 86_400_000)).toBeLessThan(1000)
})
