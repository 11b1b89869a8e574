import { calendarDate } from '@nikau/nz/nz-time'
import { inTransaction } from '../../http/refusal.ts'
import { raiseException } from '../exceptions/index.ts'
import { applyPending, reportReading, storeResults } from './ingest-results.ts'
import { type BankFileDeps, connectionFor } from './deps.ts'
import { isCleared } from './rules.ts'
import { runEach } from './run-each.ts'
import { updateDetails, lockSettleable, markCleared, type OpenFile, selectUncleared, selectUnreported } from './store.ts'

const batchSize = 20

/**
 * Settles files whose return period is over. The complete results file is read again first, so that a result lost on the way cannot
 * turn a dishonoured debit into money; a file whose results cannot be read waits, and the others do not wait for it. Returns how many
 * transfers were settled.
 */
export async function settleCleared(deps: BankFileDeps, signal?: AbortSignal): Promise<number> {
  const now = deps.clock.now()
  const cleared = (await selectUncleared(deps.db, calendarDate(now))).filter(({ finalDay }) => isCleared(finalDay, now))
  return sum(await runEach(cleared, (file) => settleFile(deps, file, signal)))
}

async function settleFile(deps: BankFileDeps, file: OpenFile, signal: AbortSignal | undefined): Promise<number> {
  const connection = connectionFor(deps, file.account)
  const { results, unreadable } = await connection.resultsOf(file.bankFileId, signal)
  await storeResults(deps, connection, results)
  await applyPending(deps, connection)
  if (!(await reportReading(deps, file.reference, unreadable))) return 0
  const settled = file.kind === 'debit' ? await settleRemaining(deps, file) : 0
  if (!(await markCleared(deps.db, file.id, deps.clock.now()))) await raiseMissingResults(deps, file)
  return settled
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

async function settleRemaining(deps: BankFileDeps, file: OpenFile): Promise<number> {
  let settled = 0
  for (;;) {
    const done = await inTransaction(deps.db, async (tx) => {
      const details = await lockSettleable(tx, file.id, batchSize)
      const at = deps.clock.now()
      for (const { line, reference, amount, transferId } of details) {
        const verdict = await deps.transfers.settle(tx, { reference, at })
        // A transfer that cannot be settled goes to an operator and is not retried.
        const isSettled = verdict === 'applied' || verdict === 'repeated'
        await updateDetails(tx, file.id, [line], isSettled ? 'done' : 'refused', at)
        if (!isSettled) {
          const refs = { transferId, fileId: file.id, verdict }
          await raiseException(tx, { kind: 'bank-settlement-conflict', ref: reference, money: { unit: 'nzd.main', amount }, refs, at })
        }
      }
      return details.length
    })
    settled += done
    if (done === 0) return settled
  }
}

/** Raises an exception for each accepted order that the bank has not reported a result for. */
async function raiseMissingResults(deps: BankFileDeps, file: OpenFile): Promise<void> {
  const unreported = await selectUnreported(deps.db, file.id)
  const at = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    for (const { reference, amount, transferId } of unreported)
      await raiseException(tx, {
        kind: 'bank-result-missing',
        ref: reference,
        money: { unit: 'nzd.main', amount },
        refs: { transferId, fileId: file.id },
        at,
      })
  })
}
