import type { Asset } from '@nikau/contract/assets'
import { type Ledger, mustBePosted } from '@nikau/ledger'
import type { Clock, Db, Ids } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { lifetimeOf } from './issuers.ts'
import { shown } from './read.ts'
import { expiryOf, issuedOf, lastsLongEnough, ledgerAccountOf } from './rules.ts'
import { insertAsset, insertToken, insertTokenActivity, lockName, selectCollection, tokenIssuedUnder } from './store.ts'

export interface AssetMeans {
  db: Db
  ledger: Ledger
  clock: Clock
  ids: Ids
}

export interface NewToken {
  collectionId: string
  accountId: string
  /** The same key gives the same token again, however often and by how many it is asked. */
  idempotencyKey: string
  externalId?: string
  /** Instead of what the collection says. */
  expiresAt?: Date
}

/**
 * Issues one token of a collection to an account. Its one unit comes from the issuer's liability and lies in an account of
 * its own that holds at most one and closes when the token ends: it can be used once, and never afterwards.
 */
export async function issueToken(means: AssetMeans, token: NewToken): Promise<Asset | Refusal<'FORBIDDEN' | 'EXPIRY_TOO_SOON'>> {
  const { ledger, clock, ids } = means
  return await inTransaction(means.db, async (tx) => {
    const collection = await selectCollection(tx, token.collectionId)
    if (!collection || collection.status !== 'active') return refuse('FORBIDDEN')
    await lockName(tx, `token:${token.collectionId}:${token.idempotencyKey}`)
    const earlier = await tokenIssuedUnder(tx, token.collectionId, token.idempotencyKey)
    if (earlier) return await shown({ db: tx, clock }, earlier)

    const at = clock.now()
    const expiresAt = token.expiresAt ?? expiryOf(lifetimeOf(collection), at)
    if (!lastsLongEnough(collection.origin, at, expiresAt)) return refuse('EXPIRY_TOO_SOON')
    const id = ids.public()
    const issued = issuedOf(collection.id)
    const type = `${collection.assetFamily}.${collection.test ? 'test' : 'main'}`
    const createdBy = `crn::account:${collection.accountId}`
    await insertAsset(tx, { id, accountId: token.accountId, category: 'token', type, expiresAt, at, createdBy })
    await insertToken(tx, { assetId: id, collectionId: collection.id, idempotencyKey: token.idempotencyKey, activeFrom: at, externalId: token.externalId })
    await ledger.openAccount(tx, {
      id: ledgerAccountOf(id),
      unit: issued.unit,
      kind: 'token',
      floor: 0n,
      ceiling: 1n,
      ...(expiresAt && { closesAt: expiresAt }),
    })
    const posted = await ledger.postIn(tx, [
      {
        reference: `token-issue:${id}`,
        kind: 'token.issue',
        subject: `asset:${id}`,
        operations: [{ op: 'transfer', from: issued.id, to: ledgerAccountOf(id), amount: 1n }],
      },
    ])
    mustBePosted(posted)
    const [outcome] = posted
    if (outcome?.outcome === 'accepted')
      await insertTokenActivity(tx, { accountId: token.accountId, assetId: id, action: 'received', party: collection.issuer, posting: outcome.posting, at })
    return await shown({ db: tx, clock }, id)
  })
}
