import type { EffectKind } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { insertTokenActivity, setStatus } from './store.ts'

/** A posting's effect: marks the token as spent and records where, for its owner to read. The group fails if it is not active, or sent away. */
export const tokenSpent: EffectKind<{ assetId: string; accountId: string; party: string }> = {
  name: 'assets.token-spent',
  statement: `
    with input as (
      select p.posting, p.at, i.* from unnest($1::int[], $2::text[], $3::text[], $4::text[]) as i (place, asset, account, party)
        join ledger.posted() p using (place)),
    spent as (update asset a set status = 'spent' from input i where a.id = i.asset and a.account_id = i.account and a.status = 'active' returning a.id),
    recorded as (
      insert into token_activity (account_id, asset_id, action, party, posting, at)
      select i.account, i.asset, 'redeemed', i.party, i.posting, i.at from input i join spent s on s.id = i.asset
      returning 1)
    select ledger.expect_changed((select count(*) from input), (select count(*) from recorded))`,
  row: ({ assetId, accountId, party }) => [assetId, accountId, party],
}

/** Makes a refunded token spendable again, in the transaction of its posting. */
export async function restoreSpentToken(tx: Tx, token: { assetId: string; accountId: string; party: string; posting: bigint; at: Date }): Promise<void> {
  await setStatus(tx, token.assetId, 'spent', 'active')
  await insertTokenActivity(tx, { ...token, action: 'refunded' })
}
