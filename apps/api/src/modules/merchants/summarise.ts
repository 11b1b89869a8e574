import type { MerchantSummary } from '@nikau/contract'
import type { Db } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { placeOf } from './search.ts'
import { selectMerchant } from './store.ts'

export async function summarise(db: Db, id: string): Promise<MerchantSummary | Refusal<'FORBIDDEN'>> {
  const row = await selectMerchant(db, id)
  if (!row) return refuse('FORBIDDEN')
  return { id: row.id, name: row.name, test: row.test, logo: row.logo ?? undefined, ...placeOf(row) }
}
