import type { AnswerOf, BodyOf, QueryOf } from '@nikau/contract'
import { parseGstNumber } from '@nikau/contract/gst-number'
import type { listMerchants, Merchant, updateMerchant } from '@nikau/contract/merchant-configs'
import type { Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { decodePageKey, encodePageKey } from './rules.ts'
import { changeMerchant, type OwnMerchantRow, selectOwnMerchant, selectOwnMerchants } from './store-configs.ts'

/** A merchant for those who work for it. What is not theirs and what does not exist are refused alike. */
export async function ownMerchant(db: Db, actor: Actor, id: string, roles?: Parameters<typeof mayActFor>[3]): Promise<OwnMerchantRow | undefined> {
  const row = await selectOwnMerchant(db, id)
  return row?.accountId && (await mayActFor(db, actor, row.accountId, roles)) ? row : undefined
}

const readers = ['account-owner', 'cashier', 'merchant-terminal'] as const

export async function read(db: Db, actor: Actor, id: string): Promise<Merchant | Refusal<'FORBIDDEN'>> {
  const row = await ownMerchant(db, actor, id, readers)
  return row ? toMerchant(row) : refuse('FORBIDDEN')
}

const pageSize = 50

export async function list(db: Db, actor: Actor, query: QueryOf<typeof listMerchants>): Promise<AnswerOf<typeof listMerchants> | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(db, actor, query.accountId, readers))) return refuse('FORBIDDEN')
  const after = query.pageKey === undefined ? undefined : decodePageKey(query.pageKey)
  const rows = await selectOwnMerchants(db, query.accountId, { after, limit: pageSize })
  const items = rows.slice(0, pageSize)
  const last = items.at(-1)
  return { items: items.map(toMerchant), ...(rows.length > pageSize && last && { nextPageKey: encodePageKey({ rank: 0, name: last.name, id: last.id }) }) }
}

export async function update(
  db: Db,
  actor: Actor,
  id: string,
  body: BodyOf<typeof updateMerchant>,
): Promise<Merchant | Refusal<'FORBIDDEN' | 'GST_NUMBER_INVALID'>> {
  if (!(await ownMerchant(db, actor, id))) return refuse('FORBIDDEN')
  const gstNumber = body.gstNumber === undefined ? undefined : parseGstNumber(body.gstNumber)
  if (body.gstNumber !== undefined && gstNumber === undefined) return refuse('GST_NUMBER_INVALID')
  return toMerchant(await changeMerchant(db, id, { ...body, gstNumber }))
}

export function toMerchant(row: OwnMerchantRow): Merchant {
  return {
    id: row.id,
    accountId: row.accountId!,
    name: row.name,
    country: 'NZ',
    type: row.type,
    test: row.test,
    categoryCode: row.categoryCode,
    gstNumber: row.gstNumber ?? undefined,
    createdAt: row.createdAt,
    ...(row.lat !== null &&
      row.lng !== null && {
        location: {
          lat: row.lat,
          lng: row.lng,
          street: row.street ?? '',
          suburb: row.suburb ?? undefined,
          city: row.city ?? '',
          postCode: row.postCode ?? undefined,
          state: row.state ?? undefined,
          country: row.country ?? 'NZ',
        },
      }),
  }
}
