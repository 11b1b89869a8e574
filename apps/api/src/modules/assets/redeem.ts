import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import type { AssetMeans } from './issue.ts'
import { issuedOf, ledgerAccountOf } from './rules.ts'
import { insertTokenActivity, selectAsset, setStatus } from './store.ts'

/** Uses a token at a merchant, whole: its unit goes back to the issuer and is out of the world. The ledger refuses a second use and a late one; the row's status follows it. */
export async function redeemToken(
  means: Omit<AssetMeans, 'ids'>,
  use: { assetId: string; reference: string; party: string },
): Promise<'done' | Refusal<'FORBIDDEN' | 'INACTIVE_ASSET'>> {
  return await inTransaction(means.db, async (tx) => {
    const token = await selectAsset(tx, use.assetId)
    if (!token?.collectionId) return refuse('FORBIDDEN')
    const [outcome] = await means.ledger.postIn(tx, [
      {
        reference: use.reference,
        kind: 'token.redeem',
        subject: `asset:${token.id}`,
        operations: [{ op: 'transfer', from: ledgerAccountOf(token.id), to: issuedOf(token.collectionId).id, amount: 1n }],
      },
    ])
    if (outcome?.outcome === 'replay') return 'done'
    if (outcome?.outcome !== 'accepted') return refuse('INACTIVE_ASSET')
    if (!(await setStatus(tx, token.id, 'active', 'spent'))) return refuse('INACTIVE_ASSET')
    await insertTokenActivity(tx, {
      accountId: token.accountId,
      assetId: token.id,
      action: 'redeemed',
      party: use.party,
      posting: outcome.posting,
      at: means.clock.now(),
    })
    return 'done'
  })
}
