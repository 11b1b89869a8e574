import type { MerchantSummary } from '@nikau/contract'
import { picturePath } from '@nikau/contract/media-uploads'
import type { Db } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { placeOf } from './search.ts'
import { selectMerchant, selectVerifiedMerchants } from './store.ts'

export async function summarise(db: Db, id: string): Promise<MerchantSummary | Refusal<'FORBIDDEN'>> {
  const row = await selectMerchant(db, id)
  if (!row) return refuse('FORBIDDEN')
  const isVerified = (await selectVerifiedMerchants(db, [id])).has(id)
  const logo = row.pictureId === null ? (row.logo ?? undefined) : picturePath(row.pictureId)
  return { id: row.id, name: row.name, test: row.test, ...(isVerified && { verified: true }), logo, colour: row.colour ?? undefined, ...placeOf(row) }
}
