import { CommitInDoubt, confirmStatement, isDoubtNotice, isRetryable, type Log } from '@nikau/runtime'
import pg from 'pg'
import { type Effect, effectCalls } from './effects.ts'
import { AccountLocked } from './batch.ts'
import { accountsOf, encodeGroups } from './encode.ts'
import type { Group, Outcome } from './groups.ts'
import { postStatement, type PostRow, toOutcome } from './store.ts'

export interface PostRequest {
  group: Group
  effects: readonly Effect[]
}

/** It is not known whether the group was posted: retry with the same reference. */
export class OutcomeUnknown extends Error {}

/** An effect changed no row, because the row is no longer in the state the caller expected. Nothing of the group was committed. */
export class EffectNotApplied extends Error {}

/** Another transaction keeps accounts of these requests locked. */
export class BatchBlocked extends AccountLocked {
  readonly blocked: ReadonlySet<number>
  constructor(blocked: ReadonlySet<number>, options: ErrorOptions) {
    super('accounts are locked by another transaction', options)
    this.blocked = blocked
  }
}

export interface LaneOptions {
  url: string
  name: string
  log: Log
  now: () => Date | undefined
  /** How long a batch is retried before its outcome is unknown. */
  deadlineMs: number
}

/**
 * A lane: one connection that posts batches in order. A batch without effects is one statement. One with effects is a transaction
 * of several statements, pipelined in one write, so that no account stays locked while this process is busy. A batch may be
 * pipelined behind the previous one. The connection has prepared statements, so it is not pooled. After a transient failure
 * (server unavailable, failover, deadlock, version conflict) the same batch is sent again. The references make this safe, even if
 * the first attempt was committed and only its answer was lost.
 */
