import type { FundsTransferFailure } from '@nikau/contract/funds-transfers'
import type { Ledger } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { failedLetter, tell } from './letters.ts'
import { type BankWord, hear } from './news.ts'
import type { Verdict } from './rules.ts'
import { changeTransfer } from './store.ts'
import { takeBack } from './take-back.ts'

/**
 * The bank will not do it: a debit was dishonoured, a payout bounced. Also after it had settled, since a bank has three days to
 * say so: what the wallet had is then taken back, or given back.
 */
export async function fail({ ledger }: { ledger: Ledger }, tx: Tx, { reference, reason, at }: BankWord & { reason: FundsTransferFailure }): Promise<Verdict> {
  return await hear(tx, 'fail', reference, async (transfer) => {
    const balance = await takeBack(tx, ledger, transfer, 'fail')
    await changeTransfer(tx, transfer.id, { status: 'failed', failure: reason, failedAt: at, held: false }, at)
    await tell(tx, transfer.createdBy, failedLetter({ ...transfer, failure: reason }, balance))
  })
}
