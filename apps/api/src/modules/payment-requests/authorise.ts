import type { Db } from '@nikau/runtime'
import type { Actor, MerchantKey } from '../../http/bind.ts'
import { mayActFor } from '../accounts/index.ts'
import type { RequestRow } from './rows.ts'

type Parties = Pick<RequestRow, 'merchantAccountId' | 'createdByAccountId' | 'patronAccountId' | 'test'>

/** A till acts for the merchant when it is the merchant's or the one that made the request; never a test key on real money. */
export function isMerchantsKey(key: MerchantKey, request: Parties): boolean {
  return (key.accountId === request.merchantAccountId || key.accountId === request.createdByAccountId) && (request.test || !key.test)
}

/** On which side of a request the caller stands, if on any. */
export async function sideOf(db: Db, actor: Actor, request: Parties): Promise<'merchant' | 'patron' | undefined> {
  if (!('personId' in actor)) return isMerchantsKey(actor, request) ? 'merchant' : undefined
  if (await mayActFor(db, actor, request.merchantAccountId, ['account-owner', 'cashier'])) return 'merchant'
  if (request.patronAccountId !== null && (await mayActFor(db, actor, request.patronAccountId))) return 'patron'
  return undefined
}
