import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '@nikau/local-postgres'
import { createLog, type Database, migrate, openDatabase, Secret } from '@nikau/runtime'
import { freePort } from '@nikau/testing/free-port'

/** Runs `work` with a throw-away database that has every migration and routine of this checkout. */
export async function withMigratedDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'nikau-schema-'))
  await chmod(folder, 0o755) // the server runs as another user than root and must reach its folder
  try {
    const server = await startPostgres({ folder: join(folder, 'data'), port: await freePort(), durable: false })
    try {
      const url = new Secret(await createDatabase(server, 'nikau'))
      const database = openDatabase({ url, name: 'schema', log: createLog({ name: 'schema', level: 'silent' }) })
      try {
        await migrate(database)
        return await work(database)
      } finally {
        await database.close()
      }
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
