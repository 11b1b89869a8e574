import type { CompanyEntry } from './config.ts'
import { openFarmlands } from './http.ts'
import type { CardCompany } from './port.ts'

export { companyEntries } from './config.ts'
export type { CardCharge, CardCompany, CardOutcome, ChargeDecision, Decline, KnownCard, ShownCard } from './port.ts'

export interface OpenCompany {
  rail: CardCompany
  patienceSeconds: number
}

/** The card company for real or for play money, where the deployment has one. */
export type FindCompany = (liveness: 'main' | 'test') => OpenCompany | undefined

export function openCompanies(entries: readonly CompanyEntry[]): FindCompany {
  const open = new Map(entries.map((entry) => [entry.liveness, { rail: openFarmlands(entry), patienceSeconds: entry.patienceSeconds }]))
  return (liveness) => open.get(liveness)
}
