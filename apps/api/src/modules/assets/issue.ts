import type { Asset } from '@nikau/contract/assets'
import { type Ledger, assertPosted } from '@nikau/ledger'
import type { Clock, Db, Ids } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { lifetimeOf } from './issuers.ts'
import { presentAsset } from './read.ts'
import { expiryOf, issuerLiabilityOf, meetsMinimumExpiry, ledgerAccountOf } from './rules.ts'
import { insertAsset, insertToken, insertTokenActivity, lockKey, selectCollection, selectTokenByKey } from './store.ts'

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

/**
 * Issues one token of a collection to an account. Its one unit comes from the issuer's liability account and goes to a ledger account
 * of its own that holds at most one and closes when the token expires: it can be spent once, and never after that.
 */
export async function issueToken(deps: AssetDeps, token: NewToken): Promise<Asset | Refusal<'FORBIDDEN' | 'EXPIRY_TOO_SOON'>> {
  const { ledger, clock, ids } = deps
  return await inTransaction(deps.db, async (tx) => {
    const collection = await selectCollection(tx, token.collectionId)
    if (!collection || collection.status !== 'active') return refuse('FORBIDDEN')
    await lockKey(tx, `token:${token.collectionId}:${token.idempotencyKey}`)
    const existing = await selectTokenByKey(tx, token.collectionId, token.idempotencyKey)
    if (existing) return await presentAsset({ db: tx, clock }, existing)

    const at = clock.now()
    const expiresAt = token.expiresAt ?? expiryOf(lifetimeOf(collection), at)
    if (!meetsMinimumExpiry(collection.origin, at, expiresAt)) return refuse('EXPIRY_TOO_SOON')
    const id = ids.public()
    const liability = issuerLiabilityOf(collection.id)
    const type = `${collection.assetFamily}.${collection.test ? 'test' : 'main'}`
    const createdBy = `crn::account:${collection.accountId}`
    await insertAsset(tx, { id, accountId: token.accountId, category: 'token', type, expiresAt, at, createdBy })
    await insertToken(tx, { assetId: id, collectionId: collection.id, idempotencyKey: token.idempotencyKey, activeFrom: at, externalId: token.externalId })
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
    return await presentAsset({ db: tx, clock }, id)
  })
}
