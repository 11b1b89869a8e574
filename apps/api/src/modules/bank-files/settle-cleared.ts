import { calendarDate } from '@nikau/nz/nz-time'
import { inTransaction } from '../../http/refusal.ts'
import { raiseException } from '../exceptions/index.ts'
import { applyPending, storeResults } from './ingest-results.ts'
import { type BankFileDeps, connectionFor } from './deps.ts'
import { isCleared } from './rules.ts'
import { updateDetails, lockDetailsInState, markCleared, type OpenFile, selectDetails, selectUncleared } from './store.ts'

const batchSize = 20

/**
 * Settles files whose return period is over. The complete results file is read again first, so that a result lost on the way cannot
 * turn a dishonoured debit into money. Returns how many transfers were settled.
 */
export async function settleCleared(deps: BankFileDeps, signal?: AbortSignal): Promise<number> {
  const now = deps.clock.now()
  let settled = 0
  for (const file of await selectUncleared(deps.db, calendarDate(now))) {
    if (!isCleared(file.finalDay, now)) continue
    const connection = connectionFor(deps, file.account)
    await storeResults(deps, connection, await connection.resultsOf(file.bankFileId, signal))
    await applyPending(deps, connection)
    if (file.kind === 'debit') settled += await settleRemaining(deps, file)
    if (!(await markCleared(deps.db, file.id, now))) await raiseMissingResults(deps, file)
  }
  return settled
}

async function settleRemaining(deps: BankFileDeps, file: OpenFile): Promise<number> {
  let settled = 0
  for (;;) {
    const done = await inTransaction(deps.db, async (tx) => {
      const details = await lockDetailsInState(tx, file.id, 'at-bank', batchSize)
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
  const unreported = (await selectDetails(deps.db, file.id)).filter(({ state }) => state === 'sent')
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
