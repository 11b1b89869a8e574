import type Provider from 'oidc-provider'
import type { BankId } from './banks.ts'
import type { Ledger } from './ledger.ts'
import type { Calls } from './calls.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Schedule } from './schedule.ts'
import type { FaultInjection } from './fault-injection.ts'
import type { Store } from './store.ts'

/** The dependencies of every route. */
export type BanksDeps = {
  config: Config
  store: Store
  clock: Clock
  ledger: Ledger
  schedule: Schedule
  faultInjection: FaultInjection
  calls: Calls
}

export type Providers = Record<BankId, Provider>

/** Runs the events that are due. Called before anything is read or changed. */
export const catchUp = (deps: BanksDeps): number => deps.schedule.catchUp(deps.clock.ms())
