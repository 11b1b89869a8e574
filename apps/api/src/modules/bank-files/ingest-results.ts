import type { DetailResult } from '@nikau/rails/ib4b'
import type { Tx } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { raiseException } from '../exceptions/index.ts'
import type { BankFileDeps, BankConnection } from './deps.ts'
import { failureFor, statementType, transitionFor } from './rules.ts'
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
  const results = await connection.resultsAfter(await selectLastSequence(deps.db, connection.account), signal)
  await storeResults(deps, connection, results)
  // The cursor moves only after the results are stored: a crash before this fetches them again.
  const highest = results.reduce((max, { sequence }) => (sequence > max ? sequence : max), 0n)
  if (highest > 0n) await updateLastSequence(deps.db, connection.account, highest)
  return await applyPending(deps, connection)
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

/** Applies all pending results. One that fails does not block the others; the errors are thrown at the end. */
export async function applyPending(deps: BankFileDeps, connection: BankConnection): Promise<number> {
  const failed = new Map<bigint, unknown>()
  let count = 0
  let size = batchSize
  for (;;) {
    let first: bigint | undefined
    try {
      const done = await inTransaction(deps.db, async (tx) => {
        const pending = await lockPendingResults(tx, connection.account, size, [...failed.keys()])
        first = pending[0]?.sequence
        for (const result of pending) await markApplied(tx, result, await apply(tx, deps, result), deps.clock.now())
        return pending.length
      })
      count += done
      if (done === 0) break
      size = batchSize
    } catch (error) {
      // Retry one by one to find the failing result.
      if (size === 1 && first !== undefined) failed.set(first, error)
      else if (first === undefined) throw error
      size = 1
    }
  }
  if (failed.size > 0) throw new AggregateError(failed.values(), `${failed.size} results could not be applied: ${[...failed.keys()].slice(0, 5).join(', ')}`)
  return count
}

async function apply(tx: Tx, deps: BankFileDeps, result: ResultRow): Promise<ResultVerdict> {
  const at = deps.clock.now()
  const raise = async (verdict: UnappliedVerdict) => {
    await raiseException(tx, {
      kind: `bank-result-${verdict}`,
      ref: `${result.account}:${result.sequence}`,
      money: { unit: 'nzd.main', amount: result.amount },
      refs: { fileReference: result.fileReference, reference: result.reference, outcome: result.outcome },
      at,
    })
    return verdict
  }
  const detail = result.fileId === null ? undefined : await lockDetail(tx, result.fileId, result.line)
  if (!detail || result.kind === null) return await raise('unknown-file')
  const transition = transitionFor(result.kind, detail.state, result.outcome)
  if (!transition || detail.amount !== result.amount || detail.reference !== result.reference) return await raise('mismatch')
  const verdict = transition.event ? await applyEvent(tx, deps, transition.event, result, at) : 'no-action'
  if (verdict === 'conflict' || verdict === 'unknown-reference') return await raise(verdict)
  if (transition.next !== detail.state) await updateDetails(tx, detail.fileId, [detail.line], transition.next, at)
  return verdict
}

async function applyEvent(tx: Tx, { transfers }: BankFileDeps, event: 'settle' | 'fail' | 'reverse', { reference, reason }: ResultRow, at: Date) {
  if (event === 'fail') return await transfers.fail(tx, { reference, reason: failureFor(reason), at })
  return await transfers[event](tx, { reference, at })
}
