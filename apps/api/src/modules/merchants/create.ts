import type { BodyOf } from '@nikau/contract'
import { parseGstNumber } from '@nikau/nz/gst-number'
import type { createMerchant, Merchant } from '@nikau/contract/merchant-configs'
import type { Clock, Db, Ids } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { toMerchant } from './manage.ts'
import { selectOrg, insertMerchant } from './store-configs.ts'

/** Merchant category code 5999: miscellaneous retail. */
const defaultCategory = '5999'

/** Adds a merchant to an org of the same country. A test org has only test merchants. */
export async function create(
  { db, clock, ids }: { db: Db; clock: Clock; ids: Ids },
  actor: Actor,
  body: BodyOf<typeof createMerchant>,
): Promise<Merchant | Refusal<'FORBIDDEN' | 'ACCOUNT_REGION_MISMATCH' | 'LIVENESS_MISMATCH' | 'GST_NUMBER_INVALID'>> {
  if (!(await mayActFor(db, actor, body.accountId))) return refuse('FORBIDDEN')
  const org = await selectOrg(db, body.accountId)
  if (!org) return refuse('FORBIDDEN')
  if (org.region !== body.country) return refuse('ACCOUNT_REGION_MISMATCH')
  if (org.test && !body.test) return refuse('LIVENESS_MISMATCH')
  const gstNumber = body.gstNumber === undefined ? undefined : parseGstNumber(body.gstNumber)
  if (body.gstNumber !== undefined && gstNumber === undefined) return refuse('GST_NUMBER_INVALID')
  const row = await insertMerchant(db, { ...body, id: ids.public(), categoryCode: body.categoryCode ?? defaultCategory, gstNumber, at: clock.now() })
  return toMerchant(row)
}
