import type { TillMethod } from '@nikau/contract/till-payments'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { Filter } from './filter.ts'
import { isRestKept, received, statusAt } from './store-status.ts'
import { legAmount, legMethod, matches } from './store.ts'

export interface TillDayRow {
  paidCount: bigint
  openCount: bigint
  rounding: bigint
  /** Amounts as text: JSON has no bigint. */
  methods: { method: TillMethod; count: number; taken: string; givenBack: string }[]
}

/** The legs of the listed payments by method, in one statement: a payment that arrives meanwhile is in all figures or in none. */
export async function selectTillDay(db: Db, filter: Filter): Promise<TillDayRow> {
  const { rows } = await sql<TillDayRow>`
    with listed as materialized (
      select r.id, r.pre_auth, r.captured, r.merchant_account_id, ${received} > 0 as is_paid, ${statusAt(filter.now)} in ('waiting', 'bank-finishing') or (${isRestKept} and r.expires_at > ${filter.now}) as is_open
        from payment_request r where ${matches(filter)}),
    leg as (
      select coalesce(p.tender, ${legMethod}) as method, ${legAmount} as taken, p.refunded, p.rounding
        from listed r join payment p on p.payment_request_id = r.id where p.returned_at is null and ${legAmount} > 0)
    select (select count(*) from listed where is_paid) as "paidCount", (select count(*) from listed where is_open) as "openCount",
           (select coalesce(sum(rounding), 0)::bigint from leg) as rounding,
           coalesce((select jsonb_agg(jsonb_build_object('method', m.method, 'count', m.count, 'taken', m.taken::text, 'givenBack', m.given_back::text))
             from (select method, count(*) as count, sum(taken) as taken, sum(refunded) as given_back from leg group by 1) m), '[]') as methods`.execute(db)
  return rows[0]!
}
