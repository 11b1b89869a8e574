import type { AnswerOf, BodyOf, QueryOf } from '@nikau/contract'
import { parseGstNumber } from '@nikau/nz/gst-number'
import type { listMerchants, Merchant, updateMerchant } from '@nikau/contract/merchant-configs'
import type { Permission } from '@nikau/contract/roles'
import type { Clock, Db } from '@nikau/runtime'
import type { Actor, Source } from '../../http/bind.ts'
import { defaultPageSize, encodeCursor, toPage } from '../../http/pagination.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { type AccountReach, reachOf, recordAudit } from '../accounts/index.ts'
import { isPictureOf } from '../media-uploads/index.ts'
import { reachesMerchant } from './access.ts'
import { findingsOf } from './review.ts'
import { decodeMerchantCursor } from './rules.ts'
import { updateBranding, updateMerchantRow, type ManagedMerchantRow, selectManagedMerchant, selectManagedMerchants } from './store-configs.ts'
import { insertReviews } from './store-reviews.ts'

/** The merchant, if the caller has the permission for it. Unknown ids return undefined as well. */
export async function merchantFor(db: Db, actor: Actor, id: string, permission: Permission): Promise<ManagedMerchantRow | undefined> {
  const row = await selectManagedMerchant(db, id)
  const reach = row?.accountId ? await reachOf(db, actor, row.accountId, permission) : undefined
  return row && reach && reachesMerchant(reach, row) ? row : undefined
}

export async function read(db: Db, actor: Actor, id: string): Promise<Merchant | Refusal<'FORBIDDEN'>> {
  const row = await merchantFor(db, actor, id, 'settings:read')
  return row ? toMerchant(row) : refuse('FORBIDDEN')
}

export async function list(db: Db, actor: Actor, query: QueryOf<typeof listMerchants>): Promise<AnswerOf<typeof listMerchants> | Refusal<'FORBIDDEN'>> {
  const reach = await reachOf(db, actor, query.accountId, 'settings:read')
  if (!reach) return refuse('FORBIDDEN')
  const rows = await selectManagedMerchants(db, query.accountId, {
    only: reach.merchantIds,
    test: moneyOf(reach),
    after: decodeMerchantCursor(query.pageKey),
    limit: defaultPageSize,
  })
  return toPage(rows, defaultPageSize, toMerchant, ({ name, id }) => encodeCursor([0, name, id]))
}

/** A new name or GST number may put the merchant into review. */
export async function update(
  { db, clock }: { db: Db; clock: Clock },
  { actor, source }: { actor: Actor; source: Source },
  id: string,
  body: BodyOf<typeof updateMerchant>,
): Promise<Merchant | Refusal<'FORBIDDEN' | 'GST_NUMBER_INVALID' | 'MEDIA_UPLOAD_NOT_FOUND'>> {
  const before = await merchantFor(db, actor, id, 'settings:write')
  if (!before) return refuse('FORBIDDEN')
  const gstNumber = body.gstNumber === undefined ? undefined : parseGstNumber(body.gstNumber)
  if (body.gstNumber !== undefined && gstNumber === undefined) return refuse('GST_NUMBER_INVALID')
  const pictureId = body.branding?.pictureId
  if (typeof pictureId === 'string' && !(await isPictureOf(db, before.accountId!, pictureId))) return refuse('MEDIA_UPLOAD_NOT_FOUND')
  const changed = {
    name: body.name === before.name ? undefined : body.name,
    gstNumber: gstNumber === before.gstNumber ? undefined : gstNumber,
  }
  return await inTransaction(db, async (tx) => {
    const findings = await findingsOf(tx, { accountId: before.accountId!, test: before.test, ...changed })
    const at = clock.now()
    await insertReviews(tx, id, findings, at)
    if (body.branding) await updateBranding(tx, id, body.branding)
    const after = toMerchant(await updateMerchantRow(tx, id, { ...body, gstNumber, status: findings.length > 0 ? 'in-review' : undefined }))
    const audited = { subject: id, before: settingsOf(toMerchant(before)), after: settingsOf(after) }
    await recordAudit(tx, before.accountId!, { action: 'shop-changed', actor, source, at, ...audited })
    return after
  })
}

/** The kind of money that the caller is limited to. */
function moneyOf({ reach, liveOnly }: AccountReach): boolean | undefined {
  if (liveOnly) return false
  return reach === 'test' ? true : undefined
}

const settingsOf = ({ name, categoryCode, gstNumber, status, location, branding }: Merchant) => ({ name, categoryCode, gstNumber, status, location, branding })

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
    branding: { colour: row.colour ?? undefined, pictureId: row.pictureId ?? undefined },
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
