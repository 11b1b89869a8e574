import type { Ledger } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { ledgerAccountOf } from '../assets/index.ts'
import { recordMovements } from '../wallets/index.ts'
import { unverifiedOf, widenInFlight } from './books.ts'
import { book } from './news.ts'
import { changeTransfer, lockHeld } from './store.ts'

/**
 * A bank account is verified, in the transaction that says so: all that waited for it goes to the wallets, each top-up as a
 * movement of its own, and more may be with the bank from now on. The caller holds the bank account's row.
 */
export async function releaseHeld({ ledger }: { ledger: Ledger }, tx: Tx, bankAccountId: string, at: Date): Promise<void> {
  await widenInFlight(tx, ledger, bankAccountId)
  for (const transfer of await lockHeld(tx, bankAccountId)) {
    const { id, liveness, walletId, amount, maskedNumber } = transfer
    const posting = await book(tx, ledger, transfer, 'release', [
      { op: 'transfer', from: unverifiedOf(bankAccountId, liveness).id, to: ledgerAccountOf(walletId), amount },
    ])
    await recordMovements(tx, [{ posting, movement: { topupId: id, destWalletId: walletId, srcParty: maskedNumber } }])
    await changeTransfer(tx, id, { status: 'done', held: false, doneAt: at }, at)
  }
}
