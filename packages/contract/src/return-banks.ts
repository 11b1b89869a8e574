/** The banks that may send a customer back, to `/{bank}/oidc-callback`. A file of its own, because the checkout loads no schemas. */
export const returnBanks = ['pnz', 'bnz', 'westpac', 'asb'] as const
