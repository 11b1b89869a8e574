import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allowSimulatedTime } from '@nikau/ledger'
import { createDatabase, type LocalPostgres, startPostgres } from '@nikau/local-postgres'
import { allowLogins } from '@nikau/local-postgres/logins'
import { createLog, type Database, migrate, openDatabase, Secret } from '@nikau/runtime'
import { freePort } from '@nikau/testing/free-port'
import pg from 'pg'
import { assert } from './assert.ts'
import { pause } from './wait.ts'

export const log = createLog({ name: 'trial', level: process.env.TRIAL_LOG ?? 'silent' })

export type Server = Awaited<ReturnType<typeof startServer>>

/** A database server in a temporary folder. `durable`: what was acknowledged must survive a crash. */
export async function startServer(options: { durable: boolean; settings?: string[] }) {
  const folder = await mkdtemp(join(tmpdir(), 'nikau-trial-'))
  await chmod(folder, 0o755) // the server does not run as root and must reach its folder
  const data = join(folder, 'data')
  const port = await freePort()
  const start = () => startPostgres({ folder: data, port, ...options })
  let server: LocalPostgres = await start()
  return {
    /** For files of other processes that live as long as the server. */
    folder,
    port,
    createDatabase: (name: string, template?: string) => createDatabase(server, name, template),
    stop: () => server.stop(),
    async restart() {
      server = await start()
    },
    /** Kills the server and all its processes at once, as a power cut would, and starts it again on the same files. */
    async crash() {
      for (const pid of await processesOf(data)) process.kill(pid, 'SIGKILL')
      await pause(300)
      server = await start()
    },
    async remove() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export interface Scratch {
  url: string
  port: number
  database: Database
  crash(): Promise<void>
  stop(): Promise<void>
}

/** A server with one migrated database. */
export async function startScratch(options: { durable: boolean }): Promise<Scratch> {
  const server = await startServer(options)
  const url = await server.createDatabase('trial')
  const database = openPatientDatabase(url)
  await migrateWithLogins(database, url)
  return {
    url,
    port: server.port,
    database,
    crash: () => server.crash(),
    async stop() {
      await database.close()
      await server.remove()
    },
  }
}

/** Migrates, lets the roles of the processes log in, and lets them follow a simulated clock. */
export async function migrateWithLogins(database: Database, url: string): Promise<void> {
  await migrate(database)
  await allowSimulatedTime(database.db)
  await allowLogins(url)
}

/** Long timeouts: a trial judges answers, not how busy the machine is. */
export function openPatientDatabase(url: string): Database {
  const database = openDatabase({ url: new Secret(url), name: 'trial', log, connections: 20 })
  Object.assign(database.pool.options, {
    connectionTimeoutMillis: 60_000,
    statement_timeout: 120_000,
    query_timeout: 130_000,
    idle_in_transaction_session_timeout: 120_000,
  })
  return database
}

async function processesOf(data: string): Promise<number[]> {
  const postmaster = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
  const children = (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === postmaster)
  return [postmaster, ...children]
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined // it ended between the listing and the reading
  }
}

/** Every invariant, on a connection without a statement timeout: it reads the whole ledger. */
export async function assertInvariants(scratch: Scratch): Promise<void> {
  const client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ invariant: string; broken: unknown }>('select * from violations()')
    assert(rows.length === 0, rows.map((row) => `${row.invariant}: ${JSON.stringify(row.broken)}`).join('\n'))
  } finally {
    await client.end()
  }
}
