import { type BankAccountNumber, bankOf, maskAccountNumber } from '@nikau/nz/bank-account-number'

/** Our account at a bank as operators know it. */
export function accountOf(account: string): { id: string; bank: string; masked: string } {
  const bank = bankOf(account)
  return { id: account, bank: bank?.monogram ?? bank?.name ?? account.slice(0, 2), masked: maskAccountNumber(account as BankAccountNumber) }
}
