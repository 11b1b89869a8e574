import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface HourRow {
  /** Hours since the day began. */
  hour: number
  amount: bigint
  count: number
  amountBefore: bigint
  countBefore: number
}

/**
 * Legs by the hour that they were paid in, also those paid before `until`. A hold is no payment until it is captured: its captures are its
 * legs. Voided payments are none; refunds reduce nothing.
 */
export async function selectHours(db: Db, merchantId: string, day: { from: Date; to: Date; until: Date }): Promise<HourRow[]> {
  const { from, to, until } = day
  // A payment in several legs counts once, with its last.
  const { rows } = await sql<HourRow>`
    with leg as (
      select p.paid_at as at, p.amount,
             not exists (select from payment l where l.payment_request_id = p.payment_request_id and l.number > p.number and l.returned_at is null) as is_last
        from payment p join payment_request r on r.id = p.payment_request_id
       where p.merchant_id = ${merchantId} and p.paid_at >= ${from} and p.paid_at < ${to} and p.returned_at is null
         and r.status in ('new', 'paid') and not r.pre_auth and p.amount > 0
      union all
      select a.created_at, a.amount,
             not exists (select from payment_activity l where l.payment_request_id = a.payment_request_id and l.number > a.number and l.type = 'confirmation')
        from payment_activity a join payment_request r on r.id = a.payment_request_id
       where a.merchant_id = ${merchantId} and a.created_at >= ${from} and a.created_at < ${to} and a.type = 'confirmation' and r.status in ('new', 'paid'))
    select floor(extract(epoch from at - ${from}::timestamptz) / 3600)::int as hour, sum(amount)::bigint as amount,
           (count(*) filter (where is_last))::int as count, coalesce(sum(amount) filter (where at < ${until}), 0)::bigint as "amountBefore",
           (count(*) filter (where is_last and at < ${until}))::int as "countBefore"
      from leg group by 1 order by 1`.execute(db)
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
