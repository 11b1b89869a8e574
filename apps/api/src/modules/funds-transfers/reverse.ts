import type { Ledger } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { reversedLetter, tell } from './letters.ts'
import { type BankWord, hear } from './news.ts'
import type { Verdict } from './rules.ts'
import { changeTransfer } from './store.ts'
import { takeBack } from './take-back.ts'

/**
 * Long after it settled the bank has taken a top-up back, as its payer may ask for nine months. The wallet pays for it even if
 * that puts it below nothing; spending then stops by itself, because every other movement keeps the floor. What still waited
 * for verification was never the wallet's: such a top-up has failed.
 */
export async function reverse({ ledger }: { ledger: Ledger }, tx: Tx, { reference, at }: BankWord): Promise<Verdict> {
  return await hear(tx, 'reverse', reference, async (transfer) => {
    const balance = await takeBack(tx, ledger, transfer, 'reverse')
    const change = transfer.held
      ? ({ status: 'failed', failure: 'stopped-by-payer', failedAt: at, held: false, reversedAt: at } as const)
      : ({ status: 'done', reversedAt: at } as const)
    await changeTransfer(tx, transfer.id, change, at)
    await tell(tx, transfer.createdBy, reversedLetter(transfer, balance))
  })
}
