import type { FundsTransferFailure } from '@nikau/contract/funds-transfers'
import type { Ledger } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { failedNotification, notify } from './notifications.ts'
import { type BankEvent, applyBankEvent } from './bank-events.ts'
import type { Verdict } from './rules.ts'
import { updateTransfer } from './store.ts'
import { postReversal } from './reversal-postings.ts'

/**
 * Fails a transfer: a debit was dishonoured or a payout bounced. This can follow settlement, because banks have three days to return
 * a payment; the wallet is then debited or credited again.
 */
export async function fail({ ledger }: { ledger: Ledger }, tx: Tx, { reference, reason, at }: BankEvent & { reason: FundsTransferFailure }): Promise<Verdict> {
  return await applyBankEvent(tx, 'fail', reference, async (transfer) => {
    const { balance } = await postReversal(tx, ledger, transfer, 'fail')
    await updateTransfer(tx, transfer.id, { status: 'failed', failure: reason, failedAt: at, held: false }, at)
    await notify(tx, transfer.createdBy, failedNotification({ ...transfer, failure: reason }, balance))
  })
}
