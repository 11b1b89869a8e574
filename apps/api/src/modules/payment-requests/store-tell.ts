import type { WebhookType } from '@nikau/contract/webhooks'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** Notes that something is to be told to the merchant's servers, in the transaction in which it happens. */
export async function tellIn(tx: Db, what: { accountId: string; requestId: string; activityNumber: number; type: WebhookType; at: Date }): Promise<void> {
  await sql`select enqueue_webhooks(array[${what.accountId}], array[${what.requestId}], array[${what.activityNumber}::int], array[${what.type}], array[${what.at}::timestamptz])`.execute(
    tx,
  )
}

export async function reviveToken(tx: Db, token: { assetId: string; accountId: string; party: string; posting: bigint; at: Date }): Promise<void> {
  await sql`update asset set status = 'active' where id = ${token.assetId} and status = 'spent'`.execute(tx)
  await sql`
    insert into token_activity (account_id, asset_id, action, party, posting, at)
    values (${token.accountId}, ${token.assetId}, 'refunded', ${token.party}, ${token.posting}, ${token.at})`.execute(tx)
}
