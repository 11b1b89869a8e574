import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '@nikau/local-postgres'
import { allowLogins } from '@nikau/local-postgres/logins'
import { createLog, migrate, openDatabase, Secret } from '@nikau/runtime'
import type { TestProject } from 'vitest/node'
import { freePort } from './free-port.ts'
import { createTestRole } from './test-role.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** One temporary server for the test run, with a migrated template database that each test file clones. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'nikau-test-'))
  await chmod(folder, 0o755) // the server does not run as root and must be able to read its folder
  const server = process.env.TEST_POSTGRES_URL
    ? { url: (name: string) => process.env.TEST_POSTGRES_URL!.replace(/\/[^/]*$/, `/${name}`), stop: async () => {} }
    : await startPostgres({ folder: join(folder, 'data'), port: await freePort(), durable: false })
  const url = await createDatabase(server, 'nikau_template')
  const database = openDatabase({ url: new Secret(url), name: 'test-setup', log: createLog({ name: 'test', level: 'silent' }) })
  await migrate(database)
  await allowLogins(url)
  await database.pool.query(createTestRole)
  await database.pool.query('select ledger.allow_simulated_time()')
  await database.close()
  project.provide('postgresUrl', server.url('postgres'))
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
