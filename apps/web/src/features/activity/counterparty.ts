import { oneOffBankNames } from '@nikau/contract/one-off-banks'
import { bankOf, maskAccountNumber, parseAccountNumber } from '@nikau/nz/bank-account-number'
import type { WalletActivity } from '../../lib/wallet-activities.ts'

const bankNames: ReadonlySet<string> = new Set(Object.values(oneOffBankNames))

export interface Counterparty {
  /** The bank's name, if the counterparty is a bank account. */
  bank: string | undefined
  /** As shown in lists; bank account numbers are masked. */
  name: string | undefined
}

/** The counterparty of an activity. Bank account numbers are recognised by their format and always masked. */
export function counterpartyOf({ partyName, topupId }: Pick<WalletActivity, 'partyName'> & Partial<Pick<WalletActivity, 'topupId'>>): Counterparty {
  // Approved at the bank, which is all that is known of the account here.
  if (topupId !== undefined && bankNames.has(partyName ?? '')) return { bank: partyName, name: partyName }
  // Already masked by the server: the first two digits still identify the bank.
  if (partyName !== undefined && /^\d{2}-•/.test(partyName)) return { bank: bankOf(partyName.slice(0, 2))?.name, name: partyName }
  const number = partyName === undefined ? undefined : parseAccountNumber(partyName)
  if (number === undefined) return { bank: undefined, name: partyName }
  return { bank: bankOf(number)?.name, name: maskAccountNumber(number) }
}
