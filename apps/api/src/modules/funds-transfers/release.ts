import type { Ledger } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { ledgerAccountOf } from '../assets/index.ts'
import { recordMovements } from '../wallets/index.ts'
import { unverifiedAccount, raiseInFlightLimit } from './in-flight.ts'
import { postOrThrow } from './bank-events.ts'
import { updateTransfer, lockHeld } from './store.ts'

/**
 * Releases held top-ups to the wallets, each as its own movement, and raises the in-flight limit, in the transaction that verifies the
 * bank account. The caller has locked its row. Returns their ids.
 */
export async function releaseHeld({ ledger }: { ledger: Ledger }, tx: Tx, bankAccountId: string, at: Date): Promise<string[]> {
  await raiseInFlightLimit(tx, ledger, bankAccountId)
  const held = await lockHeld(tx, bankAccountId)
  for (const transfer of held) {
    const { id, liveness, walletId, amount, maskedNumber } = transfer
    const posting = await postOrThrow(tx, ledger, transfer, 'release', [
      { op: 'transfer', from: unverifiedAccount(bankAccountId, liveness).id, to: ledgerAccountOf(walletId), amount },
    ])
    await recordMovements(tx, [{ posting, movement: { topupId: id, destWalletId: walletId, srcParty: maskedNumber } }])
    await updateTransfer(tx, id, { status: 'done', held: false, doneAt: at }, at)
  }
  return held.map(({ id }) => id)
}
