import type { BodyOf } from '@nikau/contract'
import type { Asset } from '@nikau/contract/assets'
import { topUpTestWallet } from '@nikau/contract/wallets'
import type { Db, Ids } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { once } from '../../http/idempotency.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { ledgerAccountOf, livenessOf, shown } from '../assets/index.ts'
import { count, countedGroup, quotaExceeded, type QuotaMeans } from '../quotas/index.ts'
import { walletFor } from './authorise.ts'
import { testMoney } from './rules.ts'
import { recordMovements } from './store.ts'

export interface TopUpMeans extends QuotaMeans {
  db: Db
  ids: Ids
}

type Refused = 'FORBIDDEN' | 'INVALID_WALLET_TYPE' | 'QUOTA_EXCEEDED' | 'IDEMPOTENT_OPERATION_FAILED'

/** Puts play money into a test wallet, at once. */
export async function topUp(
  means: TopUpMeans,
  person: Person,
  params: { walletId: string },
  body: BodyOf<typeof topUpTestWallet>,
): Promise<Asset | Refusal<Refused>> {
  const { ledger, ids } = means
  const wallet = await walletFor(means.db, person, params.walletId)
  if (!wallet || (body.assetId !== undefined && body.assetId !== wallet.id)) return refuse('FORBIDDEN')
  if (livenessOf(wallet.type) !== 'test' || wallet.settlement) return refuse('INVALID_WALLET_TYPE')
  const call = { caller: person.personId, params, body }
  return await once(means, topUpTestWallet, call, async (tx, reference): Promise<Asset | Refusal<Refused>> => {
    const counted = await count(tx, means, { accountId: wallet.accountId, type: 'topup', assetType: wallet.type, amount: body.amount })
    await ledger.openAccount(tx, testMoney)
    const topupId = ids.public()
    const group = { reference, kind: 'topup.test', subject: `wallet:${wallet.id}` }
    const [outcome] = await ledger.postIn(tx, [
      countedGroup({ ...group, operations: [{ op: 'transfer', from: testMoney.id, to: ledgerAccountOf(wallet.id), amount: body.amount }] }, counted),
    ])
    if (outcome?.outcome === 'accepted') {
      const { quota } = counted
      await recordMovements(tx, [
        { posting: outcome.posting, movement: { topupId, destWalletId: wallet.id, srcParty: 'Test money', quota, counted: counted.counted } },
      ])
      return await shown({ db: tx, clock: means.clock }, wallet.id)
    }
    const exceeded = outcome && (await quotaExceeded(tx, counted, outcome))
    if (exceeded) return exceeded
    throw new Error(`play money was refused: ${JSON.stringify(outcome)}`)
  })
}
