import type { FundsTransferFailure } from '@nikau/contract/funds-transfers'
import type { CarriedReason, PayoutLine } from '@nikau/contract/payouts'
import type { AdjustmentWords } from '@nikau/contract/wallet-activity'
import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { OutgoingStatus } from '../outgoing-payments/index.ts'
import type { PayoutSums } from './rules.ts'

export interface PayoutRow extends PayoutSums {
  id: string
  accountId: string
  walletId: string
  day: CalendarDate
  firstDay: CalendarDate
  lastDay: CalendarDate
  fromVersion: bigint
  toVersion: bigint
  /** Of the account of own tokens: the last before this payout, and the last in it. */
  ownTokensFrom: bigint
  ownTokensVersion: bigint
  carriedReason: CarriedReason | null
  /** Of its outgoing payment; all null when nothing is sent. */
  status: OutgoingStatus | null
  name: string | null
  number: string | null
  particulars: string | null
  code: string | null
  reference: string | null
  sentAt: Date | null
  paidAt: Date | null
  returnedAt: Date | null
  returnReason: FundsTransferFailure | null
}

const payouts = sql`
  select p.id, p.account_id as "accountId", p.wallet_id as "walletId", p.day::text as day, p.first_day::text as "firstDay", p.last_day::text as "lastDay",
         p.from_version as "fromVersion", p.to_version as "toVersion", p.own_tokens_version as "ownTokensVersion",
         coalesce((select x.own_tokens_version from payout x where x.wallet_id = p.wallet_id and x.day < p.day order by x.day desc limit 1), 0) as "ownTokensFrom", p.payments, p.refunds,
         p.own_tokens as "ownTokens", p.fees, p.gst, p.adjustments, p.carried_in as "carriedIn",
         p.carried_out as "carriedOut", p.net, p.carried_reason as "carriedReason", o.status, b.name, b.masked_number as number, o.particulars, o.code,
         o.reference, o.sent_at as "sentAt", o.paid_at as "paidAt", o.returned_at as "returnedAt", o.return_reason as "returnReason"
    from payout p left join outgoing_payment o on o.id = p.outgoing_payment_id left join bank_account b on b.id = o.bank_account_id`

