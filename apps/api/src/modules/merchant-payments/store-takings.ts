import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import { legAmount } from './store.ts'

export interface HourRow {
  /** Hours since the day began. */
  hour: number
  amount: bigint
  count: number
  amountBefore: bigint
  countBefore: number
}

/** Legs by the hour that they were paid in, also those paid before `until`. Voided payments are none; refunds reduce nothing. */
export async function selectHours(db: Db, merchantId: string, day: { from: Date; to: Date; until: Date }): Promise<HourRow[]> {
  // A payment in several legs counts once, with its last.
  const isLast = sql`not exists (select from payment l where l.payment_request_id = p.payment_request_id and l.number > p.number and l.returned_at is null)`
  const { rows } = await sql<HourRow>`
    select floor(extract(epoch from p.paid_at - ${day.from}::timestamptz) / 3600)::int as hour, sum(${legAmount})::bigint as amount,
           (count(*) filter (where ${isLast}))::int as count, coalesce(sum(${legAmount}) filter (where p.paid_at < ${day.until}), 0)::bigint as "amountBefore",
           (count(*) filter (where ${isLast} and p.paid_at < ${day.until}))::int as "countBefore"
      from payment p join payment_request r on r.id = p.payment_request_id
     where p.merchant_id = ${merchantId} and p.paid_at >= ${day.from} and p.paid_at < ${day.to} and p.returned_at is null
       and r.status in ('new', 'paid') and ${legAmount} > 0
     group by 1 order by 1`.execute(db)
  return rows
}

/** What went back on a day, whenever it was paid. A void is no refund: its payment is not among the takings. */
export async function selectGivenBack(db: Db, merchantId: string, day: { from: Date; to: Date }): Promise<bigint> {
  const { rows } = await sql<{ amount: bigint }>`
    select coalesce(sum(amount), 0)::bigint as amount from payment_activity
     where merchant_id = ${merchantId} and created_at >= ${day.from} and created_at < ${day.to} and type = 'refund' and not detail ? 'cancellationReason'`.execute(
    db,
  )
  return rows[0]!.amount
}
