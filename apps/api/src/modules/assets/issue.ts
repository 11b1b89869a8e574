import type { Asset } from '@nikau/contract/assets'
import { type Ledger, assertPosted } from '@nikau/ledger'
import type { Clock, Db, Ids, Tx } from '@nikau/runtime'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { lifetimeOf } from './issuers.ts'
import { presentAsset } from './read.ts'
import { expiryOf, issuerLiabilityOf, meetsMinimumExpiry, ledgerAccountOf } from './rules.ts'
import { selectCollection } from './store-collections.ts'
import { insertAsset, insertToken, insertTokenActivity, lockKey, selectTokenByKey } from './store.ts'

export interface AssetDeps {
  db: Db
  ledger: Ledger
  clock: Clock
  ids: Ids
}

export interface NewToken {
  collectionId: string
  accountId: string
  /** Repeated and concurrent calls with the same key return the same token. */
  idempotencyKey: string
  externalId?: string
  /** Overrides the collection's expiry. */
  expiresAt?: Date
}

type IssueRefused = 'FORBIDDEN' | 'EXPIRY_TOO_SOON'

/** Issues one token of a collection to an account. */
export async function issueToken(deps: AssetDeps, token: NewToken): Promise<Asset | Refusal<IssueRefused>> {
  return await inTransaction(deps.db, async (tx) => {
    const issued = await issueTokenInTransaction(tx, deps, token)
    return issued instanceof Refusal ? issued : await presentAsset({ db: tx, clock: deps.clock }, issued)
  })
}

/**
 * Issues a token and returns its id. Its one unit comes from the issuer's liability account and goes to a ledger account of its own that
 * holds at most one and closes when the token expires: it can be spent once, and never after that. A closed collection issues none.
 */
export async function issueTokenInTransaction(tx: Tx, { ledger, clock, ids }: Omit<AssetDeps, 'db'>, token: NewToken): Promise<string | Refusal<IssueRefused>> {
  const collection = await selectCollection(tx, token.collectionId)
  if (!collection || collection.status !== 'active' || collection.closedAt !== null) return refuse('FORBIDDEN')
  await lockKey(tx, `token:${token.collectionId}:${token.idempotencyKey}`)
  const existing = await selectTokenByKey(tx, token.collectionId, token.idempotencyKey)
  if (existing) return existing

  const at = clock.now()
  const expiresAt = token.expiresAt ?? expiryOf(lifetimeOf(collection), at)
  if (expiresAt && expiresAt <= at) return refuse('FORBIDDEN')
  if (!meetsMinimumExpiry(collection.origin, at, expiresAt)) return refuse('EXPIRY_TOO_SOON')
  const id = ids.public()
  const activeFrom = collection.beginsAt !== null && collection.beginsAt > at ? collection.beginsAt : at
  const liability = issuerLiabilityOf(collection.id)
  const type = `${collection.assetFamily}.${collection.test ? 'test' : 'main'}`
  const createdBy = `crn::account:${collection.accountId}`
  await insertAsset(tx, { id, accountId: token.accountId, category: 'token', type, expiresAt, at, createdBy })
  await insertToken(tx, { assetId: id, collectionId: collection.id, idempotencyKey: token.idempotencyKey, activeFrom, externalId: token.externalId })
  await ledger.openAccount(tx, {
    id: ledgerAccountOf(id),
    unit: liability.unit,
    kind: 'token',
    floor: 0n,
    ceiling: 1n,
    ...(expiresAt && { closesAt: expiresAt }),
  })
  const posted = await ledger.postInTransaction(tx, [
    {
      reference: `token-issue:${id}`,
      kind: 'token.issue',
      subject: `asset:${id}`,
      operations: [{ op: 'transfer', from: liability.id, to: ledgerAccountOf(id), amount: 1n }],
    },
  ])
  assertPosted(posted)
  const [outcome] = posted
  if (outcome?.outcome === 'accepted')
    await insertTokenActivity(tx, { accountId: token.accountId, assetId: id, action: 'received', party: collection.issuer, posting: outcome.posting, at })
  return id
}