/** Newest first, one row more than the limit. */
export async function selectPayouts(db: Db, accountId: string, page: { before: string | undefined; limit: number }): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    ${payouts} where p.account_id = ${accountId} and ${page.before === undefined ? sql`true` : sql`p.id < ${page.before}`}
     order by p.id desc limit ${page.limit + 1}`.execute(db)
  return rows
}

export async function selectPayout(db: Db, id: string): Promise<PayoutRow | undefined> {
  return (await sql<PayoutRow>`${payouts} where p.id = ${id}`.execute(db)).rows[0]
}

/** What a line says about its payment request. */
export interface LineSource {
  paymentRequestId: string | null
  shortCode: string | null
  externalRef: string | null
  items: string | null
  paidWith: NonNullable<PayoutLine['paidWith']> | null
}

/** A posting in a payout. The fee and its GST are what the posting moved to the wallet's accounts of fees and GST. */
export interface PostingRow extends LineSource {
  /** Of its last entry on the wallet. */
  version: bigint
  at: Date
  net: bigint
  fee: bigint
  gst: bigint
  /** What an adjustment is called. */
  adjustment: AdjustmentWords | null
}

/** Entries read at once. Those of a posting follow each other, and no posting has so many. */
const entriesPerRead = 5000

const maxItems = 200
const itemsOf = (lines: ReturnType<typeof sql>) =>
  sql`(select nullif(left(string_agg(i.line ->> 'name', ', ' order by i.place), ${maxItems}), '') from jsonb_array_elements(${lines}) with ordinality as i (line, place))`
const paidWith = (rows: ReturnType<typeof sql>) => sql`(
  select jsonb_agg(distinct jsonb_build_object('method', t.method, 'description', t.description)) from payment t
   where t.payment_request_id = r.id and t.method <> 'external' and t.returned_at is null and ${rows})`
const ownToken = sql`(t.method = 'token' and t.issuer_account_id = r.merchant_account_id)`

/** The postings of a payout after a version, oldest first, and whether more follow. Payouts themselves and returned ones are left out. */
export async function selectPostings(db: Db, payout: PayoutRow, page: { after: bigint; limit: number }): Promise<{ rows: PostingRow[]; more: boolean }> {
  const moved = (account: ReturnType<typeof sql>) => sql`(
    select coalesce(sum(case when o.credit = ${account} then o.amount when o.debit = ${account} then -o.amount end), 0)::bigint
      from unnest(l.op, l.debit, l.credit, l.amount) as o (op, debit, credit, amount) where o.op not in ('hold', 'release'))`
  const { rows } = await sql<PostingRow & { entries: bigint }>`
    with wallet as (
      select w.no, f.no as fees, g.no as gst from ledger.account w
        left join ledger.account f on f.id = ${`fees:${payout.walletId}`} left join ledger.account g on g.id = ${`gst:${payout.walletId}`}
       where w.id = ${`asset:${payout.walletId}`}
    ), entry as (
      select e.* from ledger.entry e, wallet w
       where e.account = w.no and e.version > ${page.after} and e.version <= ${payout.toVersion} order by e.version limit ${entriesPerRead}
    ), posted as (
      select e.posting, max(e.version) as version, min(e.at) as at, sum(e.amount)::bigint as net from entry e
       where not exists (
         select from outgoing_payment o where o.source_account = ${`asset:${payout.walletId}`} and e.posting in (o.posting, o.return_posting))
       group by e.posting order by 2 limit ${page.limit + 1}
    )
    select p.version, p.at, p.net, ${moved(sql`w.fees`)} as fee, ${moved(sql`w.gst`)} as gst, r.id as "paymentRequestId", r.short_code as "shortCode",
           r.external_ref as "externalRef", ${itemsOf(sql`r.terms -> 'lineItems'`)} as items, ${paidWith(sql`not ${ownToken}`)} as "paidWith",
           d.words as adjustment, (select count(*) from entry) as entries
      from posted p cross join wallet w join ledger.posting l on l.id = p.posting
      left join movement m on m.posting = p.posting left join payment_request r on r.id = m.payment_request_id
      left join adjustment d on d.id = m.adjustment_id
     order by p.version`.execute(db)
  if (rows.length > page.limit) return { rows: rows.slice(0, page.limit), more: true }
  // The last posting of a full read may have been cut off.
  const isFull = rows[0]?.entries === BigInt(entriesPerRead)
  return isFull ? { rows: rows.slice(0, -1), more: true } : { rows, more: false }
}

export interface PayoutOfPosting {
  posting: bigint
  /** When the ledger booked it. */
  at: Date
  payoutId: string | null
}

/** The payouts that postings of settlement wallets are in. Payouts of a wallet follow each other without a gap, each up to a midnight. */
export async function selectPayoutsOfPostings(db: Db, entries: readonly { walletId: string; posting: bigint }[]): Promise<PayoutOfPosting[]> {
  const { rows } = await sql<PayoutOfPosting>`
    select l.id as posting, l.at, p.id as "payoutId"
      from unnest(${entries.map(({ walletId }) => walletId)}::text[], ${entries.map(({ posting }) => posting)}::bigint[]) as n (wallet, posting)
      join ledger.posting l on l.id = n.posting
      left join payout p on p.wallet_id = n.wallet and (l.at at time zone 'Pacific/Auckland')::date between p.first_day and p.last_day`.execute(db)
  return rows
}

/** Own tokens that a posting redeemed, or gave back. */
export interface OwnTokensRow extends LineSource {
  /** Of the account of own tokens. */
  version: bigint
  at: Date
  amount: bigint
}

/** The own tokens of a payout after a version, oldest first, and whether more follow. */
export async function selectOwnTokens(db: Db, payout: PayoutRow, page: { after: bigint; limit: number }): Promise<{ rows: OwnTokensRow[]; more: boolean }> {
  const { rows } = await sql<OwnTokensRow>`
    select e.version, e.at, e.amount, r.id as "paymentRequestId", r.short_code as "shortCode", r.external_ref as "externalRef",
           (select nullif(left(string_agg(${itemsOf(sql`t.line_items`)}, ', ' order by t.number), ${maxItems}), '')
              from payment t where t.payment_request_id = r.id and ${ownToken}) as items,
           ${paidWith(ownToken)} as "paidWith"
      from ledger.account a join ledger.entry e on e.account = a.no join ledger.posting l on l.id = e.posting
      left join movement m on m.posting = e.posting
      left join payment_request r on r.id = coalesce(m.payment_request_id, substring(l.subject from '^payment-request:(.*)$'))
     where a.id = ${`own-tokens:${payout.walletId}`} and e.version > ${page.after} and e.version <= ${payout.ownTokensVersion}
     order by e.version limit ${page.limit + 1}`.execute(db)
  return { rows: rows.slice(0, page.limit), more: rows.length > page.limit }
}

export interface FeeTotals {
  name: string
  gstNumbers: string[]
  fees: bigint
  gst: bigint
}

/** Fees and GST of the payouts between two days, with what a tax invoice says about the merchant. */
export async function selectFeeTotals(db: Db, accountId: string, first: CalendarDate, last: CalendarDate): Promise<FeeTotals> {
  const { rows } = await sql<FeeTotals>`
    select a.name, array(select distinct m.gst_number from merchant m where m.account_id = a.id and not m.test and m.gst_number is not null order by 1) as "gstNumbers",
           coalesce((select sum(p.fees) from payout p where p.account_id = a.id and p.day between ${first}::date and ${last}::date), 0)::bigint as fees,
           coalesce((select sum(p.gst) from payout p where p.account_id = a.id and p.day between ${first}::date and ${last}::date), 0)::bigint as gst
      from account a where a.id = ${accountId}`.execute(db)
  return rows[0]!
}
