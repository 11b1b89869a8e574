import type { CompanyEntry } from './config.ts'
import { openFarmlands } from './client.ts'
import type { CardCompany } from './port.ts'

export { companyEntries } from './config.ts'
export type {
  CardCharge,
  CardCompany,
  CardOutcome,
  ChargeDecision,
  Decline,
  KnownCard,
  EnteredCard,
  SettlementAdvice,
  SettlementLine,
  UnreadableAdvice,
} from './port.ts'

export interface OpenCompany {
  rail: CardCompany
  alertAfterSeconds: number
  /** How the references of its bank payments begin. */
  settlementPrefix: string
}

/** The card company for real or test money, if it is configured. */
export type FindCompany = (liveness: 'main' | 'test') => OpenCompany | undefined

export function openCompanies(entries: readonly CompanyEntry[]): FindCompany {
  const open = new Map(entries.map((entry) => [entry.liveness, { ...entry, rail: openFarmlands(entry) }]))
  return (liveness) => open.get(liveness)
}
