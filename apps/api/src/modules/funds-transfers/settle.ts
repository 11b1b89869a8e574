import type { Ledger } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { ledgerAccountOf } from '../assets/index.ts'
import { recordMovements } from '../wallets/index.ts'
import { bankOf, land, payoutsOf, unverifiedOf } from './books.ts'
import { heldLetter, tell } from './letters.ts'
import { type BankWord, book, hear } from './news.ts'
import type { Verdict } from './rules.ts'
import { changeTransfer, type TransferRow } from './store.ts'

/**
 * The bank has settled a transfer. A top-up reaches its wallet, or waits apart while its bank account is not verified; a
 * withdrawal leaves our books.
 */
export async function settle({ ledger }: { ledger: Ledger }, tx: Tx, { reference, at }: BankWord): Promise<Verdict> {
  return await hear(tx, 'settle', reference, async (transfer, bankAccount) => {
    await ledger.openAccount(tx, bankOf(transfer.liveness))
    if (transfer.type === 'withdrawal') await payOut(tx, ledger, transfer, at)
    else if (bankAccount.verified) await credit(tx, ledger, transfer, at)
    else await holdApart(tx, ledger, transfer, at)
  })
}

async function payOut(tx: Tx, ledger: Ledger, transfer: TransferRow, at: Date): Promise<void> {
  const { liveness, amount } = transfer
  await book(tx, ledger, transfer, 'settle', [{ op: 'transfer', from: payoutsOf(liveness).id, to: bankOf(liveness).id, amount }])
  await changeTransfer(tx, transfer.id, { status: 'done', settledAt: at, doneAt: at }, at)
}

async function credit(tx: Tx, ledger: Ledger, transfer: TransferRow, at: Date): Promise<void> {
  const { id, liveness, walletId, bankAccountId, amount, maskedNumber } = transfer
  const posting = await book(tx, ledger, transfer, 'settle', [
    { op: 'transfer', from: bankOf(liveness).id, to: ledgerAccountOf(walletId), amount },
    ...land(bankAccountId, amount),
  ])
  await recordMovements(tx, [{ posting, movement: { topupId: id, destWalletId: walletId, srcParty: maskedNumber } }])
  await changeTransfer(tx, id, { status: 'done', settledAt: at, doneAt: at }, at)
}

async function holdApart(tx: Tx, ledger: Ledger, transfer: TransferRow, at: Date): Promise<void> {
  const { id, liveness, bankAccountId, amount } = transfer
  const apart = unverifiedOf(bankAccountId, liveness)
  await ledger.openAccount(tx, apart)
  await book(tx, ledger, transfer, 'settle', [{ op: 'transfer', from: bankOf(liveness).id, to: apart.id, amount }, ...land(bankAccountId, amount)])
  await changeTransfer(tx, id, { status: 'requested', settledAt: at, held: true }, at)
  await tell(tx, transfer.createdBy, heldLetter(transfer))
}
