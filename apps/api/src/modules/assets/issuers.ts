import { slugOf } from '@nikau/contract/token-issuers'
import type { Ledger } from '@nikau/ledger'
import type { Clock, Db } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { expiryOf, issuedOf, lastsLongEnough } from './rules.ts'
import { type Collection, insertCollection, insertCondition, type Issuer, putIssuer, type RedemptionCondition, selectCollection } from './store.ts'

/** How an org appears on its tokens. Saying it again changes it. */
export async function profileIssuer(db: Db, issuer: Omit<Issuer, 'slug'>): Promise<void> {
  await putIssuer(db, { ...issuer, slug: slugOf(issuer.name) })
}

export type NewCollection = Pick<Collection, 'id' | 'accountId' | 'assetFamily' | 'test' | 'name' | 'type' | 'origin'> &
  Partial<Pick<Collection, 'maxValue' | 'expiresAfterPeriod' | 'expiresAfterDuration' | 'expiresAt' | 'img' | 'productCode' | 'externalId'>>

/** A kind of token that can then be issued. One of the same id stays as it is. */
export async function createCollection(
  { db, ledger, clock }: { db: Db; ledger: Ledger; clock: Clock },
  given: NewCollection,
): Promise<undefined | Refusal<'INVALID_AMOUNT' | 'EXPIRY_TOO_SOON'>> {
  const none = { maxValue: null, expiresAfterPeriod: null, expiresAfterDuration: null, expiresAt: null, img: null, productCode: null, externalId: null }
  const collection = { ...none, ...given }
  if (collection.type === 'discount' && collection.maxValue === null) return refuse('INVALID_AMOUNT')
  if (!lastsLongEnough(collection.origin, clock.now(), expiryOf(lifetimeOf(collection), clock.now()))) return refuse('EXPIRY_TOO_SOON')
  return await inTransaction(db, async (tx) => {
    if (!(await insertCollection(tx, collection, clock.now()))) return undefined
    await ledger.openAccount(tx, { ...issuedOf(collection.id), kind: 'issuer liability', owner: collection.accountId, ceiling: 0n })
  })
}

/** Lets tokens of a product collection be used at a merchant, for the products named. One per collection and merchant. */
export async function allowRedemption(
  db: Db,
  condition: RedemptionCondition,
): Promise<undefined | Refusal<'FORBIDDEN' | 'COLLECTION_INVALID_TYPE' | 'INVALID_AMOUNT' | 'REDEMPTION_CONDITION_ALREADY_EXISTS'>> {
  const collection = await selectCollection(db, condition.collectionId)
  if (!collection) return refuse('FORBIDDEN')
  if (collection.type !== 'product') return refuse('COLLECTION_INVALID_TYPE')
  const most = collection.maxValue
  if (most !== null && condition.allowedProducts.some((product) => BigInt(product.maxValue) > most)) return refuse('INVALID_AMOUNT')
  return (await insertCondition(db, condition)) ? undefined : refuse('REDEMPTION_CONDITION_ALREADY_EXISTS')
}

export function lifetimeOf(collection: Pick<Collection, 'expiresAfterPeriod' | 'expiresAfterDuration' | 'expiresAt'>) {
  const { expiresAfterPeriod: period, expiresAfterDuration: duration, expiresAt: at } = collection
  return { after: period && duration ? { period, duration } : undefined, at: at ?? undefined }
}
