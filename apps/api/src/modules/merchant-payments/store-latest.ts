import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { Filter } from './filter.ts'
import { matches, paymentColumns, type PaymentRow } from './store.ts'

const count = 20
/** A payment has a few legs: so many legs are of more payments than are shown. */
const legs = 10 * count

/** The payments of which a leg was paid or captured last in the days of the filter, whenever they were asked for. Voided ones are none. */
export async function selectLatestPaid(db: Db, filter: Filter): Promise<PaymentRow[]> {
  const { merchantId, until } = filter
  const from = filter.from ?? new Date(0)
  const isMeant = sql`r.status in ('new', 'paid') and ${matches({ ...filter, from: undefined })}`
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns(filter.now)} from (
      select r.*, last.at from (
        select id, max(at) as at from (
          (select p.payment_request_id as id, p.paid_at as at from payment p join payment_request r on r.id = p.payment_request_id
            where p.merchant_id = ${merchantId} and p.paid_at >= ${from} and p.paid_at < ${until} and p.returned_at is null and not r.pre_auth
              and ${isMeant} order by p.paid_at desc limit ${legs})
          union all
          (select a.payment_request_id, a.created_at from payment_activity a join payment_request r on r.id = a.payment_request_id
            where a.merchant_id = ${merchantId} and a.created_at >= ${from} and a.created_at < ${until} and a.type = 'confirmation'
              and ${isMeant} order by a.created_at desc limit ${legs})) leg group by id) last
        join payment_request r on r.id = last.id order by last.at desc, r.id desc limit ${count}) r
     order by r.at desc, r.id desc`.execute(db)
  return rows
}
