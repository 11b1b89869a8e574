import type { Asset } from '@nikau/contract/assets'
import type { Cents } from '@nikau/money'
import { inTransaction } from '../../http/refusal.ts'
import type { AssetMeans } from './issue.ts'
import { shown } from './read.ts'
import { ledgerAccountOf, unitOf } from './rules.ts'
import { creditLineOf, insertAsset, lockName } from './store.ts'

/** Opens a credit line with a farm-supplies company: it starts at nothing owed and can be drawn down to its limit. One per account and type. */
export async function openCreditLine(
  { db, ledger, clock, ids }: AssetMeans,
  line: { accountId: string; type: 'farmlands.nzd.main' | 'farmlands.nzd.test'; limit: Cents; description: string; createdBy: string },
): Promise<Asset> {
  return await inTransaction(db, async (tx) => {
    await lockName(tx, `credit-line:${line.accountId}:${line.type}`)
    const earlier = await creditLineOf(tx, line.accountId, line.type)
    if (earlier) return await shown({ db: tx, clock }, earlier)
    const id = ids.public()
    const { accountId, type, limit, description, createdBy } = line
    await insertAsset(tx, { id, accountId, category: 'money', type, limit, description, at: clock.now(), createdBy })
    await ledger.openAccount(tx, { id: ledgerAccountOf(id), unit: unitOf(type), kind: 'credit line', owner: accountId, floor: -limit })
    return await shown({ db: tx, clock }, id)
  })
}
