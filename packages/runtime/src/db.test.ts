import { Writable } from 'node:stream'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from './db.ts'
import { createLog } from './log.ts'
import { Secret } from './secret.ts'

const database = await testDatabase()

test('a lost connection is logged without credentials, and the next query works', async () => {
  let text = ''
  const destination = new Writable({ write: (chunk, _encoding, done) => ((text += String(chunk)), done()) })
  const pool = openDatabase({
    url: new Secret(database.url),
    name: 'to-be-lost',
    log: createLog({ name: 'test', level: 'info', destination }),
    connections: 2,
  })
  await sql`select 1`.execute(pool.db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'to-be-lost'`.execute(database.db)
  await expect.poll(() => text, { timeout: 10_000 }).toContain('connection lost')
  expect(text).not.toMatch(/secretKey|_connectionPromise|connectionParameters|password/i)
  expect((await sql<{ one: number }>`select 1 as one`.execute(pool.db)).rows).toEqual([{ one: 1 }])
  await pool.close()
})

test('int8 values are bigint', async () => {
  const { rows } = await sql<{ cents: bigint }>`select 9007199254740993::int8 as cents`.execute(database.db)
  expect(rows[0]?.cents).toBe(9007199254740993n)
})
