import type { Ledger } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { reversedNotification, notify } from './notifications.ts'
import { type BankEvent, applyBankEvent } from './bank-events.ts'
import type { Verdict } from './rules.ts'
import { updateTransfer } from './store.ts'
import { postReversal } from './reversal-postings.ts'

/**
 * The bank reverses a settled top-up, which the payer may request for nine months. The wallet is debited even if its balance goes
 * below zero; spending then stops, because every other posting keeps the floor. A top-up that was still held fails instead.
 */
export async function reverse({ ledger }: { ledger: Ledger }, tx: Tx, { reference, at }: BankEvent): Promise<Verdict> {
  return await applyBankEvent(tx, 'reverse', reference, async (transfer) => {
    const { balance } = await postReversal(tx, ledger, transfer, 'reverse')
    const change = transfer.held
      ? ({ status: 'failed', failure: 'stopped-by-payer', failedAt: at, held: false, reversedAt: at } as const)
      : ({ status: 'done', reversedAt: at } as const)
    await updateTransfer(tx, transfer.id, change, at)
    await notify(tx, transfer.createdBy, reversedNotification(transfer, balance))
  })
}
