import { maskAccountNumber, parseAccountNumber } from '@nikau/nz/bank-account-number'

/** Accounts of customers of the sandbox banks, so that direct debits from them and payouts to them are processed. */
export const seedBankAccounts: Readonly<Record<string, { main: string; test?: string; name: string }>> = {
  mia: { main: '02-0500-0214005-00', name: 'M Henare' },
  tama: { main: '03-0510-0214009-00', test: '00-0500-0221029-00', name: 'T Fonoti' },
  hemi: { main: '12-3050-0214000-00', test: '00-0500-0228044-00', name: 'Hēmi Rangihuna' },
  priya: { main: '06-0501-0100018-00', name: 'P Nair' },
}

/** As shown in movements. */
export function maskedBankAccount(who: string): string {
  return maskAccountNumber(parseAccountNumber(seedBankAccounts[who]!.main)!)
}
