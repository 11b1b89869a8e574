import type { FundsTransferFailure } from '@nikau/contract/funds-transfers'
import { parseUpload } from '@nikau/rails/ib4b'
import type { Tx } from '@nikau/runtime'
import { storeFile } from './build-files.ts'
import type { BankOrderDeps } from './deps.ts'
import { type DetailRow, type FileRow, lockWindow, updateDetails, updateWindow } from './store.ts'

/**
 * Sends orders of a file that the bank has not processed in another one, with the next number of their window and the next generation.
 * Their lines in the old file are replaced. Returns the reference of the new file.
 */
export async function resendOrders(
  tx: Tx,
  deps: BankOrderDeps,
  file: Omit<FileRow, 'attempts'>,
  orders: readonly DetailRow[],
  now: Date,
): Promise<{ fileId: string; reference: string }> {
  const { id, kind, windowDay, generation, sealedBytes, keyId } = file
  await updateDetails(tx, id, orders.map(({ line }) => line), 'replaced', now) // prettier-ignore
  const window = await lockWindow(tx, { kind, day: windowDay, now })
  const number = window.files + 1
  await updateWindow(tx, { kind, day: windowDay, files: number, complete: window.complete })
  const written = parseUpload(Buffer.from(deps.vault.open({ sealed: sealedBytes, keyId }, id), 'latin1'))
  const rewritten = orders.map(({ transferId, line }) => ({ transferId, detail: written[line - 2]! }))
  const fileId = deps.ids.ordered()
  return { fileId, reference: await storeFile(tx, deps, { fileId, kind, windowDay, number, orders: rewritten, generation: generation + 1, now }) }
}

/** Fails orders that the bank has not processed: their money goes back, and their owners are told. */
export async function failOrders(
  tx: Tx,
  { transfers }: Pick<BankOrderDeps, 'transfers'>,
  orders: readonly DetailRow[],
  reason: FundsTransferFailure,
  now: Date,
): Promise<void> {
  for (const { fileId, line, reference } of orders) {
    await updateDetails(tx, fileId, [line], 'refused', now)
    await transfers.fail(tx, { reference, reason, at: now })
  }
}
