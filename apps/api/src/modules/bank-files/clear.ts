import { calendarDate } from '@nikau/contract/nz-time'
import { inTransaction } from '../../http/refusal.ts'
import { listException } from '../exceptions/index.ts'
import { applyWaiting, keep } from './hear.ts'
import { type BankFileMeans, deskOf } from './means.ts'
import { isCleared } from './rules.ts'
import { changeDetails, lockSome, noteCleared, type OpenFile, selectDetails, selectUncleared } from './store.ts'

const lot = 20

/**
 * Closes files whose details can come back no more. Before a wallet is credited the whole results file is read once again, so that
 * no news that was lost on the way can turn a dishonoured debit into money. Answers how many transfers were settled.
 */
export async function clearFiles(means: BankFileMeans, signal?: AbortSignal): Promise<number> {
  const now = means.clock.now()
  let settled = 0
  for (const file of await selectUncleared(means.db, calendarDate(now))) {
    if (!isCleared(file.finalDay, now)) continue
    const desk = deskOf(means, file.account)
    await keep(means, desk, await desk.resultsOf(file.bankFileId, signal))
    await applyWaiting(means, desk)
    if (file.kind === 'debit') settled += await settleRest(means, file)
    if (!(await noteCleared(means.db, file.id, now))) await listUnsettled(means, file)
  }
  return settled
}

async function settleRest(means: BankFileMeans, file: OpenFile): Promise<number> {
  let settled = 0
  for (;;) {
    const done = await inTransaction(means.db, async (tx) => {
      const details = await lockSome(tx, file.id, 'at-bank', lot)
      const at = means.clock.now()
      for (const { line, reference, amount, transferId } of details) {
        const verdict = await means.transfers.settle(tx, { reference, at })
        // What the books do not take stands for a person to see; it is not asked again and again.
        const fits = verdict === 'applied' || verdict === 'repeated'
        await changeDetails(tx, file.id, [line], fits ? 'done' : 'refused', at)
        if (!fits) {
          const refs = { transferId, fileId: file.id, verdict }
          await listException(tx, { kind: 'bank-settlement-conflict', ref: reference, money: { unit: 'nzd.main', amount }, refs, at })
        }
      }
      return details.length
    })
    settled += done
    if (done === 0) return settled
  }
}

/** The bank took the file and says nothing of some of its details: a person must ask. */
async function listUnsettled(means: BankFileMeans, file: OpenFile): Promise<void> {
  const silent = (await selectDetails(means.db, file.id)).filter(({ state }) => state === 'sent')
  const at = means.clock.now()
  await inTransaction(means.db, async (tx) => {
    for (const { reference, amount, transferId } of silent)
      await listException(tx, {
        kind: 'bank-detail-without-result',
        ref: reference,
        money: { unit: 'nzd.main', amount },
        refs: { transferId, fileId: file.id },
        at,
      })
  })
}
