import type { DetailResult } from '@nikau/rails/ib4b'
import type { Tx } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { listException } from '../exceptions/index.ts'
import type { BankFileMeans, Desk } from './means.ts'
import { failureFor, statementType, stepFor } from './rules.ts'
import { changeDetails, lockDetail } from './store.ts'
import {
  type HeardResult,
  insertResults,
  lockWaiting,
  newsUpto,
  noteApplied,
  noteNewsUpto,
  type ResultRow,
  type ResultVerdict,
  selectFilesByReference,
} from './store-results.ts'

/** Results applied in one transaction: it holds our bank account's balance, so it is short. */
const lot = 20

/** Asks a bank what is new, keeps it, and acts on it. Answers how many results were new to act on. */
export async function hear(means: BankFileMeans, desk: Desk, signal?: AbortSignal): Promise<number> {
  const news = await desk.newsAfter(await newsUpto(means.db, desk.account), signal)
  await keep(means, desk, news)
  // Only now: whoever dies before this hears the same news again.
  const highest = news.reduce((most, { sequence }) => (sequence > most ? sequence : most), 0n)
  if (highest > 0n) await noteNewsUpto(means.db, desk.account, highest)
  return await applyWaiting(means, desk)
}

export async function keep(means: BankFileMeans, desk: Desk, news: readonly DetailResult[]): Promise<void> {
  const now = means.clock.now()
  for (let start = 0; start < news.length; start += 1000) {
    const part = news.slice(start, start + 1000)
    const files = await selectFilesByReference(means.db, desk.account, [...new Set(part.map(({ fileReference }) => fileReference))])
    const heard = part.map((one): HeardResult => {
      const file = files.get(one.fileReference)
      const shown = file && statementType(file.kind, one.outcome)
      return { ...one, file, expected: shown && { type: shown.type, amount: shown.sign * one.amount } }
    })
    await inTransaction(means.db, (tx) => insertResults(tx, desk.account, heard, now))
  }
}

/** Acts on all news that wait. One that cannot be acted on keeps no other back, and is thrown at the end. */
export async function applyWaiting(means: BankFileMeans, desk: Desk): Promise<number> {
  const failed = new Map<bigint, unknown>()
  let count = 0
  let size = lot
  for (;;) {
    let first: bigint | undefined
    try {
      const done = await inTransaction(means.db, async (tx) => {
        const waiting = await lockWaiting(tx, desk.account, size, [...failed.keys()])
        first = waiting[0]?.sequence
        for (const result of waiting) await noteApplied(tx, result, await apply(tx, means, result), means.clock.now())
        return waiting.length
      })
      count += done
      if (done === 0) break
      size = lot
    } catch (error) {
      // Once more, one by one, to find the one that is at fault.
      if (size === 1 && first !== undefined) failed.set(first, error)
      else if (first === undefined) throw error
      size = 1
    }
  }
  if (failed.size > 0) throw new AggregateError(failed.values(), `${failed.size} results could not be applied: ${[...failed.keys()].slice(0, 5).join(', ')}`)
  return count
}

async function apply(tx: Tx, means: BankFileMeans, result: ResultRow): Promise<ResultVerdict> {
  const at = means.clock.now()
  const setAside = async (verdict: ResultVerdict) => {
    await listException(tx, {
      kind: `bank-result-${verdict}`,
      ref: `${result.account}:${result.sequence}`,
      money: { unit: 'nzd.main', amount: result.amount },
      refs: { fileReference: result.fileReference, reference: result.reference, outcome: result.outcome },
      at,
    })
    return verdict
  }
  const detail = result.fileId === null ? undefined : await lockDetail(tx, result.fileId, result.line)
  if (!detail || result.kind === null) return await setAside('unknown-file')
  const step = stepFor(result.kind, detail.state, result.outcome)
  if (!step || detail.amount !== result.amount || detail.reference !== result.reference) return await setAside('mismatch')
  const verdict = step.act ? await act(tx, means, step.act, result, at) : 'noted'
  if (verdict === 'conflict' || verdict === 'unknown-reference') return await setAside(verdict)
  if (step.next !== detail.state) await changeDetails(tx, detail.fileId, [detail.line], step.next, at)
  return verdict
}

async function act(tx: Tx, { transfers }: BankFileMeans, what: 'settle' | 'fail' | 'reverse', { reference, reason }: ResultRow, at: Date) {
  if (what === 'fail') return await transfers.fail(tx, { reference, reason: failureFor(reason), at })
  return await transfers[what](tx, { reference, at })
}
