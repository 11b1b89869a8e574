import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import type { AssetDeps } from './issue.ts'
import { issuerLiabilityOf, ledgerAccountOf } from './rules.ts'
import { insertTokenActivity, selectAsset, setStatus } from './store.ts'

/** Redeems a token at a merchant: its unit returns to the issuer's liability. The ledger refuses a second redemption and a late one. */
export async function redeemToken(
  deps: Omit<AssetDeps, 'ids'>,
  redemption: { assetId: string; reference: string; party: string },
): Promise<'done' | Refusal<'FORBIDDEN' | 'INACTIVE_ASSET'>> {
  return await inTransaction(deps.db, async (tx) => {
    const token = await selectAsset(tx, redemption.assetId)
    if (!token?.collectionId) return refuse('FORBIDDEN')
    const [outcome] = await deps.ledger.postInTransaction(tx, [
      {
        reference: redemption.reference,
        kind: 'token.redeem',
        subject: `asset:${token.id}`,
        operations: [{ op: 'transfer', from: ledgerAccountOf(token.id), to: issuerLiabilityOf(token.collectionId).id, amount: 1n }],
      },
    ])
    if (outcome?.outcome === 'replay') return 'done'
    if (outcome?.outcome !== 'accepted') return refuse('INACTIVE_ASSET')
    if (!(await setStatus(tx, token.id, 'active', 'spent'))) return refuse('INACTIVE_ASSET')
    await insertTokenActivity(tx, {
      accountId: token.accountId,
      assetId: token.id,
      action: 'redeemed',
      party: redemption.party,
      posting: outcome.posting,
      at: deps.clock.now(),
    })
    return 'done'
  })
}
