import type { Ledger, NewAccount } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import type { Refusal } from '../../http/refusal.ts'
import { closeException } from '../exceptions/index.ts'
import { issuerDebtAccount } from '../payment-requests/index.ts'
import { tryPost, unit } from './accounts.ts'
import { closeBill, type OpenBill } from './store-bookings.ts'

/** Closes a bill that its issuer never pays; `to` bears what is open. What is paid later is a surplus. */
export async function writeOffBill(
  tx: Tx,
  { ledger }: { ledger: Ledger },
  bill: OpenBill,
  { id, to, at }: { id: string; to: NewAccount; at: Date },
): Promise<Refusal<'LEDGER_REFUSED'> | undefined> {
  const names = { reference: `bill-write-off:${id}`, kind: 'issuer.write-off', subject: `issuer-bill:${bill.id}` }
  const posting = await tryPost(tx, ledger, { ...names, debit: to, credit: issuerDebtAccount(bill.issuerAccountId, unit), amount: bill.open })
  if (typeof posting !== 'bigint') return posting
  await closeBill(tx, bill, posting, at)
  await closeException(tx, { kind: 'issuer-bill-overdue', ref: bill.reference, at })
  return undefined
}
