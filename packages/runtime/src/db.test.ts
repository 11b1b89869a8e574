import { Writable } from 'node:stream'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from './db.ts'
import { createLog } from './log.ts'
import { Secret } from './secret.ts'

const given = await testDatabase()

test('a lost connection is said in the log without the keys of the connection, and the next query works', async () => {
  let text = ''
  const destination = new Writable({ write: (chunk, _encoding, done) => ((text += String(chunk)), done()) })
  const database = openDatabase({
    url: new Secret(given.url),
    name: 'to-be-lost',
    log: createLog({ name: 'test', level: 'info', destination }),
    connections: 2,
  })
  await sql`select 1`.execute(database.db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'to-be-lost'`.execute(given.db)
  await expect.poll(() => text, { timeout: 10_000 }).toContain('connection was lost')
  expect(text).not.toMatch(/secretKey|_connectionPromise|connectionParameters|password/i)
  expect((await sql<{ one: number }>`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
  await database.close()
})

test('whole numbers of eight bytes arrive as bigint', async () => {
  const { rows } = await sql<{ cents: bigint }>`select 9007199254740993::int8 as cents`.execute(given.db)
  expect(rows[0]?.cents).toBe(9007199254740993n)
})
