import { maskAccountNumber, parseAccountNumber } from '@nikau/nz/bank-account-number'
import type { Tx } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { insertOutgoingPayments, payoutsAccount, referenceOf } from '../outgoing-payments/index.ts'
import type { OperationsDeps } from './act.ts'

type Payee = Parameters<typeof insertOutgoingPayments>[1][number]['payee']
type SealedPayee = Exclude<Payee, { bankAccountId: string }>

/** A bank account that somebody has named, sealed for the payment. */
export function sealPayee({ vault }: OperationsDeps, id: string, { name, number: text }: { name: string; number: string }): SealedPayee {
  const number = parseAccountNumber(text)!
  return { name, maskedNumber: maskAccountNumber(number), ...vault.seal(number, id) }
}

/** Sends money to a bank account with the file of the day. What the bank returns is in the debited account again. */
export async function sendPayment(
  tx: Tx,
  { ledger }: OperationsDeps,
  { id, debit, amount, payee, particulars, at }: { id: string; debit: string; amount: bigint; payee: Payee; particulars: string; at: Date },
): Promise<Readonly<Record<string, string>> | Refusal<'LEDGER_REFUSED'>> {
  await ledger.openAccount(tx, payoutsAccount)
  const [outcome] = await ledger.postInTransaction(tx, [
    { reference: `pay-out:${id}`, kind: 'operator-payment.created', subject: `pay-out:${id}`, operations: [{ op: 'transfer', from: debit, to: payoutsAccount.id, amount }] },
  ]) // prettier-ignore
  if (outcome?.outcome !== 'accepted') return refuse('LEDGER_REFUSED', { reason: outcome?.outcome === 'refused' ? outcome.code : 'replay' })
  const text = { reference: referenceOf(id), particulars, code: 'NIKAU' }
  await insertOutgoingPayments(tx, [{ id, purpose: 'operator-payment', payee, amount, sourceAccount: debit, ...text, posting: outcome.posting }], at)
  return { outgoingPaymentId: id, reference: text.reference }
}
