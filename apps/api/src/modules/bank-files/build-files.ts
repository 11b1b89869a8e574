import { createHash } from 'node:crypto'
import { calendarDate } from '@nikau/nz/nz-time'
import { isWritable, type UploadDetail } from '@nikau/rails/ib4b'
import type { Tx } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { isStopped } from '../controls/index.ts'
import { raiseException } from '../exceptions/index.ts'
import type { FileEntry } from '../funds-transfers/index.ts'
import type { BankFileDeps, BankOrderDeps } from './deps.ts'
import { dueDay, type FileKind, fileReference, lastClosedWindow, transferTypes, windowCloses } from './rules.ts'
import { insertFile, lockWindow, updateWindow } from './store.ts'

/** Banks accept 9,999 orders per file; smaller files keep the transaction short, and the rest goes into the next file. */
const maxOrdersPerFile = 2000

/**
 * Closes the cut-off window that is due: claims the waiting transfers, and stores them as files together with the jobs that send
 * them, in one transaction per file. Safe to run concurrently and to interrupt at any point. Returns the number of files.
 */
export async function buildFiles(deps: BankFileDeps, kind: FileKind): Promise<number> {
  const now = deps.clock.now()
  const day = lastClosedWindow(now)
  let built = 0
  for (;;) {
    const { written, more } = await inTransaction(deps.db, async (tx) => {
      const window = await lockWindow(tx, { kind, day, now })
      // The window stays open; the first run after the start builds its files, of a later day too.
      if (window.complete || (await isStopped(tx, 'windows'))) return { written: false, more: false }
      const fileId = deps.ids.ordered()
      const claim = { type: transferTypes[kind], fileId, requestedBefore: windowCloses(day), limit: maxOrdersPerFile, now }
      const entries = await deps.transfers.claimForBatch(tx, claim)
      const written = await buildFile(tx, deps, { fileId, kind, day, number: window.files + 1, entries, now })
      const complete = entries.length < maxOrdersPerFile
      await updateWindow(tx, { kind, day, files: window.files + (written ? 1 : 0), complete })
      return { written, more: !complete }
    })
    if (written) built++
    if (!more) return built
  }
}

interface Batch {
  fileId: string
  kind: FileKind
  day: string
  number: number
  entries: readonly FileEntry[]
  now: Date
}

async function buildFile(tx: Tx, deps: BankFileDeps, { fileId, kind, day, number, entries, now }: Batch): Promise<boolean> {
  const orders = entries.map((entry) => ({ transferId: entry.transferId, detail: toUploadDetail(entry) }))
  for (const { transferId, detail } of orders) {
    if (isWritable(detail)) continue
    await deps.transfers.fail(tx, { reference: detail.reference, reason: 'account-closed', at: now })
    const money = { unit: 'nzd.main', amount: detail.amount }
    await raiseException(tx, { kind: 'bank-order-invalid', ref: detail.reference, money, refs: { transferId }, at: now })
  }
  const writable = orders.filter(({ detail }) => isWritable(detail))
  if (writable.length === 0) return false
  await storeFile(tx, deps, { fileId, kind, windowDay: day, number, orders: writable, generation: 0, now })
  return true
}

function toUploadDetail({ accountNumber, amount, name, reference, particulars, code }: FileEntry): UploadDetail {
  return { account: accountNumber, amount, name, reference, particulars, code }
}

/** Composes a file and stores it, encrypted, with its details and its send job. Returns its reference. */
export async function storeFile(
  tx: Tx,
  deps: BankOrderDeps,
  file: {
    fileId: string
    kind: FileKind
    windowDay: string
    number: number
    orders: readonly { transferId: string; detail: UploadDetail }[]
    generation: number
    now: Date
  },
): Promise<string> {
  const { fileId, kind, windowDay, orders, generation, now } = file
  const connection = deps.connections[0]
  if (!connection) throw new Error('BANK_CONNECTIONS is empty: no bank to send files to')
  const reference = fileReference(kind, windowDay, file.number)
  const due = dueDay(now)
  const details = orders.map(({ detail }) => detail)
  const bytes = connection[kind].compose({ ownAccount: connection.account, dueDay: due, createdDay: calendarDate(now), reference, details })
  const { sealed, keyId } = deps.vault.seal(bytes.toString('latin1'), fileId)
  await insertFile(tx, {
    id: fileId,
    kind,
    windowDay,
    account: connection.account,
    reference,
    dueDay: due,
    total: details.reduce((sum, { amount }) => sum + amount, 0n),
    sealedBytes: sealed,
    keyId,
    digest: createHash('sha256').update(bytes).digest(),
    size: bytes.length,
    generation,
    now,
    details: orders.map(({ transferId, detail }) => ({ transferId, reference: detail.reference, amount: detail.amount })),
  })
  return reference
}
