import { slugOf } from '@nikau/contract/asset-display'
import type { Ledger } from '@nikau/ledger'
import type { Clock, Db, Tx } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { expiryOf, issuerLiabilityOf, meetsMinimumExpiry } from './rules.ts'
import {
  type CollectionRow,
  insertCollection,
  insertCondition,
  insertIssuer,
  isIssuer,
  type Issuer,
  type RedemptionCondition,
  selectCollection,
  updateClosed,
  upsertIssuer,
} from './store-collections.ts'

/** Creates or updates how an org appears on its tokens. */
export async function saveIssuerProfile(db: Db, issuer: Omit<Issuer, 'slug'>): Promise<void> {
  await upsertIssuer(db, { ...issuer, slug: slugOf(issuer.name) })
}

/** An org that issues for the first time appears under its own name. Returns whether it had no profile before. */
export async function openIssuer(tx: Tx, { accountId, name }: { accountId: string; name: string }): Promise<boolean> {
  if (await isIssuer(tx, accountId)) return false
  const slug = slugOf(name)
  const issuer = { accountId, name, brandColor: 'fern' }
  return (await insertIssuer(tx, { ...issuer, slug })) || (await insertIssuer(tx, { ...issuer, slug: `${slug}-${slugOf(accountId)}` }))
}

export type NewCollection = Pick<CollectionRow, 'id' | 'accountId' | 'assetFamily' | 'test' | 'name' | 'type' | 'origin'> &
  Partial<Pick<CollectionRow, 'maxValue' | 'expiresAfterPeriod' | 'expiresAfterDuration' | 'expiresAt' | 'img' | 'productCode' | 'externalId' | 'beginsAt'>>

/** Creates a collection, whose tokens can then be issued. An existing collection of the same id is left as it is. */
export async function createCollection(
  deps: { db: Db; ledger: Ledger; clock: Clock },
  input: NewCollection,
): Promise<undefined | Refusal<'INVALID_AMOUNT' | 'EXPIRY_TOO_SOON'>> {
  return await inTransaction(deps.db, (tx) => createCollectionInTransaction(tx, deps, input))
}

export async function createCollectionInTransaction(
  tx: Tx,
  { ledger, clock }: { ledger: Ledger; clock: Clock },
  input: NewCollection,
): Promise<undefined | Refusal<'INVALID_AMOUNT' | 'EXPIRY_TOO_SOON'>> {
  const defaults = { maxValue: null, expiresAfterPeriod: null, expiresAfterDuration: null, expiresAt: null, img: null, productCode: null, externalId: null }
  const collection = { ...defaults, beginsAt: null, ...input }
  if (collection.type === 'discount' && collection.maxValue === null) return refuse('INVALID_AMOUNT')
  if (!meetsMinimumExpiry(collection.origin, clock.now(), expiryOf(lifetimeOf(collection), clock.now()))) return refuse('EXPIRY_TOO_SOON')
  if (!(await insertCollection(tx, collection, clock.now()))) return undefined
  await ledger.openAccount(tx, { ...issuerLiabilityOf(collection.id), kind: 'issuer liability', owner: collection.accountId, ceiling: 0n })
}

/** It issues no more. Tokens that people hold stay good. */
export async function closeCollection(tx: Tx, id: string, at: Date): Promise<void> {
  await updateClosed(tx, id, at)
}

/** Allows tokens of a collection at a merchant: those of products for the listed ones, others for any item. One condition per collection and merchant. */
export async function allowRedemption(
  db: Db,
  condition: RedemptionCondition,
): Promise<undefined | Refusal<'FORBIDDEN' | 'COLLECTION_INVALID_TYPE' | 'INVALID_AMOUNT' | 'REDEMPTION_CONDITION_ALREADY_EXISTS'>> {
  const collection = await selectCollection(db, condition.collectionId)
  if (!collection) return refuse('FORBIDDEN')
  if (collection.type !== 'product' && condition.allowedProducts.length > 0) return refuse('COLLECTION_INVALID_TYPE')
  const maxValue = collection.maxValue
  const isWrong = ({ maxValue: value }: { maxValue: string }) => BigInt(value) <= 0n || (maxValue !== null && BigInt(value) > maxValue)
  if (condition.allowedProducts.some(isWrong)) return refuse('INVALID_AMOUNT')
  return (await insertCondition(db, condition)) ? undefined : refuse('REDEMPTION_CONDITION_ALREADY_EXISTS')
}

export function lifetimeOf(collection: Pick<CollectionRow, 'expiresAfterPeriod' | 'expiresAfterDuration' | 'expiresAt'>) {
  const { expiresAfterPeriod: period, expiresAfterDuration: duration, expiresAt: at } = collection
  return { after: period && duration ? { period, duration } : undefined, at: at ?? undefined }
}
