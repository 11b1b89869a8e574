import type Provider from 'oidc-provider'
import type { BankId } from './banks.ts'
import type { Books } from './books.ts'
import type { Calls } from './calls.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Schedule } from './schedule.ts'
import type { Steering } from './steering.ts'
import type { Store } from './store.ts'

/** What every part of the sandbox is handed. */
export type World = {
  config: Config
  store: Store
  clock: Clock
  books: Books
  schedule: Schedule
  steering: Steering
  calls: Calls
}

export type Providers = Record<BankId, Provider>

/** Brings the banks up to their own present. Called before anything is read or changed. */
export const catchUp = (world: World): number => world.schedule.catchUp(world.clock.ms())
