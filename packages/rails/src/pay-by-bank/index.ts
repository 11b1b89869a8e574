import type { Clock } from '@nikau/runtime'
import type { BankEntry } from './config.ts'
import type { PayByBank } from './port.ts'
import { openStandardV2 } from './standard-v2.ts'

export { bankEntries, type BankEntry } from './config.ts'
export { publishedKeys } from './keys.ts'
export type { BankConsentStatus, BankOrder, BankOutcome, BankPaymentStatus, AuthorisationRequest, PayByBank } from './port.ts'

/** A bank to pay from, with its settings in this deployment. */
export interface OpenBank {
  rail: PayByBank
  settings: Pick<BankEntry, 'paidWhen' | 'alertAfterSeconds'>
}

/** The bank of that name for real or test money, if it is configured. */
export type FindBank = (bank: string, liveness: 'main' | 'test') => OpenBank | undefined

export function openBanks(entries: readonly BankEntry[], clock: Clock): FindBank {
  const open = new Map(entries.map((entry) => [`${entry.bank} ${entry.liveness}`, { rail: openStandardV2(entry, clock), settings: entry }]))
  return (bank, liveness) => open.get(`${bank} ${liveness}`)
}
