import type { TopUpEntry } from '@nikau/contract/wallet-activity'

/** Bank accounts that the person has linked, and the top-ups from them. */
export interface Funds {
  bankAccounts: readonly { verified: boolean }[]
  topUps: readonly TopUpEntry[]
}

const none: Funds = { bankAccounts: [], topUps: [] }

/** Nobody can link a bank yet, so there is none, and nothing from one is on its way. Whatever shows these asks here. */
export function useFunds(): Funds {
  return none
}
