import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface Period {
  from: Date
  until: Date
  unit: string
}

export interface FeesRow {
  merchantId: string | null
  merchantName: string | null
  method: string
  payments: number
  fees: bigint
  gst: bigint
}

/**
 * Every entry of the fees and GST accounts in the period. A posting that made payments is theirs; what else it moved, and what refunds gave
 * back, belongs to its request.
 */
export async function selectFees(db: Db, { from, until, unit }: Period): Promise<FeesRow[]> {
  const { rows } = await sql<FeesRow>`
    with posted as (
      select e.posting, sum(e.amount) filter (where l.kind = 'fees') as fee, sum(e.amount) filter (where l.kind = 'gst') as gst
        from ledger.account l join ledger.entry e on e.account = l.no
       where l.kind in ('fees', 'gst') and l.unit = ${unit} and e.at >= ${from} and e.at < ${until} group by e.posting
    ), charged as (
      select p.posting, p.merchant_id, p.method, count(*) as payments, sum(p.fee) as fee, sum(p.gst) as gst
        from payment p join posted using (posting) group by p.posting, p.merchant_id, p.method
    ), rest as (
      select posted.posting, coalesce(posted.fee, 0) - coalesce(sum(charged.fee), 0) as fee, coalesce(posted.gst, 0) - coalesce(sum(charged.gst), 0) as gst
        from posted left join charged using (posting) group by posted.posting, posted.fee, posted.gst
    ), placed as (
      select c.merchant_id, c.method, c.payments, c.fee, c.gst from charged c
      union all
      select r.merchant_id, coalesce(r.method, 'other'), 0, rest.fee, rest.gst
        from rest join ledger.posting g on g.id = rest.posting
        left join lateral (
          select q.merchant_id,
            (select case when count(distinct p.method) > 1 then 'several' else min(p.method) end from payment p where p.payment_request_id = q.id) as method
            from payment_request q where g.subject = 'payment-request:' || q.id) r on true
       where rest.fee <> 0 or rest.gst <> 0
    )
    select placed.merchant_id as "merchantId", m.name as "merchantName", placed.method, sum(placed.payments)::int as payments, sum(placed.fee)::bigint as fees,
      sum(placed.gst)::bigint as gst
      from placed left join merchant m on m.id = placed.merchant_id
     group by placed.merchant_id, m.name, placed.method order by m.name nulls last, placed.merchant_id, placed.method`.execute(db)
  return rows
}

/** By how much the balances of these accounts changed: read from balances, where the report is read from amounts. */
export async function selectMovement(db: Db, { from, until, unit }: Period): Promise<{ fees: bigint; gst: bigint }> {
  const { rows } = await sql<{ fees: bigint; gst: bigint }>`
    with changed as (
      select l.kind, coalesce(after.balance, 0) - coalesce(before.balance, 0) as amount from ledger.account l
        left join lateral (select e.balance from ledger.entry e where e.account = l.no and e.at < ${until} order by e.version desc limit 1) after on true
        left join lateral (select e.balance from ledger.entry e where e.account = l.no and e.at < ${from} order by e.version desc limit 1) before on true
       where l.kind in ('fees', 'gst') and l.unit = ${unit}
    )
    select coalesce(sum(amount) filter (where kind = 'fees'), 0)::bigint as fees, coalesce(sum(amount) filter (where kind = 'gst'), 0)::bigint as gst from changed`.execute(
    db,
  )
  return rows[0]!
}
