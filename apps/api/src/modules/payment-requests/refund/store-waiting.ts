import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface WaitingRefund {
  paymentRequestId: string
  merchantId: string
  shortCode: string
  amount: bigint
  askedBy: string
  since: Date
}

/** The last one of its payment takes the place of the one before; what has ended is deleted on the way. */
export async function upsertWaitingRefund(
  db: Db,
  refund: { paymentRequestId: string; accountId: string; amount: bigint; askedBy: string; at: Date; endedBefore: Date },
): Promise<void> {
  await sql`
    with ended as (delete from waiting_refund where account_id = ${refund.accountId} and asked_at < ${refund.endedBefore} and payment_request_id <> ${refund.paymentRequestId})
    insert into waiting_refund (payment_request_id, account_id, amount, asked_by, asked_at)
    values (${refund.paymentRequestId}, ${refund.accountId}, ${refund.amount}, ${refund.askedBy}, ${refund.at})
    on conflict (payment_request_id) do update set amount = excluded.amount, asked_by = excluded.asked_by, asked_at = excluded.asked_at`.execute(db)
}

/**
 * Those that wait the longest first, without payments of which something has gone back since. `limit`: of an approver, to which what went
 * back before counts.
 */
export async function selectWaitingRefunds(
  db: Db,
  of: { accountId: string; merchantIds: readonly string[] | undefined; test: boolean; limit: bigint | undefined; askedAfter: Date },
  count: number,
): Promise<WaitingRefund[]> {
  const { rows } = await sql<WaitingRefund>`
    select r.id as "paymentRequestId", r.merchant_id as "merchantId", r.short_code as "shortCode", w.amount, w.asked_by as "askedBy", w.asked_at as since
      from waiting_refund w join payment_request r on r.id = w.payment_request_id
     where w.account_id = ${of.accountId} and w.asked_at >= ${of.askedAfter} and r.test = ${of.test} and r.status = 'paid'
       and (${of.merchantIds ?? null}::text[] is null or r.merchant_id = any (${of.merchantIds ?? null}::text[]))
       and (${of.limit ?? null}::bigint is null or r.refunded + w.amount <= ${of.limit ?? null}::bigint)
       and not exists (select from payment_activity a where a.payment_request_id = r.id and a.type = 'refund' and a.created_at >= w.asked_at)
     order by w.asked_at, r.id limit ${count}`.execute(db)
  return rows
}
