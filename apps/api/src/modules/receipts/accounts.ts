import type { Ledger, NewAccount } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'

/** Receipts are of live money only. */
export const unit = 'nzd.main'

const bankAccount: NewAccount = { id: 'bank', unit, kind: 'bank clearing' }

/** Books money that the bank has shown: into our account, out of what the partner owes; the other way round when it is negative. */
export async function postReceipt(
  tx: Tx,
  ledger: Ledger,
  receipt: { reference: string; kind: string; subject: string; owed: NewAccount; amount: bigint },
): Promise<bigint> {
  const { owed, amount, ...names } = receipt
  await ledger.openAccounts(tx, [bankAccount, owed])
  const [from, to] = amount > 0n ? [bankAccount.id, owed.id] : [owed.id, bankAccount.id]
  const [outcome] = await ledger.postInTransaction(tx, [{ ...names, operations: [{ op: 'transfer', from, to, amount: amount > 0n ? amount : -amount }] }])
  if (outcome?.outcome !== 'accepted') throw new Error(`receipt not posted: ${JSON.stringify(outcome)}`)
  return outcome.posting
}
