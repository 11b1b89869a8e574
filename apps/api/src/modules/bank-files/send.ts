import type { RejectionReason, Submission } from '@nikau/rails/ib4b'
import { RailError } from '@nikau/rails'
import { inTransaction } from '../../http/refusal.ts'
import { isStopped } from '../controls/index.ts'
import { raiseException } from '../exceptions/index.ts'
import { type BankFileDeps, connectionFor } from './deps.ts'
import { failOrders, resendOrders } from './replace-file.ts'
import { afterRejection } from './rules.ts'
import {
  startSendAttempt,
  type FileRow,
  lockIfReady,
  markAccepted,
  markConflict,
  markRejected,
  recordUnknown,
  selectAcceptedAs,
  selectDetails,
  wasAttempted,
} from './store.ts'

/**
 * Sends a file, or finds out what happened to it. A process that dies after the bank accepted the file leaves it `ready`; the next
 * attempt asks the bank for the reference before it sends the same bytes again. Throws when the outcome is still unknown.
 */
export async function sendFile(deps: BankFileDeps, fileId: string, signal?: AbortSignal): Promise<Submission['outcome'] | 'already-settled' | 'stopped'> {
  // What the bank may have already is followed to its end. The others are tried again every minute (jobs.ts).
  if ((await isStopped(deps.db, 'windows')) && !(await wasAttempted(deps.db, fileId))) return 'stopped'
  const file = await startSendAttempt(deps.db, fileId)
  if (!file) return 'already-settled'
  const bytes = Buffer.from(deps.vault.open({ sealed: file.sealedBytes, keyId: file.keyId }, file.id), 'latin1')
  const { reference, count, total } = file
  const submission = await connectionFor(deps, file.account)[file.kind].submit(
    { reference, bytes, count, total },
    { resubmit: file.attempts > 1, ...(signal && { signal }) },
  )
  switch (submission.outcome) {
    case 'accepted':
      await recordAcceptance(deps, file, submission)
      break
    case 'rejected':
      await handleRejection(deps, file, submission.reasons)
      break
    case 'conflict':
      await stopForOperator(deps, file, 'conflict', 'the bank has a different file under this reference')
      break
    case 'unknown':
      await recordUnknown(deps.db, fileId, submission.reason)
      throw new RailError(`bank file ${submission.reason}`, { retryable: true })
  }
  return submission.outcome
}

/** The bank has the file. If it was recorded as rejected meanwhile, its orders may be in another file as well: an operator decides. */
async function recordAcceptance(deps: BankFileDeps, file: FileRow, submission: Extract<Submission, { outcome: 'accepted' }>): Promise<void> {
  const at = deps.clock.now()
  if (await markAccepted(deps.db, file.id, { ...submission, at })) return
  if ((await selectAcceptedAs(deps.db, file.id)) === submission.bankFileId) return // by a concurrent attempt
  const reason = 'accepted by the bank after another outcome was recorded'
  await inTransaction(deps.db, async (tx) => {
    await markConflict(tx, file.id, reason)
    await raiseException(tx, {
      kind: 'bank-file-conflict',
      ref: file.reference,
      money: { unit: 'nzd.main', amount: file.total },
      refs: { fileId: file.id, reason },
      at,
    })
  })
}

/** Stops processing of the file and its transfers until an operator has looked. */
async function stopForOperator(deps: BankFileDeps, file: FileRow, state: 'rejected' | 'conflict', reason: string): Promise<void> {
  const at = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockIfReady(tx, file.id))) return
    await markRejected(tx, file.id, state, reason)
    await raiseException(tx, {
      kind: `bank-file-${state}`,
      ref: file.reference,
      money: { unit: 'nzd.main', amount: file.total },
      refs: { fileId: file.id, reason },
      at,
    })
  })
}

async function handleRejection(deps: BankFileDeps, file: FileRow, reasons: readonly RejectionReason[]): Promise<void> {
  const reason = reasons.map(({ line, field, code }) => `${line}/${field ?? '-'} ${code}`).slice(0, 20).join(', ') // prettier-ignore
  const { resend, refused } = afterRejection(reasons, file)
  if (!resend) return await stopForOperator(deps, file, 'rejected', reason)
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockIfReady(tx, file.id))) return
    await markRejected(tx, file.id, 'rejected', reason)
    const details = await selectDetails(tx, file.id)
    const failing = details.filter(({ line }) => refused.has(line))
    await failOrders(tx, deps, failing, 'account-closed', now)
    for (const { line, reference, amount, transferId } of failing) {
      const code = reasons.find((reason) => reason.line === line)?.code ?? ''
      await raiseException(tx, {
        kind: 'bank-order-refused',
        ref: reference,
        money: { unit: 'nzd.main', amount },
        refs: { transferId, fileId: file.id, code },
        at: now,
      })
    }
    const remaining = details.filter(({ line }) => !refused.has(line))
    if (remaining.length > 0) await resendOrders(tx, deps, file, remaining, now)
  })
}
