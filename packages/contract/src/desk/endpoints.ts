import * as audit from './audit.ts'
import * as customers from './customers.ts'
import * as bankFiles from './bank-files.ts'
import * as controls from './controls.ts'
import type { DeskEndpoint } from './endpoint.ts'
import * as exceptions from './exceptions.ts'
import * as ledger from './ledger.ts'
import * as operators from './operators.ts'
import * as overview from './overview.ts'
import * as proposals from './proposals.ts'
import * as reports from './reports.ts'
import * as session from './session.ts'
import * as statements from './statements.ts'

const features: readonly Readonly<Record<string, unknown>>[] = [
  session,
  overview,
  proposals,
  exceptions,
  ledger,
  customers,
  audit,
  operators,
  bankFiles,
  statements,
  controls,
  reports,
]

const isEndpoint = (value: unknown): value is DeskEndpoint =>
  typeof value === 'object' && value !== null && 'access' in value && value.access === 'operator' && 'path' in value

/** Every call of the desk by its name. */
export const deskEndpoints: Readonly<Record<string, DeskEndpoint>> = Object.fromEntries(
  features.flatMap((feature) => Object.entries(feature).filter((entry): entry is [string, DeskEndpoint] => isEndpoint(entry[1]))),
)
