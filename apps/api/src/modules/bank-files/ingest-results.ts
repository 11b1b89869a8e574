import type { DetailResult, ResultsRead } from '@nikau/rails/ib4b'
import { isRetryable, type Tx } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { closeException, raiseException, raiseRecurring } from '../exceptions/index.ts'
import type { BankFileDeps, BankConnection } from './deps.ts'
import { failureFor, isKnownReason, statementType, transitionFor } from './rules.ts'
import { updateDetails, lockDetail } from './store.ts'
import {
  type IncomingResult,
  insertResults,
  lockPendingResults,
  selectLastSequence,
  markApplied,
  updateLastSequence,
  type ResultRow,
  type ResultVerdict,
  type UnappliedVerdict,
  selectFilesByReference,
} from './store-results.ts'

/** Results per transaction. Each locks the balance of our bank clearing account, so transactions stay short. */
const batchSize = 20
const maxInsertRows = 1000

/** Fetches new results from a bank, stores them and applies them. Returns how many were applied. */
export async function ingestResults(deps: BankFileDeps, connection: BankConnection, signal?: AbortSignal): Promise<number> {
  const after = await selectLastSequence(deps.db, connection.account)
  const { results, unreadable } = await connection.resultsAfter(after, signal)
  await storeResults(deps, connection, results)
  await reportReading(deps, `${connection.account}:after-${after}`, unreadable)
  // The cursor moves only after the results are stored: a crash before this fetches them again. A record that cannot be read is left
  // behind: the results of its file are read in full before anything of it is settled.
  const highest = results.reduce((max, { sequence }) => (sequence > max ? sequence : max), 0n)
  if (highest > 0n) await updateLastSequence(deps.db, connection.account, highest)
  return await applyPending(deps, connection)
}

/** Raises an exception for records that cannot be read; a complete reading closes it. True when it was complete. */
export async function reportReading(deps: BankFileDeps, ref: string, unreadable: ResultsRead['unreadable']): Promise<boolean> {
  const [kind, at] = ['bank-results-unreadable' as const, deps.clock.now()]
  if (unreadable.length === 0) await closeException(deps.db, { kind, ref, at })
  else {
    const records = unreadable.slice(0, 20).map(({ record, rule }) => `${record} ${rule}`).join(', ') // prettier-ignore
    await raiseRecurring(deps.db, { kind, ref, refs: { records, count: String(unreadable.length) }, at })
  }
  return unreadable.length === 0
}

export async function storeResults(deps: BankFileDeps, connection: BankConnection, results: readonly DetailResult[]): Promise<void> {
  const now = deps.clock.now()
  for (let start = 0; start < results.length; start += maxInsertRows) {
    const part = results.slice(start, start + maxInsertRows)
    const files = await selectFilesByReference(deps.db, connection.account, [...new Set(part.map(({ fileReference }) => fileReference))])
    const incoming = part.map((result): IncomingResult => {
      const file = files.get(result.fileReference)
      const line = file && statementType(file.kind, result.outcome)
      return { ...result, file, expected: line && { type: line.type, amount: line.sign * result.amount } }
    })
    await inTransaction(deps.db, (tx) => insertResults(tx, connection.account, incoming, now))
  }
}

/** Applies all pending results. One that fails is an exception and is tried again by the next run; it does not stop the others. */
export async function applyPending(deps: BankFileDeps, connection: BankConnection): Promise<number> {
  const failed: bigint[] = []
  let count = 0
  let size = batchSize
  for (;;) {
    let first: ResultRow | undefined
    try {
      const done = await inTransaction(deps.db, async (tx) => {
        const pending = await lockPendingResults(tx, connection.account, size, failed)
        first = pending[0]
        for (const result of pending) {
          await markApplied(tx, result, await apply(tx, deps, result), deps.clock.now())
          await closeException(tx, { kind: 'bank-result-failed', ref: refOf(result), at: deps.clock.now() })
        }
        return pending.length
      })
      count += done
      if (done === 0) return count
      size = batchSize
    } catch (error) {
      if (first === undefined || isRetryable(error)) throw error
      // Retry one by one to find the failing result.
      if (size === 1) {
        failed.push(first.sequence)
        await raiseFailed(deps, first, error)
      }
      size = 1
    }
  }
}

const refOf = ({ account, sequence }: ResultRow) => `${account}:${sequence}`
const moneyOf = ({ amount }: ResultRow) => ({ unit: 'nzd.main', amount })
const refsOf = ({ fileReference, reference, outcome }: ResultRow) => ({ fileReference, reference, outcome })

async function raiseFailed(deps: BankFileDeps, result: ResultRow, error: unknown): Promise<void> {
  const refs = { ...refsOf(result), error: (error as Error).message.slice(0, 300) }
  await raiseRecurring(deps.db, { kind: 'bank-result-failed', ref: refOf(result), money: moneyOf(result), refs, at: deps.clock.now() })
}

async function apply(tx: Tx, deps: BankFileDeps, result: ResultRow): Promise<ResultVerdict> {
  const at = deps.clock.now()
  const raise = async (verdict: UnappliedVerdict) => {
    await raiseException(tx, { kind: `bank-result-${verdict}`, ref: refOf(result), money: moneyOf(result), refs: refsOf(result), at })
    return verdict
  }
  const detail = result.fileId === null ? undefined : await lockDetail(tx, result.fileId, result.line)
  if (!detail || result.kind === null) return await raise('unknown-file')
  const transition = transitionFor(result.kind, detail.state, result.outcome)
  if (!transition || detail.amount !== result.amount || detail.reference !== result.reference) return await raise('mismatch')
  if (result.reason !== null && !isKnownReason(result.reason)) {
    // The return is certain, so it is applied; the code is raised once.
    await raiseException(tx, { kind: 'bank-result-unknown-reason', ref: `${result.account}:${result.reason}`, refs: refsOf(result), at })
  }
  const verdict = transition.event ? await applyEvent(tx, deps, transition.event, result, at) : 'no-action'
  if (verdict === 'conflict' || verdict === 'unknown-reference') return await raise(verdict)
  if (transition.next !== detail.state) await updateDetails(tx, detail.fileId, [detail.line], transition.next, at)
  return verdict
}

async function applyEvent(tx: Tx, { transfers }: BankFileDeps, event: 'settle' | 'fail' | 'reverse', { reference, reason }: ResultRow, at: Date) {
  if (event === 'fail') return await transfers.fail(tx, { reference, reason: failureFor(reason), at })
  return await transfers[event](tx, { reference, at })
}
