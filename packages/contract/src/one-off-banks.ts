/** The banks to pay from. A file of its own, because the wallet's first screens load no schemas of payments by bank. */
export const oneOffBanks = ['bnz', 'asb', 'westpac'] as const
export type OneOffBank = (typeof oneOffBanks)[number]

/** The bank's name on receipts. */
export const oneOffBankNames: Readonly<Record<OneOffBank, string>> = { bnz: 'BNZ', asb: 'ASB', westpac: 'Westpac' }
