import { bankOf, maskAccountNumber, parseAccountNumber } from '@nikau/contract/bank-account-number'
import type { WalletActivity } from '@nikau/contract/wallet-activity'

export interface Party {
  /** The bank's name where the other side is a bank account. */
  bank: string | undefined
  /** As lists show it: of a bank account only some digits. */
  name: string | undefined
}

/** The other side of a movement. An account number is known by its form and never stands in a list in full. */
export function partyOf({ partyName }: Pick<WalletActivity, 'partyName'>): Party {
  // Masked already, as the list of bank accounts gives it: the first two digits still name the bank.
  if (partyName !== undefined && /^\d{2}-•/.test(partyName)) return { bank: bankOf(partyName.slice(0, 2))?.name, name: partyName }
  const number = partyName === undefined ? undefined : parseAccountNumber(partyName)
  if (number === undefined) return { bank: undefined, name: partyName }
  return { bank: bankOf(number)?.name, name: maskAccountNumber(number) }
}
