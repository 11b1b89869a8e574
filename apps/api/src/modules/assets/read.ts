import type { Asset, AssetSummary } from '@nikau/contract/assets'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { toAsset, toSummary } from './show.ts'
import { selectAsset } from './store.ts'

interface Means {
  db: Db
  clock: Clock
}

/** One asset for a member of its account. What is not theirs and what does not exist are refused alike. */
export async function read({ db, clock }: Means, person: Person, id: string): Promise<Asset | Refusal<'FORBIDDEN'>> {
  const row = await selectAsset(db, id)
  if (!row || !(await mayActFor(db, person, row.accountId))) return refuse('FORBIDDEN')
  return toAsset(row, clock.now())
}

export async function summarise(db: Db, id: string): Promise<AssetSummary | Refusal<'FORBIDDEN'>> {
  const row = await selectAsset(db, id)
  return row ? toSummary(row) : refuse('FORBIDDEN')
}

/** An asset as it now is, for a use case that has just changed it. */
export async function shown({ db, clock }: Means, id: string): Promise<Asset> {
  const row = await selectAsset(db, id)
  if (!row) throw new Error(`there is no asset ${id}`)
  return toAsset(row, clock.now())
}