export function createLane(options: LaneOptions) {
  let client: pg.Client | undefined
  let connecting: Promise<pg.Client> | undefined
  let doubts = 0
  let settled = 0

  /** The open connection. Concurrent calls share one connection attempt. */
  function getConnection(): Promise<pg.Client> {
    if (!connecting) {
      const attempted = connect()
      connecting = attempted
      attempted.catch(() => {
        if (connecting === attempted) connecting = undefined
      })
    }
    return connecting
  }

  async function connect(): Promise<pg.Client> {
    const connection = new pg.Client({
      connectionString: options.url,
      application_name: options.name,
      connectionTimeoutMillis: 2000,
      statement_timeout: 3000,
      query_timeout: 4000,
      // A batch does not wait long for an account that another transaction keeps: it goes on without the requests that need it.
      lock_timeout: lockTimeoutMs,
      idle_in_transaction_session_timeout: 5000,
      keepAlive: true,
      // Few statements with array parameters: a generic plan fits every length. For single payments planning was a third of the work.
      options: '-c plan_cache_mode=force_generic_plan',
      pipeline: true,
      types: { getTypeParser: (oid, format) => (oid === pg.types.builtins.TIMESTAMPTZ ? parseCachedTime : pg.types.getTypeParser(oid, format)) },
    })
    connection.on('error', (error) => {
      options.log.warn({ err: error }, 'ledger connection lost')
      if (client === connection) client = connecting = undefined
    })
    connection.on('notice', (notice) => {
      if (isDoubtNotice(notice)) doubts++
    })
    await connection.connect()
    client = connection
    return connection
  }

  /** Closes a broken connection without waiting, since that can take long on a dead network. */
  function drop(connection: pg.Client): void {
    connection.end().catch(() => undefined)
    if (client === connection) client = connecting = undefined
  }

  async function attempt(connection: pg.Client, calls: readonly pg.QueryConfig[]): Promise<Outcome[]> {
    if (doubts > settled) await settleDoubt(connection)
    const doubtsBefore = doubts
    // If one statement fails, the following ones are skipped and the commit becomes a rollback.
    const sent = calls.length === 1 ? calls : [{ text: 'begin' }, ...calls, { text: 'commit' }]
    const results = await awaitAll(sent.map((call) => connection.query<PostRow>(call)))
    if (doubts > doubtsBefore) throw new CommitInDoubt('the wait for the standby was cancelled at commit')
    return results[calls.length === 1 ? 0 : 1]!.rows.map(toOutcome)
  }

  /** A confirmed commit also confirms every earlier one in the log. */
  async function settleDoubt(connection: pg.Client): Promise<void> {
    const doubtsBefore = doubts
    await connection.query(confirmStatement)
    if (doubts > doubtsBefore) throw new CommitInDoubt('the standby still does not confirm')
    settled = Math.max(settled, doubtsBefore)
  }

  /** One attempt. Drops a broken connection, so that the next attempt opens a new one. */
  async function tryOnce(calls: readonly pg.QueryConfig[], attempts: number): Promise<Outcome[] | { error: unknown; retry: boolean }> {
    let connection: pg.Client | undefined
    try {
      connection = await getConnection()
      return await attempt(connection, calls)
    } catch (error) {
      const retry = retryDecision(error, attempts)
      if (connection && retry === 'fresh') drop(connection)
      return {
        error: (error as { code?: string }).code === effectNotAppliedCode ? new EffectNotApplied((error as Error).message, { cause: error }) : error,
        retry: retry !== 'no',
      }
    }
  }

  async function send(requests: PostRequest[]): Promise<Outcome[]> {
    const deadline = performance.now() + options.deadlineMs
    const groups = requests.map((request) => request.group)
    const calls = [{ name: 'ledger.post', text: postStatement, values: encodeGroups(groups, options.now()) }, ...effectCalls(requests)]
    for (let attempts = 1; ; attempts++) {
      const result = await tryOnce(calls, attempts)
      if (Array.isArray(result)) return result
      if ((result.error as { code?: string }).code === lockTimeoutCode) throw await toBlocked(requests, result.error)
      if (!result.retry) throw result.error
      if (performance.now() > deadline) throw new OutcomeUnknown('no answer from the ledger before the deadline', { cause: result.error })
      options.log.warn({ err: result.error, attempts, groups: requests.length }, 'ledger batch retried')
      const backoffMs = Math.min(1000, 5 * 2 ** attempts)
      await new Promise((resolve) => setTimeout(resolve, backoffMs * (0.5 + Math.random() / 2)))
    }
  }

  /** Without a locked account it was a row of an effect that was locked, or the accounts are free again: the batch is halved. */
  async function toBlocked(requests: readonly PostRequest[], cause: unknown): Promise<unknown> {
    if (requests.length === 1) return new BatchBlocked(new Set([0]), { cause })
    const accounts = requests.map(({ group }) => accountsOf(group))
    const connection = await getConnection()
    const { rows } = await connection.query<{ id: string }>('select id from ledger.locked_accounts($1::text[]) as id', [[...new Set(accounts.flat())]])
    const locked = new Set(rows.map(({ id }) => id))
    const blocked = new Set(accounts.keys().filter((place) => accounts[place]!.some((id) => locked.has(id))))
    return blocked.size > 0 ? new BatchBlocked(blocked, { cause }) : cause
  }

  return { send, close: async () => await client?.end() }
}

const parseTime = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date
let lastTime = { text: '', time: new Date(0) }
/** Every row of a batch has the same time, so it is parsed once. */
function parseCachedTime(text: string): Date {
  if (lastTime.text !== text) lastTime = { text, time: parseTime(text) }
  return lastTime.time
}

/** Waits for all and throws the first rejection; later ones only follow from it. */
async function awaitAll<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(promises)
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

const lockTimeoutMs = 1000
const lockTimeoutCode = '55P03'

/** SQLSTATE raised by `ledger.expect_changed`. */
const effectNotAppliedCode = 'NK001'

/**
 * `same`: retry on this connection. `fresh`: retry on a new one, since this one cannot be trusted. `no`: it would fail again.
 * A unique violation usually means that another process just posted the same reference, which the next attempt finds. If it
 * persists, it comes from an effect of the group.
 */
function retryDecision(error: unknown, attempts: number): 'same' | 'fresh' | 'no' {
  const code = (error as { code?: string }).code ?? ''
  if (code === '23505') return attempts < 4 ? 'same' : 'no'
  // 26000 (statement not prepared): pipelined behind a batch that failed before the shared statement was prepared.
  if (code === '40001' || code === '40P01' || code === '26000') return 'same'
  if (error instanceof CommitInDoubt || isRetryable(error) || code.startsWith('53')) return 'fresh'
  return 'no'
}
