import type { Db } from '@nikau/runtime'
import type { Actor, MerchantKey } from '../../../http/bind.ts'
import { mayActFor } from '../../accounts/index.ts'
import type { RequestRow } from './types.ts'

type Parties = Pick<RequestRow, 'merchantAccountId' | 'createdByAccountId' | 'patronAccountId' | 'test'>

/** A key acts for the merchant if it belongs to the merchant or created the request. A test key never acts on real money. */
export function isMerchantsKey(key: MerchantKey, request: Parties): boolean {
  return (key.accountId === request.merchantAccountId || key.accountId === request.createdByAccountId) && (request.test || !key.test)
}

/** The side of the request that the caller acts for; undefined for neither. */
export async function sideOf(db: Db, actor: Actor, request: Parties): Promise<'merchant' | 'patron' | undefined> {
  if (!('personId' in actor)) return isMerchantsKey(actor, request) ? 'merchant' : undefined
  if (await mayActFor(db, actor, request.merchantAccountId, ['account-owner', 'cashier'])) return 'merchant'
  if (request.patronAccountId !== null && (await mayActFor(db, actor, request.patronAccountId))) return 'patron'
  return undefined
}
