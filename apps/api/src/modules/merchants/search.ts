import type { AnswerOf, Location, QueryOf, searchMerchants } from '@nikau/contract'
import type { Db } from '@nikau/runtime'
import { decodePageKey, encodePageKey } from './rules.ts'
import { findMerchants, type MerchantRow } from './store.ts'

const defaultLimit = 50

export async function search(db: Db, query: QueryOf<typeof searchMerchants>): Promise<AnswerOf<typeof searchMerchants>> {
  const limit = query.paginationLimit ?? defaultLimit
  const after = query.pageKey === undefined ? undefined : decodePageKey(query.pageKey)
  const rows = await findMerchants(db, { ...query, test: query.test === 'true', limit, after })
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items: items.map((row) => ({ id: row.id, name: row.name, categoryCode: row.categoryCode, acceptedAssets: row.acceptedAssets, ...placeOf(row) })),
    ...(rows.length > limit && last && { nextPageKey: encodePageKey(last) }),
  }
}

/** A shop with a door has all of these; the table's check says so. */
export function placeOf(row: MerchantRow): { location?: Location } {
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
