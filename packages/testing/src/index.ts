import { randomUUID } from 'node:crypto'
import { type LoginRole, urlAs } from '@nikau/local-postgres/logins'
import type { Clock, Database } from '@nikau/runtime'
import { createLog, openDatabase, Secret } from '@nikau/runtime'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { testRole } from './test-role.ts'

export { startBankFilesSandbox } from './bank-files-sandbox.ts'
export { holdAccount } from './hold-account.ts'
export { startMessagesSandbox } from './messages-sandbox.ts'

export const silent = createLog({ name: 'test', level: 'silent' })

/** The database of a test file. Its own login has the privileges of the API and the worker together, as use cases called directly need. */
export interface TestDatabase extends Database {
  url: string
  /** An administrator, for fixtures and assertions on what no process may read or write. */
  owner: Database
  /** The address for the login of one process. */
  urlAs(role: LoginRole): string
  /** A pool with the login of one process, closed at the end. */
  openAs(role: LoginRole): Database
}

/** A migrated database for this test file, cloned from the template and dropped at the end. */
export async function testDatabase(): Promise<TestDatabase> {
  const admin = new URL(inject('postgresUrl'))
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await onServer(admin, `create database ${name} owner nikau_migrate template nikau_template`)
  const ownerUrl = new URL(admin)
  ownerUrl.pathname = `/${name}`
  const as = (role: string) => urlAs(ownerUrl.href, role)
  const url = as(testRole)
  const owner = openDatabase({ url: new Secret(ownerUrl.href), name: 'test-owner', log: silent, connections: 10 })
  const database = openDatabase({ url: new Secret(url), name: 'test', log: silent, connections: 20 })
  const opened = [database, owner]
  const openAs = (role: LoginRole) => {
    const another = openDatabase({ url: new Secret(as(role)), name: `test-${role}`, log: silent, connections: 20 })
    opened.push(another)
    return another
  }
  afterAll(async () => {
    await Promise.all(opened.map((one) => one.close()))
    await onServer(admin, `drop database ${name} with (force)`)
  })
  return { ...database, url, owner, urlAs: as, openAs }
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
