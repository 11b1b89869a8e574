import type { Ledger } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { ledgerAccountOf } from '../assets/index.ts'
import { recordMovements } from '../wallets/index.ts'
import { bankClearingAccount, releaseInFlight, payoutsAccount, unverifiedAccount } from './in-flight.ts'
import { heldNotification, notify } from './notifications.ts'
import { type BankEvent, postOrThrow, applyBankEvent } from './bank-events.ts'
import type { Verdict } from './rules.ts'
import { updateTransfer, type TransferRow } from './store.ts'

/**
 * Settles a transfer. A top-up is credited to its wallet, or held while its bank account is not verified; a withdrawal leaves the
 * payouts account.
 */
export async function settle({ ledger }: { ledger: Ledger }, tx: Tx, { reference, at }: BankEvent): Promise<Verdict> {
  return await applyBankEvent(tx, 'settle', reference, async (transfer, bankAccount) => {
    await ledger.openAccount(tx, bankClearingAccount(transfer.liveness))
    if (transfer.type === 'withdrawal') await payOut(tx, ledger, transfer, at)
    else if (bankAccount.verified) await credit(tx, ledger, transfer, bankAccount.id, at)
    else await holdUntilVerified(tx, ledger, transfer, bankAccount.id, at)
  })
}

async function payOut(tx: Tx, ledger: Ledger, transfer: TransferRow, at: Date): Promise<void> {
  const { liveness, amount } = transfer
  await postOrThrow(tx, ledger, transfer, 'settle', [{ op: 'transfer', from: payoutsAccount(liveness).id, to: bankClearingAccount(liveness).id, amount }])
  await updateTransfer(tx, transfer.id, { status: 'done', settledAt: at, doneAt: at }, at)
}

async function credit(tx: Tx, ledger: Ledger, transfer: TransferRow, bankAccountId: string, at: Date): Promise<void> {
  const { id, liveness, walletId, amount, maskedNumber } = transfer
  const posting = await postOrThrow(tx, ledger, transfer, 'settle', [
    { op: 'transfer', from: bankClearingAccount(liveness).id, to: ledgerAccountOf(walletId), amount },
    ...releaseInFlight(bankAccountId, amount),
  ])
  await recordMovements(tx, [{ posting, movement: { topupId: id, destWalletId: walletId, srcParty: maskedNumber } }])
  await updateTransfer(tx, id, { status: 'done', settledAt: at, doneAt: at }, at)
}

async function holdUntilVerified(tx: Tx, ledger: Ledger, transfer: TransferRow, bankAccountId: string, at: Date): Promise<void> {
  const { id, liveness, amount } = transfer
  const unverified = unverifiedAccount(bankAccountId, liveness)
  await ledger.openAccount(tx, unverified)
  await postOrThrow(tx, ledger, transfer, 'settle', [
    { op: 'transfer', from: bankClearingAccount(liveness).id, to: unverified.id, amount },
    ...releaseInFlight(bankAccountId, amount),
  ])
  await updateTransfer(tx, id, { status: 'requested', settledAt: at, held: true }, at)
  await notify(tx, transfer.createdBy, heldNotification(transfer))
}
