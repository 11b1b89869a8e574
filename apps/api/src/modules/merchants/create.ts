import type { BodyOf } from '@nikau/contract'
import { parseGstNumber } from '@nikau/contract/gst-number'
import type { createMerchant, Merchant } from '@nikau/contract/merchant-configs'
import type { Clock, Db, Ids } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { toMerchant } from './own.ts'
import { findOrg, insertMerchant } from './store-configs.ts'

/** A shop without a category of its own is a shop for anything. */
const otherCategory = '5999'

/** Adds a merchant to an org. Only a New Zealand org has merchants here, and a test org only test ones. */
export async function create(
  { db, clock, ids }: { db: Db; clock: Clock; ids: Ids },
  actor: Actor,
  body: BodyOf<typeof createMerchant>,
): Promise<Merchant | Refusal<'FORBIDDEN' | 'ACCOUNT_REGION_MISMATCH' | 'LIVENESS_MISMATCH' | 'GST_NUMBER_INVALID'>> {
  if (!(await mayActFor(db, actor, body.accountId))) return refuse('FORBIDDEN')
  const org = await findOrg(db, body.accountId)
  if (!org) return refuse('FORBIDDEN')
  if (org.region !== body.country) return refuse('ACCOUNT_REGION_MISMATCH')
  if (org.test && !body.test) return refuse('LIVENESS_MISMATCH')
  const gstNumber = body.gstNumber === undefined ? undefined : parseGstNumber(body.gstNumber)
  if (body.gstNumber !== undefined && gstNumber === undefined) return refuse('GST_NUMBER_INVALID')
  const row = await insertMerchant(db, { ...body, id: ids.public(), categoryCode: body.categoryCode ?? otherCategory, gstNumber, at: clock.now() })
  return toMerchant(row)
}
