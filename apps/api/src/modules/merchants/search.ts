import type { AnswerOf, Location, QueryOf, searchMerchants } from '@nikau/contract'
import type { Db } from '@nikau/runtime'
import { defaultPageSize, encodeCursor, toPage } from '../../http/pagination.ts'
import { decodeMerchantCursor } from './rules.ts'
import { type FoundRow, type MerchantRow, searchMerchantRows } from './store.ts'

export async function search(db: Db, query: QueryOf<typeof searchMerchants>): Promise<AnswerOf<typeof searchMerchants>> {
  const limit = query.paginationLimit ?? defaultPageSize
  const rows = await searchMerchantRows(db, { ...query, test: query.test === 'true', limit, after: decodeMerchantCursor(query.pageKey) })
  const toItem = ({ id, name, categoryCode, acceptedAssets, ...row }: FoundRow) => ({ id, name, categoryCode, acceptedAssets, ...placeOf(row) })
  return toPage(rows, limit, toItem, ({ rank, name, id }) => encodeCursor([rank, name, id]))
}

/** A physical shop has all of these; a check of the table guarantees it. */
export function placeOf(row: Omit<MerchantRow, 'id' | 'name' | 'categoryCode'>): { location?: Location } {
  if (row.lat === null || row.lng === null) return {}
  const text = (value: string | null) => value ?? ''
  return {
    location: {
      lat: row.lat,
      lng: row.lng,
      street: text(row.street),
      suburb: text(row.suburb),
      city: text(row.city),
      postCode: text(row.postCode),
      state: text(row.state),
      country: text(row.country),
    },
  }
}
