import type { AnswerOf, BodyOf, QueryOf } from '@nikau/contract'
import { parseGstNumber } from '@nikau/nz/gst-number'
import type { listMerchants, Merchant, updateMerchant } from '@nikau/contract/merchant-configs'
import type { Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { defaultPageSize, encodeCursor, toPage } from '../../http/pagination.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { decodeMerchantCursor } from './rules.ts'
import { updateMerchantRow, type ManagedMerchantRow, selectManagedMerchant, selectManagedMerchants } from './store-configs.ts'

/** The merchant, if the caller may act for its account in one of the roles. Unknown ids return undefined as well. */
export async function merchantFor(db: Db, actor: Actor, id: string, roles?: Parameters<typeof mayActFor>[3]): Promise<ManagedMerchantRow | undefined> {
  const row = await selectManagedMerchant(db, id)
  return row?.accountId && (await mayActFor(db, actor, row.accountId, roles)) ? row : undefined
}

const readers = ['account-owner', 'cashier', 'merchant-terminal'] as const

export async function read(db: Db, actor: Actor, id: string): Promise<Merchant | Refusal<'FORBIDDEN'>> {
  const row = await merchantFor(db, actor, id, readers)
  return row ? toMerchant(row) : refuse('FORBIDDEN')
}

export async function list(db: Db, actor: Actor, query: QueryOf<typeof listMerchants>): Promise<AnswerOf<typeof listMerchants> | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(db, actor, query.accountId, readers))) return refuse('FORBIDDEN')
  const rows = await selectManagedMerchants(db, query.accountId, { after: decodeMerchantCursor(query.pageKey), limit: defaultPageSize })
  return toPage(rows, defaultPageSize, toMerchant, ({ name, id }) => encodeCursor([0, name, id]))
}

export async function update(
  db: Db,
  actor: Actor,
  id: string,
  body: BodyOf<typeof updateMerchant>,
): Promise<Merchant | Refusal<'FORBIDDEN' | 'GST_NUMBER_INVALID'>> {
  if (!(await merchantFor(db, actor, id))) return refuse('FORBIDDEN')
  const gstNumber = body.gstNumber === undefined ? undefined : parseGstNumber(body.gstNumber)
  if (body.gstNumber !== undefined && gstNumber === undefined) return refuse('GST_NUMBER_INVALID')
  return toMerchant(await updateMerchantRow(db, id, { ...body, gstNumber }))
}

export function toMerchant(row: ManagedMerchantRow): Merchant {
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
