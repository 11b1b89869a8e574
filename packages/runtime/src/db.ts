import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from './log.ts'
import type { Secret } from './secret.ts'

/** A handle that runs SQL: the database itself or one open transaction of it. */
export type Db = Kysely<unknown>
export type Tx = Transaction<unknown>

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/** Whole numbers of eight bytes are bigint here, never a float that loses cents. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format)),
}

/**
 * A pool that outlives the loss of its server. Three things make it so: an error on an idle connection is heard
 * (unheard it would end the process), nothing waits for ever, and a connection that failed for any reason but an
 * ordinary refusal by SQL is destroyed and not handed to the next caller.
 */
export function openDatabase(options: {
  url: Secret
  name: string
  log: Log
  connections?: number
  /** For a few statements with arrays for parameters, prepared by name: planned once for all lengths, and not again at each call. */
  planOnce?: boolean
}): Database {
  const pool = new pg.Pool({
    connectionString: options.url.reveal(),
    application_name: options.name,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 2000,
    statement_timeout: 3000,
    query_timeout: 4000,
    idle_in_transaction_session_timeout: 5000,
    keepAlive: true,
    types,
    ...(options.planOnce && { options: '-c plan_cache_mode=force_generic_plan' }),
  })
  pool.on('error', (error) => options.log.warn(reasonOf(error), 'an idle database connection was lost'))
  pool.on('connect', (client) => client.on('error', (error) => options.log.warn(reasonOf(error), 'a database connection was lost')))
  const dialectPool = { connect: () => connectGuarded(pool), end: () => pool.end(), options: pool.options } as unknown as PostgresPool
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: dialectPool }) })
  const close = async () => {
    await db.destroy()
    // Kysely closes only what it has opened itself.
    if (!pool.ending) await pool.end()
  }
  return { db, pool, close }
}

/** pg hangs its whole client on the error, keys and all; only these two words go into the log. */
function reasonOf(error: Error) {
  return { reason: error.message, code: (error as { code?: unknown }).code }
}

/** True when the error says that the statement was refused, and the connection is as good as before. */
function isOrdinaryRefusal(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57|25006|58|XX)/.test(code)
}

/** True when the same call may succeed a moment later: the server is away, switching over, or had a deadlock. */
export function isRetryable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (code && /^(08\w{3}|57P0[123]|25006|40001|40P01|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$/.test(code)) return true
  return /Connection terminated|timeout|not queryable|Query read timeout/i.test(message ?? '')
}

export async function connectGuarded(pool: pg.Pool) {
  const client = await pool.connect()
  let failure: Error | undefined
  const query = async (...args: unknown[]) => {
    try {
      return await (client.query as (...args: unknown[]) => Promise<unknown>)(...args)
    } catch (error) {
      if (!isOrdinaryRefusal(error)) failure = error as Error
      throw error
    }
  }
  return { query, release: () => client.release(failure) }
}
