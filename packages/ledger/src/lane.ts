import { isRetryable, type Log } from '@nikau/runtime'
import pg from 'pg'
import { type Effect, effectCalls } from './effects.ts'
import { encodeGroups } from './encode.ts'
import type { Group, Outcome } from './groups.ts'
import { postStatement, type PostRow, toOutcome } from './store.ts'

export interface Asked {
  group: Group
  effects: readonly Effect[]
}

/** Nobody can say yet whether it was posted: ask again with the same reference. */
export class OutcomeUnknown extends Error {}

/** An effect found no row to change: what it was to change is no longer as the caller believed. */
export class EffectMissed extends Error {}

/** A standby had not confirmed the commit when the wait for it was cancelled: a success that can still be lost. */
class CommitInDoubt extends Error {}

export interface LaneOptions {
  url: string
  name: string
  log: Log
  now: () => Date | undefined
  /** How long a batch is tried again before its outcome is called unknown. */
  deadlineMs: number
}

/**
 * One connection that posts batches in the order in which they come. A batch without effects is one statement; one with effects
 * is a transaction of several, written to the server in one go, so that no account stays locked while this process is busy with
 * something else. Either may be sent behind the one before it. It keeps prepared statements, so it does not share a pool. After any
 * failure that may pass (the server is away or switching over, a deadlock, a version that moved) the same batch is sent again:
 * its references make that safe, also when the first sending was committed and only the answer was lost.
 */
export function createLane(options: LaneOptions) {
  let client: pg.Client | undefined
  let connecting: Promise<pg.Client> | undefined
  let doubts = 0
  let settled = 0

  /** The connection, shared by whoever asks while it is being made. */
  function connected(): Promise<pg.Client> {
    if (!connecting) {
      const made = connect()
      connecting = made
      made.catch(() => {
        if (connecting === made) connecting = undefined
      })
    }
    return connecting
  }

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: options.url,
      application_name: options.name,
      connectionTimeoutMillis: 2000,
      statement_timeout: 3000,
      query_timeout: 4000,
      idle_in_transaction_session_timeout: 5000,
      keepAlive: true,
      // A few statements, with arrays for parameters: planned once, whatever their length. At one payment at a time planning was a third of the work.
      options: '-c plan_cache_mode=force_generic_plan',
      pipeline: true,
      types: { getTypeParser: (oid, format) => (oid === pg.types.builtins.TIMESTAMPTZ ? sameTime : pg.types.getTypeParser(oid, format)) },
    })
    fresh.on('error', (error) => {
      options.log.warn({ err: error }, 'a posting connection was lost')
      if (client === fresh) client = connecting = undefined
    })
    fresh.on('notice', (notice) => {
      if (/canceling (the )?wait for synchronous replication/.test(notice.message ?? '')) doubts++
    })
    await fresh.connect()
    client = fresh
    return fresh
  }

  /** Lets go of a connection that is of no use any more. How it ends does not matter, and a dead network may take its time. */
  function drop(connection: pg.Client): void {
    connection.end().catch(() => undefined)
    if (client === connection) client = connecting = undefined
  }

  async function attempt(connection: pg.Client, calls: readonly pg.QueryConfig[]): Promise<Outcome[]> {
    if (doubts > settled) await settleDoubt(connection)
    const before = doubts
    // If one of them fails the others do nothing, and the commit at the end is a rollback.
    const sent = calls.length === 1 ? calls : [{ text: 'begin' }, ...calls, { text: 'commit' }]
    const results = await together(sent.map((call) => connection.query<PostRow>(call)))
    if (doubts > before) throw new CommitInDoubt('the wait for the standby was cancelled at commit')
    return results[calls.length === 1 ? 0 : 1]!.rows.map(toOutcome)
  }

  /** A commit that a standby confirms stands after every earlier one in the log, so it settles them as well. */
  async function settleDoubt(connection: pg.Client): Promise<void> {
    const before = doubts
    await connection.query(`select pg_logical_emit_message(true, 'nikau', 'settle')`)
    if (doubts > before) throw new CommitInDoubt('the standby still does not confirm')
    settled = Math.max(settled, before)
  }

  /** One try, and the connection left ready for the next: `again` says whether this one may be made once more. */
  async function tryOnce(calls: readonly pg.QueryConfig[], tries: number): Promise<Outcome[] | { error: unknown; again: boolean }> {
    let connection: pg.Client | undefined
    try {
      connection = await connected()
      return await attempt(connection, calls)
    } catch (error) {
      const again = whetherAgain(error, tries)
      if (connection && again === 'fresh') drop(connection)
      return {
        error: (error as { code?: string }).code === missed ? new EffectMissed((error as Error).message, { cause: error }) : error,
        again: again !== 'no',
      }
    }
  }

  async function send(asked: Asked[]): Promise<Outcome[]> {
    const deadline = performance.now() + options.deadlineMs
    const groups = asked.map((one) => one.group)
    const calls = [{ name: 'ledger.post', text: postStatement, values: encodeGroups(groups, options.now()) }, ...effectCalls(asked)]
    for (let tries = 1; ; tries++) {
      const result = await tryOnce(calls, tries)
      if (Array.isArray(result)) return result
      if (!result.again) throw result.error
      if (performance.now() > deadline) throw new OutcomeUnknown('the ledger gave no answer in time', { cause: result.error })
      options.log.warn({ err: result.error, tries, groups: asked.length }, 'a batch is posted again')
      const pause = Math.min(1000, 5 * 2 ** tries)
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)))
    }
  }

  return { send, close: async () => await client?.end() }
}

const parseTime = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date
let lastTime = { text: '', time: new Date(0) }
/** A batch has one time, written next to every group: it is read once. */
function sameTime(text: string): Date {
  if (lastTime.text !== text) lastTime = { text, time: parseTime(text) }
  return lastTime.time
}

/** All of them, with every rejection heard, and the first one thrown: those after it only say that it happened. */
async function together<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(promises)
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

/** What `ledger.each` raises. */
const missed = 'NK001'

/**
 * `same`: on the same connection; `fresh`: on a new one, the old cannot be trusted; `no`: it would fail again.
 * A unique violation is most often another process that posted the same reference a moment ago, and then the next try finds it;
 * when it stays it comes from an effect, and is that group's fault.
 */
function whetherAgain(error: unknown, tries: number): 'same' | 'fresh' | 'no' {
  const code = (error as { code?: string }).code ?? ''
  if (code === '23505') return tries < 4 ? 'same' : 'no'
  // 26000: it stood behind a batch that failed before this connection had learned the statement that both use.
  if (code === '40001' || code === '40P01' || code === '26000') return 'same'
  if (error instanceof CommitInDoubt || isRetryable(error) || code.startsWith('53')) return 'fresh'
  return 'no'
}
