import { calendarDate } from '@nikau/contract/nz-time'
import { isWritable, type UploadDetail } from '@nikau/rails/ib4b'
import type { Tx } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { listException } from '../exceptions/index.ts'
import type { FileEntry } from '../funds-transfers/index.ts'
import type { BankFileMeans } from './means.ts'
import { dueDay, type FileKind, fileReference, lastWindow, transferTypes } from './rules.ts'
import { insertFile, lockWindow, noteWindow } from './store.ts'

/** Orders in one file. A bank takes 9,999; smaller ones keep a transaction short, and what is over goes into the next file. */
const ordersPerFile = 2000

/**
 * Closes the window that is due, if it is not closed: what customers have asked for becomes files, kept with the job that sends them,
 * in the transaction that takes it from the transfers. Safe to run by several at once and to cut off anywhere. Answers the number
 * of files.
 */
export async function closeWindow(means: BankFileMeans, kind: FileKind): Promise<number> {
  const now = means.clock.now()
  const day = lastWindow(now)
  let made = 0
  for (;;) {
    const { taken, more } = await inTransaction(means.db, async (tx) => {
      const window = await lockWindow(tx, { kind, day, now })
      if (window.complete) return { taken: false, more: false }
      const fileId = means.ids.ordered()
      const entries = await means.transfers.takeForFile(tx, { type: transferTypes[kind], fileId, limit: ordersPerFile, now })
      const written = await writeDown(tx, means, { fileId, kind, day, number: window.files + 1, entries, now })
      const complete = entries.length < ordersPerFile
      await noteWindow(tx, { kind, day, files: window.files + (written ? 1 : 0), complete })
      return { taken: written, more: !complete }
    })
    if (taken) made++
    if (!more) return made
  }
}

interface Lot {
  fileId: string
  kind: FileKind
  day: string
  number: number
  entries: readonly FileEntry[]
  now: Date
}

async function writeDown(tx: Tx, means: BankFileMeans, { fileId, kind, day, number, entries, now }: Lot): Promise<boolean> {
  const orders = entries.map((entry) => ({ transferId: entry.transferId, detail: orderOf(entry) }))
  for (const { transferId, detail } of orders) {
    if (isWritable(detail)) continue
    await means.transfers.fail(tx, { reference: detail.reference, reason: 'account-closed', at: now })
    const money = { unit: 'nzd.main', amount: detail.amount }
    await listException(tx, { kind: 'bank-order-unwritable', ref: detail.reference, money, refs: { transferId }, at: now })
  }
  const good = orders.filter(({ detail }) => isWritable(detail))
  if (good.length === 0) return false
  await keepFile(tx, means, { fileId, kind, windowDay: day, number, orders: good, generation: 0, now })
  return true
}

function orderOf({ accountNumber, amount, name, reference, code }: FileEntry): UploadDetail {
  return { account: accountNumber, amount, name, reference, code }
}

/** Composes a file and keeps it with everything that belongs to it. */
export async function keepFile(
  tx: Tx,
  means: BankFileMeans,
  file: {
    fileId: string
    kind: FileKind
    windowDay: string
    number: number
    orders: readonly { transferId: string; detail: UploadDetail }[]
    generation: number
    now: Date
  },
): Promise<void> {
  const { fileId, kind, windowDay, orders, generation, now } = file
  const desk = means.desks[0]
  if (!desk) throw new Error('no bank is configured to send files to')
  const reference = fileReference(kind, windowDay, file.number)
  const due = dueDay(now)
  const details = orders.map(({ detail }) => detail)
  const bytes = desk[kind].compose({ ownAccount: desk.account, dueDay: due, createdDay: calendarDate(now), reference, details })
  const { sealed, keyId } = means.vault.seal(bytes.toString('latin1'), fileId)
  await insertFile(tx, {
    id: fileId,
    kind,
    windowDay,
    account: desk.account,
    reference,
    dueDay: due,
    total: details.reduce((sum, { amount }) => sum + amount, 0n),
    sealedBytes: sealed,
    keyId,
    generation,
    now,
    details: orders.map(({ transferId, detail }) => ({ transferId, reference: detail.reference, amount: detail.amount })),
  })
}
