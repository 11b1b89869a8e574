/** The banks that may send a customer back, to `/{bank}/oidc-callback`. A file of its own, because the checkout loads no schemas. */
export const returnBanks = ['pnz', 'bnz', 'westpac', 'asb'] as const

/** The start of the OAuth state of a top-up; other states are payments by bank. The rest of both has only letters and digits. */
export const topUpStatePrefix = 'tu-'
