import type { Db } from '@nikau/runtime'
import type { Actor, MerchantKey } from '../../../http/bind.ts'
import { mayActFor } from '../../accounts/index.ts'
import { mayActForMerchant, type MerchantPermission } from '../../merchants/index.ts'
import type { RequestRow } from './types.ts'

type Parties = Pick<RequestRow, 'merchantId' | 'merchantAccountId' | 'patronAccountId' | 'test'>

/** Whether a key acts for the merchant of the request, by its account or by a grant. A test key never acts on real money. */
export async function keyMay(db: Db, key: MerchantKey, request: Parties, permission: MerchantPermission): Promise<boolean> {
  return (request.test || !key.test) && (await mayActForMerchant(db, key, request, permission))
}

/** The side of the request that the caller acts for; undefined for neither. */
export async function sideOf(db: Db, actor: Actor, request: Parties, permission: MerchantPermission): Promise<'merchant' | 'patron' | undefined> {
  if (!('personId' in actor)) return (await keyMay(db, actor, request, permission)) ? 'merchant' : undefined
  if (await mayActForMerchant(db, actor, request, permission)) return 'merchant'
  if (request.patronAccountId !== null && (await mayActFor(db, actor, request.patronAccountId))) return 'patron'
  return undefined
}
