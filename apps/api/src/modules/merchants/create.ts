import type { BodyOf } from '@nikau/contract'
import { parseGstNumber } from '@nikau/nz/gst-number'
import type { createMerchant, Merchant } from '@nikau/contract/merchant-configs'
import type { Clock, Db, Ids, Tx } from '@nikau/runtime'
import type { Actor, Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { reachOf, recordAudit } from '../accounts/index.ts'
import { reachesMerchant } from './access.ts'
import { toMerchant } from './manage.ts'
import { findingsOf } from './review.ts'
import { selectOrg, insertMerchant, type ManagedMerchantRow, type NewMerchant } from './store-configs.ts'
import { insertReviews } from './store-reviews.ts'

/** Merchant category code 5999: miscellaneous retail. */
export const defaultCategory = '5999'

type Refused = 'FORBIDDEN' | 'ACCOUNT_REGION_MISMATCH' | 'LIVENESS_MISMATCH' | 'BUSINESS_NOT_VERIFIED' | 'GST_NUMBER_INVALID'

/**
 * Adds a merchant to an org of the same country. A test org has only test merchants, and so has one that is not verified. `source` is
 * where the call comes from; shops without one, of the seed, are not in the record of changes.
 */
export async function create(
  { db, clock, ids }: { db: Db; clock: Clock; ids: Ids },
  { actor, source }: { actor: Actor; source?: Source },
  body: BodyOf<typeof createMerchant>,
): Promise<Merchant | Refusal<Refused>> {
  const reach = await reachOf(db, actor, body.accountId, 'settings:write')
  if (!reach || !reachesMerchant(reach, { id: '', test: body.test })) return refuse('FORBIDDEN')
  const org = await selectOrg(db, body.accountId)
  if (!org) return refuse('FORBIDDEN')
  if (org.region !== body.country) return refuse('ACCOUNT_REGION_MISMATCH')
  if (org.test && !body.test) return refuse('LIVENESS_MISMATCH')
  if (!org.isVerified && !body.test) return refuse('BUSINESS_NOT_VERIFIED')
  const gstNumber = body.gstNumber === undefined ? undefined : parseGstNumber(body.gstNumber)
  if (body.gstNumber !== undefined && gstNumber === undefined) return refuse('GST_NUMBER_INVALID')
  return await inTransaction(db, async (tx) => {
    const row = await insertReviewed(tx, { clock, ids }, { ...body, gstNumber })
    const after = { name: row.name, test: row.test, ...(gstNumber !== undefined && { gstNumber }), status: row.status }
    if (source) await recordAudit(tx, body.accountId, { action: 'shop-added', actor, source, at: clock.now(), subject: row.id, after })
    return toMerchant(row)
  })
}

type UnreviewedMerchant = Omit<NewMerchant, 'id' | 'categoryCode' | 'status' | 'at'> & { categoryCode?: string | undefined }

/** A name or number in doubt puts the merchant into review. */
export async function insertReviewed(tx: Tx, { clock, ids }: { clock: Clock; ids: Ids }, merchant: UnreviewedMerchant): Promise<ManagedMerchantRow> {
  const findings = await findingsOf(tx, merchant)
  const status = findings.length > 0 ? 'in-review' : 'active'
  const at = clock.now()
  const row = await insertMerchant(tx, { ...merchant, id: ids.public(), categoryCode: merchant.categoryCode ?? defaultCategory, status, at })
  await insertReviews(tx, row.id, findings, at)
  return row
}
