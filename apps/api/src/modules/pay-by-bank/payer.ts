import type { BankTopUp } from '@nikau/contract/bank-topups'
import { maskAccountNumber, parseAccountNumber } from '@nikau/nz/bank-account-number'
import type { PayByBank } from '@nikau/rails/pay-by-bank'
import type { Db, Vault } from '@nikau/runtime'
import { type BankPaymentRow, savePayer } from './store.ts'

type Payer = NonNullable<BankTopUp['payer']>

/**
 * Asks the bank whose account pays a top-up, and stores it sealed, with the number masked. The owner reads it on the receipt; nothing
 * depends on it, so a bank that does not tell is not asked again.
 */
export async function rememberPayer(deps: { db: Db; vault: Vault }, rail: PayByBank, row: BankPaymentRow): Promise<void> {
  if (row.paymentRequestId !== null || row.sealedPayer || row.bankPaymentId === null) return
  const told = await rail.payer(row.bankPaymentId)
  const number = told.outcome === 'done' ? parseAccountNumber(told.value.number) : undefined
  if (told.outcome !== 'done' || !number) return
  const payer: Payer = { name: told.value.name, number: maskAccountNumber(number) }
  await savePayer(deps.db, row.id, deps.vault.seal(JSON.stringify(payer), row.id))
}

export function openPayer(vault: Vault, { id, sealedPayer, payerKeyId }: BankPaymentRow): Payer | undefined {
  if (!sealedPayer || payerKeyId === null) return undefined
  return JSON.parse(vault.open({ sealed: sealedPayer, keyId: payerKeyId }, id)) as Payer
}
