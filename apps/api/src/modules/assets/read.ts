import type { Asset, AssetSummary } from '@nikau/contract/assets'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { toAsset, toSummary } from './present.ts'
import { selectAsset } from './store.ts'

interface Deps {
  db: Db
  clock: Clock
}

/** Unknown ids return FORBIDDEN, as for another person's asset. */
export async function read({ db, clock }: Deps, person: Person, id: string): Promise<Asset | Refusal<'FORBIDDEN'>> {
  const row = await selectAsset(db, id)
  if (!row || !(await mayActFor(db, person, row.accountId))) return refuse('FORBIDDEN')
  return toAsset(row, clock.now())
}

export async function summarise(db: Db, id: string): Promise<AssetSummary | Refusal<'FORBIDDEN'>> {
  const row = await selectAsset(db, id)
  return row ? toSummary(row) : refuse('FORBIDDEN')
}

/** The current asset, for a use case that has just changed it. */
export async function presentAsset({ db, clock }: Deps, id: string): Promise<Asset> {
  const row = await selectAsset(db, id)
  if (!row) throw new Error(`asset ${id} not found`)
  return toAsset(row, clock.now())
}
