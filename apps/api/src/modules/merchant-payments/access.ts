import type { Db } from '@nikau/runtime'
import { keyReaches } from '../../http/api-keys.ts'
import type { Actor } from '../../http/bind.ts'
import { type AccountReach, reachOf } from '../accounts/index.ts'
import { merchantFor } from '../merchants/index.ts'

interface ReadableMerchant {
  id: string
  accountId: string
  name: string
  test: boolean
  /** Whether it is registered for GST. */
  hasGst: boolean
  reach: AccountReach
}

/** The merchant whose payments the caller may read. A test key reads no live payment. */
export async function readableMerchant(db: Db, actor: Actor, merchantId: string): Promise<ReadableMerchant | undefined> {
  const merchant = await merchantFor(db, actor, merchantId, 'payments:read')
  if (!merchant?.accountId || (!('personId' in actor) && !keyReaches(actor, merchant))) return undefined
  const reach = await reachOf(db, actor, merchant.accountId, 'payments:read')
  return reach && { id: merchant.id, accountId: merchant.accountId, name: merchant.name, test: merchant.test, hasGst: merchant.gstNumber !== null, reach }
}

/** The same for lists, which a cashier has none of. */
export async function listableMerchant(db: Db, actor: Actor, merchantId: string): Promise<ReadableMerchant | undefined> {
  const merchant = await readableMerchant(db, actor, merchantId)
  return merchant?.reach.reach === 'own-till' ? undefined : merchant
}
