import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { keepUntilTold } from './hear.ts'

const database = await testDatabase()
const target = new URL(database.url)
/** What came in and was not let through to the database. */
const held: Socket[] = []
let isOpen = true
const through = (socket: Socket) => {
  const far = connect(Number(target.port), target.hostname)
  for (const end of [socket, far]) end.on('error', () => end.destroy())
  socket.pipe(far).pipe(socket)
}
const door = createServer((socket) => (isOpen ? through(socket) : held.push(socket))).listen(0, '127.0.0.1')
await once(door, 'listening')
afterAll(() => void door.close())
const url = new URL(target)
url.port = String((door.address() as AddressInfo).port)

const sessions = async () => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where application_name = 'to-be-closed'`.execute(database.db)
  return rows.map(({ pid }) => pid)
}

test('closed while its line is being made again, it leaves none behind', async () => {
  const kept = await keepUntilTold<string>({ url: url.href, name: 'to-be-closed', channel: 'news', log: silent })
  const [pid] = await sessions()
  isOpen = false
  await sql`select pg_terminate_backend(${pid})`.execute(database.db)
  await expect.poll(() => held.length, { timeout: 10_000 }).toBe(1)
  await kept.close()
  const gone = once(held[0]!, 'close')
  through(held[0]!)
  await gone
  await expect.poll(sessions, { timeout: 10_000 }).toEqual([])
})
