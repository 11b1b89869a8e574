import type { Db, Tx } from '@nikau/runtime'
import type { CalendarDate } from '@nikau/nz/nz-time'
import { sql } from 'kysely'
import type { LinkTerms } from './rules.ts'

export interface LinkRow extends LinkTerms {
  id: string
  merchantId: string
  merchantAccountId: string
  configId: string
  test: boolean
  name: string
  tillId: string | null
  partialAllowed: boolean
  asksNote: boolean
  createdAt: Date
}

const columns = sql`l.id, l.merchant_id as "merchantId", l.merchant_account_id as "merchantAccountId", l.config_id as "configId", l.test, l.name, l.till_id as "tillId", l.kind, l.amount,
  l.least, l.most, l.once, l.last_day::text as "lastDay", l.partial_allowed as "partialAllowed", l.asks_note as "asksNote", l.created_at as "createdAt",
  l.closed_at as "closedAt"`

/** What has been received on a row `r` of payment_request. */
const received = sql`(case when r.pre_auth then r.captured else r.amount - r.remaining end)`
const ofLink = (id: unknown) => sql`r.terms ->> 'paymentLinkId' = ${id}`
/** What was paid on a request that is still waiting may go back. */
const isPaid = sql`r.status = 'paid' and ${received} > 0`

export async function insertLink(tx: Tx, link: LinkRow & { createdBy: string }): Promise<void> {
  await sql`
    insert into payment_link (id, merchant_id, merchant_account_id, config_id, test, name, till_id, kind, amount, least, most, once, last_day, partial_allowed, asks_note,
      created_at, created_by)
    values (${link.id}, ${link.merchantId}, ${link.merchantAccountId}, ${link.configId}, ${link.test}, ${link.name}, ${link.tillId}, ${link.kind},
      ${link.amount}, ${link.least}, ${link.most}, ${link.once}, ${link.lastDay}, ${link.partialAllowed}, ${link.asksNote}, ${link.createdAt}, ${link.createdBy})`.execute(
    tx,
  )
}

/** The configuration that the requests of a merchant's links are made with: the first, unless it is named. */
export async function selectConfigId(db: Db, merchantId: string, named: string | undefined): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from merchant_config where merchant_id = ${merchantId} and (${named ?? null}::text is null or id = ${named ?? null})
     order by created_at, id limit 1`.execute(db)
  return rows[0]?.id
}

/** One link of a merchant at a time, so that concurrent calls cannot exceed the limit. */
export async function countOpenLinks(tx: Tx, merchantId: string, today: CalendarDate): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment links of ${merchantId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payment_link
     where merchant_id = ${merchantId} and closed_at is null and (last_day is null or last_day >= ${today}::date)`.execute(tx)
  return rows[0]!.count
}

export interface LinkWithSums extends LinkRow {
  count: number
  paid: bigint
}

const withSums = sql`select ${columns}, s.count, s.paid from payment_link l cross join lateral (
  select count(*)::int as count, coalesce(sum(${received}), 0)::bigint as paid from payment_request r where ${ofLink(sql`l.id`)} and ${isPaid}) s`

/** Open ones first, each part newest first. */
export async function selectLinks(db: Db, merchantId: string, limit: number): Promise<LinkWithSums[]> {
  const { rows } = await sql<LinkWithSums>`
    ${withSums} where l.merchant_id = ${merchantId} order by l.closed_at is null desc, l.created_at desc, l.id limit ${limit}`.execute(db)
  return rows
}

export async function selectLink(db: Db, id: string): Promise<LinkWithSums | undefined> {
  return (await sql<LinkWithSums>`${withSums} where l.id = ${id}`.execute(db)).rows[0]
}

/** The open link of a till. Those who make links of the shop wait for each other. */
export async function selectOpenLinkOfTill(tx: Tx, tillId: string): Promise<LinkWithSums | undefined> {
  return (await sql<LinkWithSums>`${withSums} where l.till_id = ${tillId} and l.closed_at is null`.execute(tx)).rows[0]
}

export async function closeLink(tx: Tx, id: string, { at, by }: { at: Date; by: string }): Promise<boolean> {
  const result = await sql`update payment_link set closed_at = ${at}, closed_by = ${by} where id = ${id} and closed_at is null`.execute(tx)
  return result.numAffectedRows === 1n
}

/** What a customer may know of a link's shop. */
export interface OpenedLink extends LinkRow {
  merchantName: string
  place: string | null
  accountName: string
  isPaid: boolean
}

const opened = sql`select ${columns}, m.name as "merchantName", coalesce(m.suburb, m.city) as place, a.name as "accountName",
    l.once and exists (select from payment_request r where ${ofLink(sql`l.id`)} and ${isPaid}) as "isPaid"
  from payment_link l join merchant m on m.id = l.merchant_id join account a on a.id = l.merchant_account_id`

export async function selectOpened(db: Db, id: string): Promise<OpenedLink | undefined> {
  return (await sql<OpenedLink>`${opened} where l.id = ${id}`.execute(db)).rows[0]
}

/** Those who make requests of one link wait for each other, and see what the one before has made. */
export async function lockLink(tx: Tx, id: string): Promise<void> {
  await sql`select from payment_link where id = ${id} for no key update`.execute(tx)
}

export interface LinkRequest {
  id: string
  amount: bigint
  isPaid: boolean
  isPartPaid: boolean
  isReserved: boolean
  isExpired: boolean
}

/** The requests of a link that are paid or that nobody has closed yet: in one statement, because one may be paid at any moment. */
export async function selectStanding(tx: Tx, id: string, now: Date): Promise<LinkRequest[]> {
  const { rows } = await sql<LinkRequest>`
    select r.id, r.amount, ${isPaid} as "isPaid", r.remaining < r.amount as "isPartPaid", r.reserved_for is not null as "isReserved",
           r.expires_at <= ${now} as "isExpired"
      from payment_request r where ${ofLink(id)} and (r.status = 'new' or (${isPaid})) order by r.created_at desc, r.id`.execute(tx)
  return rows
}

/** The newest request of a till that anybody may still pay. One that is bound to a customer by their code is theirs alone. */
export async function selectNewestWaiting(db: Db, id: string, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select r.id from payment_request r
     where ${ofLink(id)} and r.status = 'new' and r.reserved_for is null and r.patron_account_id is null and r.expires_at > ${now}
     order by r.created_at desc, r.id limit 1`.execute(db)
  return rows[0]?.id
}
