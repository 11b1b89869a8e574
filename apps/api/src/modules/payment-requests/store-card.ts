import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { ActivityRow } from './rows.ts'
import { activityColumns } from './store.ts'

export async function insertCardRefund(tx: Db, refund: { id: string; cardPaymentId: string; amount: bigint; at: Date }): Promise<void> {
  await sql`
    insert into card_refund (id, card_payment_id, amount, step, created_at, updated_at, next_at)
    values (${refund.id}, ${refund.cardPaymentId}, ${refund.amount}, 'refund', ${refund.at}, ${refund.at}, now())`.execute(tx)
}

export async function selectActivityByPosting(db: Db, requestId: string, posting: bigint): Promise<ActivityRow | undefined> {
  const result = await sql<ActivityRow>`
    select ${sql.raw(activityColumns)} from payment_activity a
     where a.payment_request_id = ${requestId} and a.posting = ${posting} and a.type = 'payment'`.execute(db)
  return result.rows[0]
}
