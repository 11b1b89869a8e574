import type { Ledger } from '@nikau/ledger'
import type { Clock, Db, Tx } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { runEach } from '../bank-files/index.ts'
import { closeException, raiseException } from '../exceptions/index.ts'
import { issuerDebtAccount } from '../payment-requests/index.ts'
import { postReceipt, unit } from './accounts.ts'
import { insertBillPayment, isApplied, lockBill, type OpenReceipt, selectOverdue, selectUnapplied } from './store-bills.ts'

export interface BillReceiptDeps {
  db: Db
  ledger: Ledger
  clock: Clock
}

/** Applies what issuers have paid to their bills, and raises bills that are overdue. Safe to run late, twice or concurrently. */
export async function applyBillReceipts(deps: BillReceiptDeps): Promise<void> {
  const { db, clock } = deps
  const apply = async () => void (await runEach(await selectUnapplied(db), (receipt) => inTransaction(db, (tx) => applyReceipt(tx, deps, receipt))))
  const raiseOverdue = async () => {
    for (const { reference, issuerAccountId, open } of await selectOverdue(db))
      await raiseException(db, { kind: 'issuer-bill-overdue', ref: reference, money: { unit, amount: open }, refs: { issuerAccountId }, at: clock.now() })
  }
  await runEach([apply, raiseOverdue], (step) => step())
}

/** Pays the bill up to what is open. More than that is not booked: an operator returns it. */
async function applyReceipt(tx: Tx, { ledger, clock }: BillReceiptDeps, receipt: OpenReceipt): Promise<void> {
  const bill = await lockBill(tx, receipt.reference)
  if (!bill) throw new Error(`no bill has the reference of receipt ${receipt.transactionId}`)
  if (await isApplied(tx, receipt)) return
  const at = clock.now()
  const { open } = bill
  const amount = receipt.amount < open ? receipt.amount : open
  const surplus = receipt.amount - amount
  const id = `${receipt.account}:${receipt.transactionId}`
  const names = { reference: `issuer-receipt:${id}`, kind: 'issuer.receipt', subject: `issuer-bill:${bill.id}` }
  const posting = amount === 0n ? null : await postReceipt(tx, ledger, { ...names, owed: issuerDebtAccount(bill.issuerAccountId, unit), amount })
  await insertBillPayment(tx, bill, receipt, { amount, surplus, posting }, at)
  if (amount === open) await closeException(tx, { kind: 'issuer-bill-overdue', ref: bill.reference, at })
  const refs = { issuerAccountId: bill.issuerAccountId, bill: bill.reference }
  if (surplus > 0n) await raiseException(tx, { kind: 'issuer-receipt-surplus', ref: id, money: { unit, amount: surplus }, refs, at })
}
