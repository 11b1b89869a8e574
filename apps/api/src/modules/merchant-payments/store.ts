import type { PaymentLegMethod } from '@nikau/contract/merchant-payments'
import type { PaymentStatus } from '@nikau/contract/payment-status'
import type { Db } from '@nikau/runtime'
import { type RawBuilder, sql } from 'kysely'
import type { Filter, Search } from './filter.ts'
import { received, rounding, statusAt } from './store-status.ts'

export interface PaymentRow {
  id: string
  shortCode: string
  status: PaymentStatus
  createdAt: Date
  paidAt: Date | null
  amount: bigint
  received: bigint
  rounding: bigint
  refunded: bigint
  items: string[]
  itemCount: number
  terminalId: string | null
  operatorId: string | null
  paymentLinkId: string | null
  /** ISO 8601. */
  notedAt: string | null
  methods: PaymentLegMethod[]
  externalRef: string | null
  note: string | null
}

/** How a leg `p` of a request `r` was paid. */
export const legMethod = sql<PaymentLegMethod>`(case when p.method = 'token' and p.issuer_account_id = r.merchant_account_id then 'own-token' else p.method end)`

/** A row `r` of payment_request as a list shows it. */
export const paymentColumns = (now: Date) => sql`
  r.id, r.short_code as "shortCode", ${statusAt(now)} as status, r.created_at as "createdAt", r.amount, ${received} as received, ${rounding} as rounding, r.refunded,
  array(select line ->> 'name' from jsonb_array_elements(r.terms -> 'lineItems') line limit 2) as items,
  coalesce(jsonb_array_length(r.terms -> 'lineItems'), 0) as "itemCount", r.terms ->> 'terminalId' as "terminalId",
  r.terms ->> 'operatorId' as "operatorId", r.terms ->> 'paymentLinkId' as "paymentLinkId", r.terms ->> 'notedAt' as "notedAt", r.external_ref as "externalRef", r.note,
  array(select distinct ${legMethod} from payment p where p.payment_request_id = r.id and p.returned_at is null) as methods,
  case when r.pre_auth then (select max(a.created_at) from payment_activity a where a.payment_request_id = r.id and a.type = 'confirmation')
    else (select max(p.paid_at) from payment p where p.payment_request_id = r.id and p.returned_at is null) end as "paidAt"`

export interface Cursor {
  createdAt: Date
  id: string
}

/** Newest first, one row more than the limit. */
export async function selectPayments(db: Db, filter: Filter, page: { before: Cursor | undefined; limit: number }): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns(filter.now)} from (
      select r.* from payment_request r where ${matches(filter)} and ${after(page.before)}
       order by r.created_at desc, r.id desc limit ${page.limit + 1}) r
     order by r.created_at desc, r.id desc`.execute(db)
  return rows
}

/** Whether the merchant has a payment with this short code. */
export async function hasShortCode(db: Db, merchantId: string, shortCode: string): Promise<boolean> {
  return (await sql`select from payment_request where short_code = ${shortCode} and merchant_id = ${merchantId}`.execute(db)).rows.length > 0
}

export const after = (cursor: Cursor | undefined): RawBuilder<unknown> => (cursor ? sql`(r.created_at, r.id) < (${cursor.createdAt}, ${cursor.id})` : sql`true`)

/** The condition of a filter on a row `r` of payment_request. */
export function matches({ merchantId, now, from, until, status, method, where, search }: Filter): RawBuilder<unknown> {
  const conditions = [
    sql`r.merchant_id = ${merchantId} and r.created_at < ${until}`,
    ...(from ? [sql`r.created_at >= ${from}`] : []),
    ...(status ? [sql`${statusAt(now)} = any (${[...status]}::text[])`] : []),
    ...(method
      ? [sql`exists (select from payment p where p.payment_request_id = r.id and p.returned_at is null and ${legMethod} = any (${[...method]}::text[]))`]
      : []),
    ...(where === undefined ? [] : [placeMatches(where)]),
    ...(search ? [searchMatches(merchantId, search)] : []),
  ]
  return sql.join(conditions, sql` and `)
}

function placeMatches(where: string): RawBuilder<unknown> {
  if (where.startsWith('till:')) return sql`r.terms ->> 'terminalId' = ${where.slice(5)}`
  if (where === 'till') return sql`r.terms ? 'terminalId'`
  return where === 'link' ? sql`r.terms ? 'paymentLinkId' and not r.terms ? 'terminalId'` : sql`not r.terms ?| array['terminalId', 'paymentLinkId']`
}

/** By the index of payment_search. The last word may be typed in part. */
function searchMatches(merchantId: string, { text, shortCode, amount, isAmountOnly }: Search): RawBuilder<unknown> {
  if (shortCode !== undefined) return sql`r.short_code = ${shortCode}`
  return sql`payment_search(r.merchant_id, r.amount, r.external_ref, r.terms, r.note)
    @@ payment_search_query(${merchantId}, ${isAmountOnly ? '' : text}, ${amount ?? null}::bigint)`
}

export interface TotalsRow {
  count: bigint
  paidCount: bigint
  taken: bigint
  givenBack: bigint
  ownTokens: bigint
  takenAtTill: bigint
  fees: bigint
  gstOnFees: bigint
  gstInSales: bigint
}

/** The amount of a leg `p` of a request `r`; of a pre-authorised payment, what was captured. */
export const legAmount = sql<bigint>`(case when r.pre_auth then r.captured else p.amount end)`

/** GST is 3/23 of what was sold and of what was refunded, each rounded half up, as @nikau/money does. */
const gstWithin = (amount: RawBuilder<unknown>) => sql`((${amount} * 6 + 23) / 46)`

export async function selectTotals(db: Db, filter: Filter): Promise<TotalsRow> {
  const ownToken = sql`p.method = 'token' and p.issuer_account_id = r.merchant_account_id`
  const { rows } = await sql<TotalsRow>`
    with listed as materialized (
      select r.id, r.pre_auth, r.captured, r.merchant_account_id, ${received} > 0 as is_paid, r.terms ? 'gstNumber' as has_gst
        from payment_request r where ${matches(filter)})
    select (select count(*) from listed) as count, (select count(*) from listed where is_paid) as "paidCount", coalesce(sum(${legAmount}), 0)::bigint as taken,
           coalesce(sum(p.refunded), 0)::bigint as "givenBack",
           coalesce(sum(${legAmount} - p.refunded) filter (where ${ownToken}), 0)::bigint as "ownTokens",
           coalesce(sum(${legAmount} - p.refunded) filter (where p.method = 'external'), 0)::bigint as "takenAtTill",
           coalesce(sum(p.fee - p.fee_returned), 0)::bigint as fees, coalesce(sum(p.gst - p.gst_returned), 0)::bigint as "gstOnFees",
           coalesce(sum(${gstWithin(legAmount)} - ${gstWithin(sql`p.refunded`)}) filter (where r.has_gst), 0)::bigint as "gstInSales"
      from listed r join payment p on p.payment_request_id = r.id
       -- Says nothing new, and lets the planner read all payments of the days at once.
       and p.merchant_id = ${filter.merchantId} and ${filter.from ? sql`p.paid_at >= ${filter.from}` : sql`true`}
     where p.returned_at is null and ${legAmount} > 0`.execute(db)
  return rows[0]!
}
