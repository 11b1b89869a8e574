import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { cacheUntilNotified } from './notify-cache.ts'

const database = await testDatabase()
const target = new URL(database.url)
/** Connections held back from the database. */
const held: Socket[] = []
let isOpen = true
const forward = (socket: Socket) => {
  const far = connect(Number(target.port), target.hostname)
  for (const end of [socket, far]) end.on('error', () => end.destroy())
  socket.pipe(far).pipe(socket)
}
const proxy = createServer((socket) => (isOpen ? forward(socket) : held.push(socket))).listen(0, '127.0.0.1')
await once(proxy, 'listening')
afterAll(() => void proxy.close())
const url = new URL(target)
url.port = String((proxy.address() as AddressInfo).port)

const sessions = async () => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where application_name = 'to-be-closed'`.execute(database.db)
  return rows.map(({ pid }) => pid)
}

test('a cache that is closed while reconnecting leaves no connection behind', async () => {
  const cache = await cacheUntilNotified<string>({ url: url.href, name: 'to-be-closed', channel: 'changes', log: silent })
  const [pid] = await sessions()
  isOpen = false
  await sql`select pg_terminate_backend(${pid})`.execute(database.db)
  await expect.poll(() => held.length, { timeout: 10_000 }).toBe(1)
  await cache.close()
  const gone = once(held[0]!, 'close')
  forward(held[0]!)
  await gone
  await expect.poll(sessions, { timeout: 10_000 }).toEqual([])
})
