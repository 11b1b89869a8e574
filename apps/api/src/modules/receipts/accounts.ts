import type { Ledger, NewAccount } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { Refusal, refuse } from '../../http/refusal.ts'
import { bankAccount } from '../bank-files/index.ts'

/** Receipts are of live money only. */
export const unit = 'nzd.main'

interface Names {
  reference: string
  kind: string
  subject: string
}

/** Moves an amount from one account to another; the other way round when it is below zero. */
export async function tryPost(
  tx: Tx,
  ledger: Ledger,
  { debit, credit, amount, ...names }: Names & { debit: NewAccount; credit: NewAccount; amount: bigint },
): Promise<bigint | Refusal<'LEDGER_REFUSED'>> {
  await ledger.openAccounts(tx, [debit, credit])
  const [from, to] = amount > 0n ? [debit.id, credit.id] : [credit.id, debit.id]
  const [outcome] = await ledger.postInTransaction(tx, [{ ...names, operations: [{ op: 'transfer', from, to, amount: amount > 0n ? amount : -amount }] }])
  if (outcome?.outcome === 'accepted') return outcome.posting
  return refuse('LEDGER_REFUSED', { reason: outcome?.outcome === 'refused' ? outcome.code : 'replay' })
}

/** Books money that the bank has shown: into our account, out of what the partner owes; the other way round when it is negative. */
export async function tryPostReceipt(
  tx: Tx,
  ledger: Ledger,
  { owed, ...receipt }: Names & { owed: NewAccount; amount: bigint },
): Promise<bigint | Refusal<'LEDGER_REFUSED'>> {
  return await tryPost(tx, ledger, { ...receipt, debit: bankAccount, credit: owed })
}

export async function postReceipt(tx: Tx, ledger: Ledger, receipt: Names & { owed: NewAccount; amount: bigint }): Promise<bigint> {
  const posting = await tryPostReceipt(tx, ledger, receipt)
  if (posting instanceof Refusal) throw new Error(`receipt not posted: ${JSON.stringify(posting)}`)
  return posting
}
