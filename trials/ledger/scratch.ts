import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, type LocalPostgres, startPostgres } from '@nikau/local-postgres'
import { createLog, type Database, migrate, openDatabase, Secret } from '@nikau/runtime'
import pg from 'pg'

export const log = createLog({ name: 'trial', level: process.env.TRIAL_LOG ?? 'silent' })

export interface Scratch {
  url: string
  port: number
  database: Database
  /** Kills the server and every process of it at once, as a power cut would, and starts it again on the same files. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** A server and a migrated database that live as long as one trial. `durable`: what was acknowledged must survive a crash. */
export async function startScratch(options: { durable: boolean }): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), 'nikau-trial-'))
  await chmod(folder, 0o755) // the server does not run as root and must reach its folder
  const port = randomInt(20_000, 30_000)
  const start = () => startPostgres({ folder: join(folder, 'data'), port, durable: options.durable })
  let server: LocalPostgres = await start()
  const url = await createDatabase(server, 'trial')
  const database = patient(url)
  await migrate(database)
  return {
    url,
    port,
    database,
    async crash() {
      for (const pid of await processesOf(join(folder, 'data'))) process.kill(pid, 'SIGKILL')
      await new Promise((resolve) => setTimeout(resolve, 300))
      server = await start()
    },
    async stop() {
      await database.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A pool that waits: a trial judges answers, not how busy the machine is. */
export function patient(url: string): Database {
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

/** Every invariant, on a connection of its own that may take its time: it reads all of the books. */
export async function booksInOrder(scratch: Scratch): Promise<void> {
  const client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ invariant: string; broken: unknown }>('select * from violations()')
    demand(rows.length === 0, rows.map((row) => `${row.invariant}: ${JSON.stringify(row.broken)}`).join('\n'))
  } finally {
    await client.end()
  }
}

export class TrialFailed extends Error {}

export function demand(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new TrialFailed(sentence)
}
