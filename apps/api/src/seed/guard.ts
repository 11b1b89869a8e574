import type { Db } from '@nikau/runtime'
import { seedBank } from './scenarios.ts'
import { selectSeedState } from './store.ts'

/** Thrown before anything is written. */
export class SeedRefused extends Error {}

/**
 * Demo data moves live units, so it goes only into a database that has no accounts yet or that was seeded while it had none:
 * never beside the money of real people.
 */
export async function assertSeedable(db: Db, env: { NODE_ENV?: string | undefined }): Promise<void> {
  if (env.NODE_ENV === 'production') throw new SeedRefused('Seeding refused: NODE_ENV is production')
  const state = await selectSeedState(db, seedBank.id)
  if (state === undefined) throw new SeedRefused('Seeding refused: the database has no schema. Run `pnpm migrate` first')
  if (state.hasAccounts && !state.seeded)
    throw new SeedRefused('Seeding refused: the database has accounts that were not seeded, and demo data would mix with live money')
}
