import { balance, type Ledger, type Operation } from '@nikau/ledger'
import { type Cents, cents } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import { ledgerAccountOf } from '../assets/index.ts'
import { giveBack } from '../quotas/index.ts'
import { type Movement, recordMovements } from '../wallets/index.ts'
import { bankOf, land, payoutsOf, unverifiedOf } from './books.ts'
import { book } from './news.ts'
import type { TransferRow } from './store.ts'

/**
 * Undoes a transfer from wherever its money is: still with the bank, held apart, or arrived. What it used of its quotas is given
 * back in the month in which it was used. Answers what the wallet then has.
 */
export async function takeBack(tx: Tx, ledger: Ledger, transfer: TransferRow, step: 'fail' | 'reverse' | 'abort'): Promise<Cents> {
  const back = await giveBack(tx, transfer.posting, transfer.amount)
  if (!back) throw new Error('a transfer was counted against no quota')
  if (transfer.settledAt) await ledger.openAccount(tx, bankOf(transfer.liveness))
  const { operations, movement } = transfer.type === 'topup' ? topUpUndone(transfer) : withdrawalUndone(transfer)
  const posting = await book(tx, ledger, transfer, step, [...operations, ...back.operations])
  await recordMovements(tx, [{ posting, movement: { ...movement, quota: back.quota, counted: back.counted } }])
  return cents((await balance(tx, ledgerAccountOf(transfer.walletId)))!.posted)
}

interface Undoing {
  operations: Operation[]
  movement: Movement
}

function topUpUndone({ id, liveness, walletId, bankAccountId, amount, settledAt, held, maskedNumber }: TransferRow): Undoing {
  const movement = { topupId: id, srcWalletId: walletId, destParty: maskedNumber }
  const bank = bankOf(liveness).id
  if (!settledAt) return { operations: land(bankAccountId, amount), movement }
  if (held) return { operations: [{ op: 'transfer', from: unverifiedOf(bankAccountId, liveness).id, to: bank, amount }], movement }
  return { operations: [{ op: 'overdraw', from: ledgerAccountOf(walletId), to: bank, amount }], movement }
}

function withdrawalUndone({ id, liveness, walletId, amount, settledAt, maskedNumber }: TransferRow): Undoing {
  const movement = { withdrawalId: id, destWalletId: walletId, srcParty: maskedNumber }
  const from = settledAt ? bankOf(liveness).id : payoutsOf(liveness).id
  return { operations: [{ op: 'transfer', from, to: ledgerAccountOf(walletId), amount }], movement }
}
