import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import type { Database, Db } from './db.ts'

/** The folder with migrations and routines. */
export const schemaFolder = join(import.meta.dirname, '../../../db')

/** Migrates a database and returns what was applied. Safe to run concurrently. */
export async function migrate(database: Database, folder = schemaFolder): Promise<string[]> {
  await runMigrations({ pgPool: database.pool })
  const migrator = new Migrator({
    db: database.db,
    provider: sqlFiles(join(folder, 'migrations')),
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  })
  const { results = [], error } = await migrator.migrateToLatest()
  if (error) throw error
  const routines = await applyRoutines(database.db, join(folder, 'routines'))
  return [...results.map((result) => result.migrationName), ...routines]
}

function sqlFiles(folder: string): MigrationProvider {
  return {
    async getMigrations() {
      const files = await listSqlFiles(folder)
      return Object.fromEntries(
        files.map((file) => [file, { up: async (db: Db) => void (await sql.raw(await readFile(join(folder, file), 'utf8')).execute(db)) }]),
      )
    },
  }
}

/** Functions and views are re-applied whenever their file changes, all in one transaction. */
async function applyRoutines(db: Db, folder: string): Promise<string[]> {
  const files = await listSqlFiles(folder)
  return await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('nikau.routines'))`.execute(tx)
    await sql`create table if not exists routine (name text primary key, hash text not null, applied_at timestamptz not null default now())`.execute(tx)
    const known = await sql<{ name: string; hash: string }>`select name, hash from routine`.execute(tx)
    const hashes = new Map(known.rows.map((row) => [row.name, row.hash]))
    const applied: string[] = []
    for (const file of files) {
      const text = await readFile(join(folder, file), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      if (hashes.get(file) === hash) continue
      await sql.raw(text).execute(tx)
      await sql`insert into routine (name, hash) values (${file}, ${hash}) on conflict (name) do update set hash = excluded.hash, applied_at = now()`.execute(
        tx,
      )
      applied.push(file)
    }
    return applied
  })
}

async function listSqlFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
}
