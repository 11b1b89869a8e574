import type { FundsTransferFailure } from '@nikau/contract/funds-transfers'
import type { CarriedReason, PayoutSchedule } from '@nikau/contract/payouts'
import type { AdjustmentWords } from '@nikau/contract/wallet-activity'
import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { OutgoingStatus } from '../outgoing-payments/index.ts'
import type { PayoutSums } from './rules.ts'
import { toSchedule } from './store-settings.ts'

export interface PayoutRow extends PayoutSums {
  id: string
  accountId: string
  walletId: string
  day: CalendarDate
  firstDay: CalendarDate
  lastDay: CalendarDate
  fromVersion: bigint
  toVersion: bigint
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
         p.from_version as "fromVersion", p.to_version as "toVersion", p.payments, p.refunds, p.fees, p.gst, p.adjustments, p.carried_in as "carriedIn",
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

/** A posting in a payout. The fee and its GST are what the posting moved to the wallet's accounts of fees and GST. */
export interface PostingRow {
  /** Of its last entry on the wallet. */
  version: bigint
  at: Date
  net: bigint
  fee: bigint
  gst: bigint
  paymentRequestId: string | null
  shortCode: string | null
  externalRef: string | null
  /** What an adjustment is called. */
  adjustment: AdjustmentWords | null
}

/** Entries read at once. Those of a posting follow each other, and no posting has so many. */
const entriesPerRead = 5000

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
           r.external_ref as "externalRef", d.words as adjustment, (select count(*) from entry) as entries
      from posted p cross join wallet w join ledger.posting l on l.id = p.posting
      left join movement m on m.posting = p.posting left join payment_request r on r.id = m.payment_request_id
      left join adjustment d on d.id = m.adjustment_id
     order by p.version`.execute(db)
  if (rows.length > page.limit) return { rows: rows.slice(0, page.limit), more: true }
  // The last posting of a full read may have been cut off.
  const isFull = rows[0]?.entries === BigInt(entriesPerRead)
  return isFull ? { rows: rows.slice(0, -1), more: true } : { rows, more: false }
}

export interface PayableWallet {
  walletId: string
  available: bigint
  onHold: boolean
  schedule: PayoutSchedule
}

/** The settlement wallets of live money of an account with what is in them now. */
export async function selectPayable(db: Db, accountId: string, day: CalendarDate): Promise<PayableWallet[]> {
  const { rows } = await sql<Omit<PayableWallet, 'schedule'> & { kind: PayoutSchedule['kind'] | null; weekday: number | null }>`
    select a.id as "walletId", l.balance - l.held_out as available, s.kind, s.weekday,
           exists (select from payout_hold h where h.account_id = a.account_id and h.released_at is null) as "onHold"
      from asset a join ledger.account l on l.id = 'asset:' || a.id
      left join lateral (
        select kind, weekday from payout_schedule s where s.account_id = a.account_id and s.first_day <= ${day}::date order by s.first_day desc limit 1) s on true
     where a.account_id = ${accountId} and a.settlement and a.type = 'nikau.nzd.main' order by a.id`.execute(db)
  return rows.map(({ kind, weekday, ...row }) => ({ ...row, schedule: toSchedule(kind, weekday) }))
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
    select a.name, array(select distinct m.gst_number from merchant m where m.account_id = a.id and m.gst_number is not null order by 1) as "gstNumbers",
           coalesce((select sum(p.fees) from payout p where p.account_id = a.id and p.day between ${first}::date and ${last}::date), 0)::bigint as fees,
           coalesce((select sum(p.gst) from payout p where p.account_id = a.id and p.day between ${first}::date and ${last}::date), 0)::bigint as gst
      from account a where a.id = ${accountId}`.execute(db)
  return rows[0]!
}
