import type { Ledger, Operation } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { type BankEventType, type Verdict, verdictFor } from './rules.ts'
import { type BankAccountRow, selectByReference, lockBankAccount, lockTransfer, type TransferRow } from './store.ts'

/** What the bank reports about one transfer. */
export interface BankEvent {
  reference: string
  at: Date
}

/**
 * Applies an event from the bank to a transfer, once. Repeated, concurrent and out-of-order events change nothing, and the verdict
 * says so. The bank account is locked before the transfer, as verification does, so the two cannot deadlock.
 */
export async function applyBankEvent(
  tx: Tx,
  type: BankEventType,
  reference: string,
  apply: (transfer: TransferRow, bankAccount: BankAccountRow) => Promise<void>,
): Promise<Verdict> {
  const found = await selectByReference(tx, reference)
  if (!found) return 'unknown-reference'
  const bankAccount = await lockBankAccount(tx, found.bankAccountId)
  const transfer = await lockTransfer(tx, found.id)
  if (!bankAccount || !transfer) throw new Error('transfer without a bank account')
  const verdict = verdictFor(type, transfer)
  if (verdict === 'applied') await apply(transfer, bankAccount)
  return verdict
}

/** Posts what must succeed, because the bank has already moved the money. */
export async function postOrThrow(tx: Tx, ledger: Ledger, transfer: Pick<TransferRow, 'id' | 'type'>, step: string, operations: Operation[]): Promise<bigint> {
  const [outcome] = await ledger.postInTransaction(tx, [
    { reference: `${step}:${transfer.id}`, kind: `${transfer.type}.${step}`, subject: `funds-transfer:${transfer.id}`, operations },
  ])
  if (outcome?.outcome !== 'accepted') throw new Error(`${transfer.type} ${step} was not posted: ${JSON.stringify(outcome)}`)
  return outcome.posting
}
