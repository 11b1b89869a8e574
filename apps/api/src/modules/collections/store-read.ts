import type { TokenIssue } from '@nikau/contract/collections'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface CountRow {
  issued: number
  redeemed: number
  givenBack: number
  ended: number
}

export interface CollectionRow extends CountRow {
  id: string
  accountId: string
  name: string
  type: 'product' | 'discount'
  origin: 'sold' | 'promotional'
  test: boolean
  archived: boolean
  worth: bigint | null
  img: string | null
  beginsAt: Date | null
  expiresAt: Date | null
  lifeUnit: 'hour' | 'day' | 'week' | 'month' | 'year' | null
  lifeCount: number | null
  createdAt: Date
  closedAt: Date | null
  conditions: { merchantId: string; merchantName: string; items: { sku: string; name: string; maxValue: string }[] }[]
}

/** A token that waits or is held is over from its expiry on, whether or not a job has moved it. */
const isEnded = (now: Date) => sql`(a.status = 'archived' or (a.status in ('active', 'in-escrow') and a.expires_at <= ${now}))`

const collections = (now: Date) => sql`
  select c.id, c.account_id as "accountId", c.name, c.type, c.origin, c.test, c.status = 'archived' as archived, c.max_value as worth, c.img,
         c.begins_at as "beginsAt", c.expires_at as "expiresAt", c.expires_after_period as "lifeUnit", c.expires_after_duration as "lifeCount",
         c.created_at as "createdAt", c.closed_at as "closedAt", n.*,
         array(select json_build_object('merchantId', m.id, 'merchantName', m.name, 'items', r.allowed_products)
                 from redemption_condition r join merchant m on m.id = r.merchant_id where r.collection_id = c.id order by m.name, m.id) as conditions
    from collection c
    cross join lateral (
      select count(*)::int as issued, coalesce(sum(v.redeemed), 0)::int as redeemed, coalesce(sum(v."givenBack"), 0)::int as "givenBack",
             count(*) filter (where ${isEnded(now)})::int as ended
        from token t join asset a on a.id = t.asset_id
        cross join lateral (select count(*) filter (where y.action = 'redeemed') as redeemed, count(*) filter (where y.action = 'refunded') as "givenBack"
                              from token_activity y where y.asset_id = a.id) v
       where t.collection_id = c.id) n`

export async function selectCollection(db: Db, id: string, now: Date): Promise<CollectionRow | undefined> {
  return (await sql<CollectionRow>`${collections(now)} where c.id = ${id}`.execute(db)).rows[0]
}

interface Page {
  before: { at: string; id: string } | undefined
  limit: number
}

/** Newest first, one row more than the limit. `only`: those that are used at these shops alone. */
export async function selectCollections(
  db: Db,
  of: { accountId: string; test: boolean; only: readonly string[] | undefined; now: Date } & Page,
): Promise<(CollectionRow & { end: string })[]> {
  const { before, only } = of
  const result = await sql<CollectionRow & { end: string }>`
    select f.*, f."createdAt"::text as end from (${collections(of.now)}
     where c.account_id = ${of.accountId} and c.test = ${of.test}
       and ${before ? sql`(c.created_at, c.id) < (${before.at}::timestamptz, ${before.id})` : sql`true`}
       and ${
         only
           ? sql`(select coalesce(bool_and(r.merchant_id = any (${only}::text[])), false) from redemption_condition r where r.collection_id = c.id)`
           : sql`true`
       }
     order by c.created_at desc, c.id desc limit ${of.limit + 1}) f
    order by f."createdAt" desc, f.id desc`.execute(db)
  return result.rows
}

/** An org, by the name that its customers know. */
export async function selectBusinessName(db: Db, accountId: string): Promise<{ name: string; test: boolean } | undefined> {
  const result = await sql<{ name: string; test: boolean }>`
    select coalesce(b.trading_name, a.name) as name, a.test from account a left join business_detail b on b.account_id = a.id
     where a.id = ${accountId} and a.type = 'org'`.execute(db)
  return result.rows[0]
}

export interface SummaryRow {
  waiting: number
  onTheirWay: number
  endingSoon: number
}

export async function selectWaiting(db: Db, collectionId: string, of: { now: Date; soon: Date }): Promise<SummaryRow> {
  const result = await sql<SummaryRow>`
    select count(*) filter (where a.status = 'in-escrow')::int as waiting, count(*) filter (where a.expires_at <= ${of.soon})::int as "endingSoon",
           (select count(*)::int from token_recipient r join token_issue i on i.id = r.issue_id
             where i.collection_id = ${collectionId} and r.settled_at is null) as "onTheirWay"
      from token t join asset a on a.id = t.asset_id
     where t.collection_id = ${collectionId} and a.status in ('active', 'in-escrow') and (a.expires_at is null or a.expires_at > ${of.now})`.execute(db)
  return result.rows[0]!
}

