import type { Asset } from '@nikau/contract/assets'
import type { Cents } from '@nikau/money'
import { inTransaction } from '../../http/refusal.ts'
import type { AssetDeps } from './issue.ts'
import { presentAsset } from './read.ts'
import { ledgerAccountOf, unitOf } from './rules.ts'
import { selectCreditLine, insertAsset, lockKey } from './store.ts'

/** Opens a credit line with a farm-supplies company. One per account and type; an existing one is returned. */
export async function openCreditLine(
  { db, ledger, clock, ids }: AssetDeps,
  line: { accountId: string; type: 'farmlands.nzd.main' | 'farmlands.nzd.test'; limit: Cents; description: string; createdBy: string },
): Promise<Asset> {
  return await inTransaction(db, async (tx) => {
    await lockKey(tx, `credit-line:${line.accountId}:${line.type}`)
    const existing = await selectCreditLine(tx, line.accountId, line.type)
    if (existing) return await presentAsset({ db: tx, clock }, existing)
    const id = ids.public()
    const { accountId, type, limit, description, createdBy } = line
    await insertAsset(tx, { id, accountId, category: 'money', type, limit, description, at: clock.now(), createdBy })
    await ledger.openAccount(tx, { id: ledgerAccountOf(id), unit: unitOf(type), kind: 'credit line', owner: accountId, floor: -limit })
    return await presentAsset({ db: tx, clock }, id)
  })
}
