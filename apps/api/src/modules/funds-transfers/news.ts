import type { Ledger, Operation } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { type News, type Verdict, verdictOn } from './rules.ts'
import { type BankAccountRow, findByReference, holdBankAccount, lockTransfer, type TransferRow } from './store.ts'

/** One word of the bank about one transfer. */
export interface BankWord {
  reference: string
  at: Date
}

/**
 * Hears the bank's word about a transfer and does what follows from it, once. Safe to be told twice, by two at the same moment,
 * and in the wrong order: then the answer says so and nothing changes. The bank account is held before the transfer, here as in
 * its verification, so that the two never wait for each other in a circle.
 */
export async function hear(
  tx: Tx,
  news: News,
  reference: string,
  apply: (transfer: TransferRow, bankAccount: BankAccountRow) => Promise<void>,
): Promise<Verdict> {
  const found = await findByReference(tx, reference)
  if (!found) return 'unknown-reference'
  const bankAccount = await holdBankAccount(tx, found.bankAccountId)
  const transfer = await lockTransfer(tx, found.id)
  if (!bankAccount || !transfer) throw new Error('a transfer has lost its bank account')
  const verdict = verdictOn(news, transfer)
  if (verdict === 'applied') await apply(transfer, bankAccount)
  return verdict
}

/** Posts what has to succeed: the bank has moved the money already. */
export async function book(tx: Tx, ledger: Ledger, transfer: Pick<TransferRow, 'id' | 'type'>, step: string, operations: Operation[]): Promise<bigint> {
  const [outcome] = await ledger.postIn(tx, [
    { reference: `${step}:${transfer.id}`, kind: `${transfer.type}.${step}`, subject: `funds-transfer:${transfer.id}`, operations },
  ])
  if (outcome?.outcome !== 'accepted') throw new Error(`the ${step} of a ${transfer.type} could not be booked: ${JSON.stringify(outcome)}`)
  return outcome.posting
}