/** Weeks from Monday in Auckland, oldest first. */
export async function selectWeeks(db: Db, collectionId: string, now: Date): Promise<(CountRow & { from: string })[]> {
  const result = await sql<CountRow & { from: string }>`
    select to_char(date_trunc('week', e.at at time zone 'Pacific/Auckland'), 'YYYY-MM-DD') as from,
           count(*) filter (where e.what = 'issued')::int as issued, count(*) filter (where e.what = 'redeemed')::int as redeemed,
           count(*) filter (where e.what = 'refunded')::int as "givenBack", count(*) filter (where e.what = 'ended')::int as ended
      from (
        select 'issued' as what, a.created_at as at from token t join asset a on a.id = t.asset_id where t.collection_id = ${collectionId}
        union all
        select y.action, y.at from token t join token_activity y on y.asset_id = t.asset_id
         where t.collection_id = ${collectionId} and y.action in ('redeemed', 'refunded')
        union all
        select 'ended', case when a.status = 'archived' then (select max(y.at) from token_activity y where y.asset_id = a.id) else a.expires_at end
          from token t join asset a on a.id = t.asset_id where t.collection_id = ${collectionId} and ${isEnded(now)}) e
     group by 1 order by 1`.execute(db)
  return result.rows
}

export interface RedemptionRow {
  number: bigint
  at: Date
  token: string
  amount: bigint
  merchantId: string
  merchantName: string
  paymentRequestId: string
  shortCode: string
  owed: boolean
  givenBack: boolean
}

/** Newest first, one row more than the limit. */
export async function selectRedemptions(db: Db, collectionId: string, page: { before: bigint | undefined; limit: number }): Promise<RedemptionRow[]> {
  const result = await sql<RedemptionRow>`
    select y.number, y.at, right(y.asset_id, 4) as token, p.amount, p.merchant_id as "merchantId", m.name as "merchantName",
           p.payment_request_id as "paymentRequestId", r.short_code as "shortCode", m.account_id is distinct from c.account_id as owed,
           exists (select from token_activity b where b.asset_id = y.asset_id and b.number > y.number and b.action = 'refunded'
                     and not exists (select from token_activity n where n.asset_id = y.asset_id and n.action = 'redeemed' and n.number > y.number and n.number < b.number))
             as "givenBack"
      from token t join collection c on c.id = t.collection_id
      join token_activity y on y.asset_id = t.asset_id and y.action = 'redeemed'
      join payment p on p.collection_id = t.collection_id and p.asset_id = y.asset_id and p.posting = y.posting
      join merchant m on m.id = p.merchant_id join payment_request r on r.id = p.payment_request_id
     where t.collection_id = ${collectionId} and ${page.before === undefined ? sql`true` : sql`y.number < ${page.before}`}
     order by y.number desc limit ${page.limit + 1}`.execute(db)
  return result.rows
}

export interface IssueRow {
  id: string
  number: bigint
  collectionId: string
  createdAt: Date
  count: number
  linkCount: number
  given: number
  refused: number
  recipients: TokenIssue['recipients']
}

const issues = sql`
  select i.id, i.number, i.collection_id as "collectionId", i.created_at as "createdAt", i.count, n."linkCount", n.given, n.refused,
         array(select json_strip_nulls(json_build_object('to', r.masked_alias, 'reason', r.refused,
                        'state', case when r.settled_at is null then 'on-its-way' when r.refused is null then 'given' else 'refused' end))
                 from token_recipient r where r.issue_id = i.id order by (r.refused is null), r.place limit 20) as recipients
    from token_issue i
    cross join lateral (select count(r.asset_id)::int as given, count(r.refused)::int as refused, count(r.transfer_id)::int as "linkCount"
                          from token_recipient r where r.issue_id = i.id) n`

export async function selectIssue(db: Db, id: string): Promise<IssueRow | undefined> {
  return (await sql<IssueRow>`${issues} where i.id = ${id}`.execute(db)).rows[0]
}

export async function selectIssues(db: Db, collectionId: string, page: { before: bigint | undefined; limit: number }): Promise<IssueRow[]> {
  const result = await sql<IssueRow>`
    ${issues} where i.collection_id = ${collectionId} and ${page.before === undefined ? sql`true` : sql`i.number < ${page.before}`}
    order by i.number desc limit ${page.limit + 1}`.execute(db)
  return result.rows
}

export interface EndingSoon {
  collectionId: string
  name: string
  count: number
  endsAt: Date
}

/** Collections with tokens that people hold and that are over before then, the soonest first. */
export async function selectEndingSoon(
  db: Db,
  of: { accountId: string; test: boolean; only: readonly string[] | undefined; now: Date; until: Date; limit: number },
): Promise<EndingSoon[]> {
  const result = await sql<EndingSoon>`
    select c.id as "collectionId", c.name, count(*)::int as count, min(a.expires_at) as "endsAt"
      from collection c join token t on t.collection_id = c.id join asset a on a.id = t.asset_id
     where c.account_id = ${of.accountId} and c.test = ${of.test} and a.status in ('active', 'in-escrow') and a.expires_at > ${of.now} and a.expires_at <= ${of.until}
       and ${
         of.only
           ? sql`(select coalesce(bool_and(r.merchant_id = any (${of.only}::text[])), false) from redemption_condition r where r.collection_id = c.id)`
           : sql`true`
       }
     group by c.id order by min(a.expires_at), c.id limit ${of.limit}`.execute(db)
  return result.rows
}
