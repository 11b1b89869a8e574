import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from './log.ts'
import type { Secret } from './secret.ts'

/** Runs SQL: the database or an open transaction. */
export type Db = Kysely<unknown>
export type Tx = Transaction<unknown>

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/** int8 columns are parsed as bigint, never as a float. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format)),
}

/**
 * A connection pool that survives the loss of its server: errors of idle connections are handled (otherwise they would end the
 * process), every wait has a timeout, and a connection that failed for any reason other than an ordinary SQL error is destroyed.
 */
export function openDatabase(options: {
  url: Secret
  name: string
  log: Log
  connections?: number
  /** For long reads only: everything else gives up after three seconds. */
  statementTimeoutMs?: number
  /** For few named statements with array parameters: one plan for all lengths instead of planning each call. */
  genericPlans?: boolean
}): Database {
  const { statementTimeoutMs = 3000 } = options
  const pool = new pg.Pool({
    connectionString: options.url.reveal(),
    application_name: options.name,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 2000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 1000,
    idle_in_transaction_session_timeout: 5000,
    keepAlive: true,
    types,
    ...(options.genericPlans && { options: '-c plan_cache_mode=force_generic_plan' }),
  })
  return databaseOn(pool, (error, message) => options.log.warn(reasonOf(error), message))
}

/** The same server and login, with the privileges of a role that the login is a member of. */
export function openAsRole(database: Database, role: string): Database {
  const pool = new pg.Pool({ ...database.pool.options, max: 4, options: `-c role=${role}` })
  // Queries report the loss of their connection themselves.
  return databaseOn(pool, () => {})
}

function databaseOn(pool: pg.Pool, onLost: (error: Error, message: string) => void): Database {
  pool.on('error', (error) => onLost(error, 'idle database connection lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => onLost(error, 'database connection lost'))
    countDoubts(client)
  })
  const dialectPool = { connect: () => connectGuarded(pool), end: () => pool.end(), options: pool.options } as unknown as PostgresPool
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: dialectPool }) })
  const close = async () => {
    await db.destroy()
    // Kysely closes the pool only if it has used it.
    if (!pool.ending) await pool.end()
  }
  return { db, pool, close }
}

/** pg attaches its client, with credentials, to the error, so only these two fields are logged. */
function reasonOf(error: Error) {
  return { reason: error.message, code: (error as { code?: unknown }).code }
}

/** True if only the statement failed and the connection is still usable. */
function isStatementError(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57|25006|58|XX)/.test(code)
}

/** The wait for the standby was cancelled before it confirmed: the commit could still be lost in a failover. */
export class CommitInDoubt extends Error {}

/** When the wait for the standby is cancelled, the server reports success with a warning. */
export function isDoubtNotice(notice: { message?: string | undefined }): boolean {
  return /canceling (the )?wait for synchronous replication/.test(notice.message ?? '')
}

/** A commit that the standby confirms also confirms every earlier one. */
export const confirmStatement = `select pg_logical_emit_message(true, 'nikau', 'confirm')`

/** True if a retry may succeed: server unavailable, failover, deadlock or serialization failure. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof CommitInDoubt) return true
  const { code, message } = error as { code?: string; message?: string }
  if (code && /^(08\w{3}|57P0[123]|25006|40001|40P01|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$/.test(code)) return true
  return /Connection terminated|timeout|not queryable|Query read timeout/i.test(message ?? '')
}

/** How often each connection has reported a commit that the standby did not confirm. */
const doubts = new WeakMap<pg.PoolClient, number>()

function countDoubts(client: pg.PoolClient): void {
  client.on('notice', (notice) => {
    if (isDoubtNotice(notice)) doubts.set(client, doubtsOf(client) + 1)
  })
}

const doubtsOf = (client: pg.PoolClient) => doubts.get(client) ?? 0

export async function connectGuarded(pool: pg.Pool) {
  const client = await pool.connect()
  let failure: Error | undefined
  const query = async (...args: unknown[]) => {
    const before = doubtsOf(client)
    try {
      const result = await (client.query as (...args: unknown[]) => Promise<unknown>)(...args)
      if (doubtsOf(client) > before) await confirmCommit(client)
      return result
    } catch (error) {
      if (!isStatementError(error)) failure = error as Error
      throw error
    }
  }
  return { query, release: () => client.release(failure) }
}

async function confirmCommit(client: pg.PoolClient): Promise<void> {
  const before = doubtsOf(client)
  try {
    await client.query(confirmStatement)
  } catch (error) {
    throw new CommitInDoubt('the standby does not confirm the commit', { cause: error })
  }
  if (doubtsOf(client) > before) throw new CommitInDoubt('the standby does not confirm the commit')
}
