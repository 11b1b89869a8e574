import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import { type Database, type Db, openAsRole } from './db.ts'

/** The folder with roles, migrations, routines and grants. */
export const schemaFolder = join(import.meta.dirname, '../../../db')

/** The role that owns the schema. The login is this role, a member of it, or a superuser. */
const owner = 'nikau_migrate'

/** Migrates a database and returns what was applied. Safe to run concurrently. */
export async function migrate(database: Database, folder = schemaFolder): Promise<string[]> {
  await prepareRoles(database.db)
  const asOwner = openAsRole(database, owner)
  try {
    await runMigrations({ pgPool: asOwner.pool })
    const migrator = new Migrator({
      db: asOwner.db,
      provider: sqlFiles(join(folder, 'migrations')),
      migrationTableName: 'migration',
      migrationLockTableName: 'migration_lock',
    })
    const { results = [], error } = await migrator.migrateToLatest()
    if (error) throw error
    const migrations = results.map((result) => result.migrationName)
    return [...migrations, ...(await applyRoutines(asOwner.db, folder, migrations.length > 0))]
  } finally {
    await asOwner.close()
  }
}

/** A superuser creates the missing roles; every other login needs an administrator who has done so. */
async function prepareRoles(db: Db): Promise<void> {
  const { rows } = await sql<{ superuser: boolean; ready: boolean | null; login: string }>`
    select current_user as login, rolsuper as superuser, (select pg_has_role(oid, 'member') from pg_roles where rolname = ${owner}) as ready
    from pg_roles where rolname = current_user`.execute(db)
  const { superuser, ready, login } = rows[0]!
  if (superuser) {
    const roles = await readFile(join(schemaFolder, 'roles.sql'), 'utf8')
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('nikau.routines'))`.execute(tx)
      await sql.raw(roles).execute(tx)
    })
  } else if (!ready) throw new Error(`${login} is not a member of ${owner}: an administrator runs db/roles.sql first (docs/operations/database-roles.md)`)
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

/**
 * Functions and views are re-applied whenever their file changes, all in one transaction. The grants are last, whenever anything has
 * changed: a replaced view or a new table has none yet.
 */
async function applyRoutines(db: Db, folder: string, migrated: boolean): Promise<string[]> {
  const files = await listSqlFiles(join(folder, 'routines'))
  return await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('nikau.routines'))`.execute(tx)
    await sql`create table if not exists routine (name text primary key, hash text not null, applied_at timestamptz not null default now())`.execute(tx)
    const known = await sql<{ name: string; hash: string }>`select name, hash from routine`.execute(tx)
    const hashes = new Map(known.rows.map((row) => [row.name, row.hash]))
    const applied: string[] = []
    const apply = async (name: string, text: string, hash: string) => {
      await sql.raw(text).execute(tx)
      await sql`insert into routine (name, hash) values (${name}, ${hash}) on conflict (name) do update set hash = excluded.hash, applied_at = now()`.execute(
        tx,
      )
      applied.push(name)
    }
    for (const file of files) {
      const text = await readFile(join(folder, 'routines', file), 'utf8')
      const hash = hashOf(text)
      if (hashes.get(file) !== hash) await apply(file, text, hash)
    }
    const grants = await readFile(join(folder, 'grants.sql'), 'utf8')
    const queue = await sql<{ version: number }>`select max(id) as version from graphile_worker.migrations`.execute(tx)
    const hash = hashOf(`${grants}${queue.rows[0]!.version}`)
    if (migrated || applied.length > 0 || hashes.get('grants.sql') !== hash) await apply('grants.sql', grants, hash)
    return applied
  })
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

async function listSqlFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
}
