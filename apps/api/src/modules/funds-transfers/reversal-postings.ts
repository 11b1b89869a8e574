import { balance, type Ledger, type NewAccount, type Operation } from '@nikau/ledger'
import { type Cents, cents } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import { ledgerAccountOf } from '../assets/index.ts'
import { restore } from '../quotas/index.ts'
import { type Movement, recordMovements } from '../wallets/index.ts'
import { bankClearingAccount, releaseInFlight, payoutsAccount, unverifiedAccount } from './in-flight.ts'
import { postOrThrow } from './bank-events.ts'
import type { TransferRow } from './store.ts'

/**
 * Reverses a transfer from wherever its money is: in flight, held, or in the wallet. Restores its quotas in the month in which they
 * were consumed. `clearing` is where settled money came from, or goes to. Returns the posting and the wallet's balance.
 */
export async function postReversal(
  tx: Tx,
  ledger: Ledger,
  transfer: TransferRow,
  step: 'fail' | 'reverse' | 'abort' | 'return',
  clearing: NewAccount = bankClearingAccount(transfer.liveness),
): Promise<{ posting: bigint; balance: Cents }> {
  const restored = await restore(tx, transfer.posting, transfer.amount)
  if (!restored) throw new Error('the transfer consumed no quota')
  if (transfer.settledAt) await ledger.openAccount(tx, clearing)
  const { operations, movement } = transfer.type === 'topup' ? topUpReversal(transfer, clearing.id) : withdrawalReversal(transfer)
  const posting = await postOrThrow(tx, ledger, transfer, step, [...operations, ...restored.operations])
  await recordMovements(tx, [{ posting, movement: { ...movement, quota: restored.quota, counted: restored.counted } }])
  return { posting, balance: cents((await balance(tx, ledgerAccountOf(transfer.walletId)))!.posted) }
}

interface Reversal {
  operations: Operation[]
  movement: Movement
}

function topUpReversal({ id, liveness, walletId, bankAccountId, amount, settledAt, held, maskedNumber }: TransferRow, bank: string): Reversal {
  const movement = { topupId: id, srcWalletId: walletId, destParty: maskedNumber }
  // What was approved at the bank is not counted as in flight.
  if (!settledAt) return { operations: bankAccountId === null ? [] : releaseInFlight(bankAccountId, amount), movement }
  if (held && bankAccountId !== null)
    return { operations: [{ op: 'transfer', from: unverifiedAccount(bankAccountId, liveness).id, to: bank, amount }], movement }
  return { operations: [{ op: 'overdraw', from: ledgerAccountOf(walletId), to: bank, amount }], movement }
}

function withdrawalReversal({ id, liveness, walletId, amount, settledAt, maskedNumber }: TransferRow): Reversal {
  const movement = { withdrawalId: id, destWalletId: walletId, srcParty: maskedNumber }
  const from = settledAt ? bankClearingAccount(liveness).id : payoutsAccount(liveness).id
  return { operations: [{ op: 'transfer', from, to: ledgerAccountOf(walletId), amount }], movement }
}
