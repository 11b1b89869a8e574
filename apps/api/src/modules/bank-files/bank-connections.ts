import { type BankAccountNumber, parseAccountNumber } from '@nikau/nz/bank-account-number'
import { openDirectDebits } from '@nikau/rails/direct-debit'
import { openBankAccount } from '@nikau/rails/ib4b'
import { openPayouts } from '@nikau/rails/payouts'
import { field, type Secret } from '@nikau/runtime'
import { z } from 'zod'
import type { BankConnection } from './deps.ts'

const accountNumber = z.string().transform((text, context): BankAccountNumber => {
  const number = parseAccountNumber(text)
  if (number) return number
  context.issues.push({ code: 'custom', message: 'is not a bank account number', input: text })
  return z.NEVER
})

/** The configuration of the file services at our banks. */
export const bankConnectionFields = () => ({
  /** JSON: our accounts, each with the bank's name and the address of its file service. Files go to the first; without any, none are built. */
  BANK_CONNECTIONS: field.json(z.array(z.strictObject({ bank: z.string().regex(/^[a-z]{2,20}$/), url: field.url(), account: accountNumber }))).prefault('[]'),
  BANK_FILES_SECRET: field.secret().optional(),
})

export function openBankConnections(config: {
  BANK_CONNECTIONS: readonly { bank: string; url: string; account: BankAccountNumber }[]
  BANK_FILES_SECRET?: Secret | undefined
}): BankConnection[] {
  return config.BANK_CONNECTIONS.map(({ bank, url, account }) => {
    if (!config.BANK_FILES_SECRET) throw new Error('BANK_FILES_SECRET is required with BANK_CONNECTIONS')
    const options = { url, account, secret: config.BANK_FILES_SECRET }
    return { bank, ...openBankAccount(options), debit: openDirectDebits(options), credit: openPayouts(options) }
  })
}
