import type { AnswerOf, BodyOf, QueryOf } from '@nikau/contract'
import { parseGstNumber } from '@nikau/nz/gst-number'
import type { listMerchants, Merchant, updateMerchant } from '@nikau/contract/merchant-configs'
import type { Clock, Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { defaultPageSize, encodeCursor, toPage } from '../../http/pagination.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { findingsOf } from './review.ts'
import { decodeMerchantCursor } from './rules.ts'
import { updateMerchantRow, type ManagedMerchantRow, selectManagedMerchant, selectManagedMerchants } from './store-configs.ts'
import { insertReviews } from './store-reviews.ts'

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

/** A new name or GST number may put the merchant into review. */
export async function update(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  id: string,
  body: BodyOf<typeof updateMerchant>,
): Promise<Merchant | Refusal<'FORBIDDEN' | 'GST_NUMBER_INVALID'>> {
  const before = await merchantFor(db, actor, id)
  if (!before) return refuse('FORBIDDEN')
  const gstNumber = body.gstNumber === undefined ? undefined : parseGstNumber(body.gstNumber)
  if (body.gstNumber !== undefined && gstNumber === undefined) return refuse('GST_NUMBER_INVALID')
  const changed = {
    name: body.name === before.name ? undefined : body.name,
    gstNumber: gstNumber === before.gstNumber ? undefined : gstNumber,
  }
  return await inTransaction(db, async (tx) => {
    const findings = await findingsOf(tx, { accountId: before.accountId!, test: before.test, ...changed })
    await insertReviews(tx, id, findings, clock.now())
    return toMerchant(await updateMerchantRow(tx, id, { ...body, gstNumber, status: findings.length > 0 ? 'in-review' : undefined }))
  })
}

export function toMerchant(row: ManagedMerchantRow): Merchant {
  return {
    id: row.id,
    accountId: row.accountId!,
    name: row.name,
    country: 'NZ',
    type: row.type,
    test: row.test,
    status: row.status,
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
