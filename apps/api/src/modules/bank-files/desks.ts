import { type BankAccountNumber, parseAccountNumber } from '@nikau/contract/bank-account-number'
import { openDirectDebits } from '@nikau/rails/direct-debit'
import { openBankAccount } from '@nikau/rails/ib4b'
import { openPayouts } from '@nikau/rails/payouts'
import { field, type Secret } from '@nikau/runtime'
import { z } from 'zod'
import type { Desk } from './means.ts'

const accountNumber = z.string().transform((text, context): BankAccountNumber => {
  const number = parseAccountNumber(text)
  if (number) return number
  context.issues.push({ code: 'custom', message: 'is not a bank account number', input: text })
  return z.NEVER
})

/** What a process needs to know to deal with our banks. */
export const bankDeskFields = () => ({
  /** JSON: our accounts, each with the bank's name and where its file service answers. Files go to the first; without any, nowhere. */
  BANK_DESKS: field.json(z.array(z.strictObject({ bank: z.string().regex(/^[a-z]{2,20}$/), url: field.url(), account: accountNumber }))).prefault('[]'),
  BANK_FILES_SECRET: field.secret().optional(),
})

export function openDesks(config: {
  BANK_DESKS: readonly { bank: string; url: string; account: BankAccountNumber }[]
  BANK_FILES_SECRET?: Secret | undefined
}): Desk[] {
  return config.BANK_DESKS.map(({ bank, url, account }) => {
    if (!config.BANK_FILES_SECRET) throw new Error('BANK_FILES_SECRET: our banks ask for it')
    const options = { url, account, secret: config.BANK_FILES_SECRET }
    return { bank, ...openBankAccount(options), debit: openDirectDebits(options), credit: openPayouts(options) }
  })
}
