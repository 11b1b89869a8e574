import { slugOf } from '@nikau/contract/asset-display'
import type { Ledger } from '@nikau/ledger'
import type { Clock, Db } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { expiryOf, issuerLiabilityOf, meetsMinimumExpiry } from './rules.ts'
import { type CollectionRow, insertCollection, insertCondition, type Issuer, upsertIssuer, type RedemptionCondition, selectCollection } from './store.ts'

/** Creates or updates how an org appears on its tokens. */
export async function saveIssuerProfile(db: Db, issuer: Omit<Issuer, 'slug'>): Promise<void> {
  await upsertIssuer(db, { ...issuer, slug: slugOf(issuer.name) })
}

export type NewCollection = Pick<CollectionRow, 'id' | 'accountId' | 'assetFamily' | 'test' | 'name' | 'type' | 'origin'> &
  Partial<Pick<CollectionRow, 'maxValue' | 'expiresAfterPeriod' | 'expiresAfterDuration' | 'expiresAt' | 'img' | 'productCode' | 'externalId'>>

/** Creates a collection, whose tokens can then be issued. An existing collection of the same id is left as it is. */
export async function createCollection(
  { db, ledger, clock }: { db: Db; ledger: Ledger; clock: Clock },
  input: NewCollection,
): Promise<undefined | Refusal<'INVALID_AMOUNT' | 'EXPIRY_TOO_SOON'>> {
  const defaults = { maxValue: null, expiresAfterPeriod: null, expiresAfterDuration: null, expiresAt: null, img: null, productCode: null, externalId: null }
  const collection = { ...defaults, ...input }
  if (collection.type === 'discount' && collection.maxValue === null) return refuse('INVALID_AMOUNT')
  if (!meetsMinimumExpiry(collection.origin, clock.now(), expiryOf(lifetimeOf(collection), clock.now()))) return refuse('EXPIRY_TOO_SOON')
  return await inTransaction(db, async (tx) => {
    if (!(await insertCollection(tx, collection, clock.now()))) return undefined
    await ledger.openAccount(tx, { ...issuerLiabilityOf(collection.id), kind: 'issuer liability', owner: collection.accountId, ceiling: 0n })
  })
}

/** Allows tokens of a product collection at a merchant, for the listed products. One condition per collection and merchant. */
export async function allowRedemption(
  db: Db,
  condition: RedemptionCondition,
): Promise<undefined | Refusal<'FORBIDDEN' | 'COLLECTION_INVALID_TYPE' | 'INVALID_AMOUNT' | 'REDEMPTION_CONDITION_ALREADY_EXISTS'>> {
  const collection = await selectCollection(db, condition.collectionId)
  if (!collection) return refuse('FORBIDDEN')
  if (collection.type !== 'product') return refuse('COLLECTION_INVALID_TYPE')
  const maxValue = collection.maxValue
  if (maxValue !== null && condition.allowedProducts.some((product) => BigInt(product.maxValue) > maxValue)) return refuse('INVALID_AMOUNT')
  return (await insertCondition(db, condition)) ? undefined : refuse('REDEMPTION_CONDITION_ALREADY_EXISTS')
}

export function lifetimeOf(collection: Pick<CollectionRow, 'expiresAfterPeriod' | 'expiresAfterDuration' | 'expiresAt'>) {
  const { expiresAfterPeriod: period, expiresAfterDuration: duration, expiresAt: at } = collection
  return { after: period && duration ? { period, duration } : undefined, at: at ?? undefined }
}
