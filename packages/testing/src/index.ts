import { randomUUID } from 'node:crypto'
import type { Clock, Database } from '@nikau/runtime'
import { createLog, openDatabase, Secret } from '@nikau/runtime'
import pg from 'pg'
import { afterAll, inject } from 'vitest'

export { startBankFilesSandbox } from './bank-files-sandbox.ts'
export { startMessagesSandbox } from './messages-sandbox.ts'

export const silent = createLog({ name: 'test', level: 'silent' })

/** A migrated database for this test file, cloned from the template and dropped at the end. */
export async function testDatabase(): Promise<Database & { url: string }> {
  const admin = new URL(inject('postgresUrl'))
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await onServer(admin, `create database ${name} template nikau_template`)
  const url = new URL(admin)
  url.pathname = `/${name}`
  const database = openDatabase({ url: new Secret(url.href), name: 'test', log: silent, connections: 20 })
  afterAll(async () => {
    await database.close()
    await onServer(admin, `drop database ${name} with (force)`)
  })
  return { ...database, url: url.href }
}

async function onServer(url: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    // Cloning fails while another test file clones the template.
    await client.query(`select pg_advisory_lock(hashtext('nikau.template'))`)
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A clock that only moves when set. */
export function fakeClock(start: string): Clock & { set(iso: string): void; advance(milliseconds: number): void } {
  let now = new Date(start)
  return {
    now: () => new Date(now),
    set: (iso) => void (now = new Date(iso)),
    advance: (milliseconds) => void (now = new Date(now.getTime() + milliseconds)),
  }
}
export * from './fixtures.ts'
