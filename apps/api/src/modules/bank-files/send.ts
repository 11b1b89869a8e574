import { readUpload, type RejectionReason, type Submission } from '@nikau/rails/ib4b'
import { RailError } from '@nikau/rails'
import { inTransaction } from '../../http/refusal.ts'
import { listException } from '../exceptions/index.ts'
import { keepFile } from './close-window.ts'
import { type BankFileMeans, deskOf } from './means.ts'
import { afterRejection } from './rules.ts'
import { beginSending, changeDetails, type FileRow, lockReady, lockWindow, noteAccepted, noteRefused, noteUnknown, noteWindow, selectDetails } from './store.ts'

/**
 * Sends a file, or finds out what became of it. A process that dies after the bank's yes and before our note of it leaves the file
 * as it was; the next attempt asks the bank for the reference, and only then sends the very same bytes. Throws when the fate is
 * still unknown.
 */
export async function sendFile(means: BankFileMeans, fileId: string, signal?: AbortSignal): Promise<Submission['outcome'] | 'settled before'> {
  const file = await beginSending(means.db, fileId)
  if (!file) return 'settled before'
  const bytes = Buffer.from(means.vault.open({ sealed: file.sealedBytes, keyId: file.keyId }, file.id), 'latin1')
  const { reference, count, total } = file
  const said = await deskOf(means, file.account)[file.kind].submit({ reference, bytes, count, total }, { again: file.attempts > 1, ...(signal && { signal }) })
  switch (said.outcome) {
    case 'accepted':
      await noteAccepted(means.db, fileId, { ...said, at: means.clock.now() })
      break
    case 'rejected':
      await reject(means, file, bytes, said.reasons)
      break
    case 'conflict':
      await setAside(means, file, 'conflict', 'the reference stands for something else')
      break
    case 'unknown':
      await noteUnknown(means.db, fileId, said.why)
      throw new RailError(`bank file ${said.why}`, { retryable: true })
  }
  return said.outcome
}

/** A person must look: nothing more happens by itself to the file or the transfers in it. */
async function setAside(means: BankFileMeans, file: FileRow, state: 'rejected' | 'conflict', why: string): Promise<void> {
  const at = means.clock.now()
  await inTransaction(means.db, async (tx) => {
    if (!(await lockReady(tx, file.id))) return
    await noteRefused(tx, file.id, state, why)
    await listException(tx, {
      kind: `bank-file-${state}`,
      ref: file.reference,
      money: { unit: 'nzd.main', amount: file.total },
      refs: { fileId: file.id, why },
      at,
    })
  })
}

async function reject(means: BankFileMeans, file: FileRow, bytes: Buffer, reasons: readonly RejectionReason[]): Promise<void> {
  const why = reasons.map(({ line, field, code }) => `${line}/${field ?? '-'} ${code}`).slice(0, 20).join(', ') // prettier-ignore
  const { again, refused } = afterRejection(reasons, file)
  if (!again) return await setAside(means, file, 'rejected', why)
  const now = means.clock.now()
  await inTransaction(means.db, async (tx) => {
    if (!(await lockReady(tx, file.id))) return
    await noteRefused(tx, file.id, 'rejected', why)
    const details = await selectDetails(tx, file.id)
    const written = readUpload(bytes)
    const left = details.filter(({ line }) => !refused.has(line))
    await changeDetails(tx, file.id, [...refused], 'refused', now)
    await changeDetails(tx, file.id, left.map(({ line }) => line), 'replaced', now) // prettier-ignore
    for (const { line, reference, amount, transferId } of details.filter((one) => refused.has(one.line))) {
      await means.transfers.fail(tx, { reference, reason: 'account-closed', at: now })
      const code = reasons.find((reason) => reason.line === line)?.code ?? ''
      await listException(tx, {
        kind: 'bank-order-refused',
        ref: reference,
        money: { unit: 'nzd.main', amount },
        refs: { transferId, fileId: file.id, code },
        at: now,
      })
    }
    if (left.length === 0) return
    const window = await lockWindow(tx, { kind: file.kind, day: file.windowDay, now })
    const number = window.files + 1
    await noteWindow(tx, { kind: file.kind, day: file.windowDay, files: number, complete: window.complete })
    const orders = left.map(({ transferId, line }) => ({ transferId, detail: written[line - 2]! }))
    await keepFile(tx, means, { fileId: means.ids.ordered(), kind: file.kind, windowDay: file.windowDay, number, orders, generation: file.generation + 1, now })
  })
}
