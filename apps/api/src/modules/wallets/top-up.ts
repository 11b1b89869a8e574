import type { BodyOf } from '@nikau/contract'
import type { Asset } from '@nikau/contract/assets'
import { topUpTestWallet } from '@nikau/contract/wallets'
import type { Db, Ids } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { withIdempotencyKey } from '../../http/idempotency.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { ledgerAccountOf, livenessOf, presentAsset } from '../assets/index.ts'
import { consume, withConsumption, quotaExceeded, type QuotaDeps } from '../quotas/index.ts'
import { walletFor } from './access.ts'
import { testMoney } from './rules.ts'
import { recordMovements } from './store.ts'

export interface TopUpDeps extends QuotaDeps {
  db: Db
  ids: Ids
}

type Refused = 'FORBIDDEN' | 'INVALID_WALLET_TYPE' | 'QUOTA_EXCEEDED' | 'IDEMPOTENT_OPERATION_FAILED'

/** Tops up a test wallet with test money, immediately. */
export async function topUp(
  deps: TopUpDeps,
  person: Person,
  params: { walletId: string },
  body: BodyOf<typeof topUpTestWallet>,
): Promise<Asset | Refusal<Refused>> {
  const { ledger, ids } = deps
  const wallet = await walletFor(deps.db, person, params.walletId)
  if (!wallet || (body.assetId !== undefined && body.assetId !== wallet.id)) return refuse('FORBIDDEN')
  if (livenessOf(wallet.type) !== 'test' || wallet.settlement || wallet.status !== 'active') return refuse('INVALID_WALLET_TYPE')
  const call = { caller: person.personId, params, body }
  return await withIdempotencyKey(deps, topUpTestWallet, call, async (tx, reference): Promise<Asset | Refusal<Refused>> => {
    const counted = await consume(tx, deps, { accountId: wallet.accountId, type: 'topup', assetType: wallet.type, amount: body.amount })
    await ledger.openAccount(tx, testMoney)
    const topupId = ids.public()
    const group = { reference, kind: 'topup.test', subject: `wallet:${wallet.id}` }
    const [outcome] = await ledger.postInTransaction(tx, [
      withConsumption({ ...group, operations: [{ op: 'transfer', from: testMoney.id, to: ledgerAccountOf(wallet.id), amount: body.amount }] }, counted),
    ])
    if (outcome?.outcome === 'accepted') {
      const { quota } = counted
      await recordMovements(tx, [
        { posting: outcome.posting, movement: { topupId, destWalletId: wallet.id, srcParty: 'Test money', quota, counted: counted.counted } },
      ])
      return await presentAsset({ db: tx, clock: deps.clock }, wallet.id)
    }
    const exceeded = outcome && (await quotaExceeded(tx, counted, outcome))
    if (exceeded) return exceeded
    throw new Error(`test top-up was refused: ${JSON.stringify(outcome)}`)
  })
}
