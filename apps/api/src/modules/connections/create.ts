import type { BodyOf, RefusalOf } from '@nikau/contract'
import type { ConnectionSummary, createConnection, getConnectionSummary } from '@nikau/contract/connections'
import type { Clock, Db, Ids } from '@nikau/runtime'
import { keyReaches } from '../../http/api-keys.ts'
import { crnOf, type MerchantKey } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActForMerchant } from '../merchants/index.ts'
import { toSummary } from './present.ts'
import { openMinutes } from './rules.ts'
import { insertConnection, selectConnection, selectMerchantForConnection } from './store.ts'

export interface ConnectionDeps {
  db: Db
  clock: Clock
  ids: Ids
  webOrigin: string
}

/** A key asks for its own account's merchants, and for those that granted it to create payment requests. Live ones need verified businesses. */
export async function create(
  deps: ConnectionDeps,
  key: MerchantKey,
  { merchantId }: BodyOf<typeof createConnection>,
): Promise<ConnectionSummary | Refusal<RefusalOf<typeof createConnection>>> {
  const { db, clock, ids } = deps
  const merchant = await selectMerchantForConnection(db, merchantId, key.accountId)
  if (!merchant?.merchantAccountId || !keyReaches(key, merchant)) return refuse('FORBIDDEN')
  if (!(await mayActForMerchant(db, key, { merchantId, merchantAccountId: merchant.merchantAccountId, test: merchant.test }, 'create')))
    return refuse('FORBIDDEN')
  if (!merchant.test && !(merchant.isVerified && merchant.callerIsVerified)) return refuse('BUSINESS_NOT_VERIFIED')
  if (!merchant.test && merchant.isInReview) return refuse('MERCHANT_IN_REVIEW')
  const at = clock.now()
  const id = ids.public()
  await insertConnection(db, {
    id,
    merchantId,
    test: merchant.test,
    createdBy: crnOf(key),
    createdByAccountId: key.accountId,
    createdByAccountName: key.accountName,
    at,
    expiresAt: new Date(at.getTime() + openMinutes * 60_000),
  })
  return toSummary((await selectConnection(db, id))!, { now: at, webOrigin: deps.webOrigin })
}

/** Anyone with the id may read it, because it cannot be guessed. */
export async function summarise(
  { db, clock, webOrigin }: ConnectionDeps,
  id: string,
): Promise<ConnectionSummary | Refusal<RefusalOf<typeof getConnectionSummary>>> {
  const row = await selectConnection(db, id)
  return row ? toSummary(row, { now: clock.now(), webOrigin }) : refuse('FORBIDDEN')
}
