import type { CarriedReason, PayoutSchedule } from '@nikau/contract/payouts'
import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Db, Tx } from '@nikau/runtime'
import { CompiledQuery, sql } from 'kysely'
import type { Gathered, PayoutSums } from './rules.ts'
import { currentAccount, toSchedule } from './store-settings.ts'

export interface Run {
  position: string
  /** The day of the last completed run before. */
  previousRun: CalendarDate | undefined
}

/** Starts the run of a day, or continues it after a restart. Undefined when it is complete. */
export async function openRun(db: Db, day: CalendarDate, now: Date): Promise<Run | undefined> {
  await sql`insert into payout_run (day, started_at) values (${day}::date, ${now}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ position: string; previousRun: CalendarDate | null }>`
    select position, (select max(day)::text from payout_run where day < ${day}::date and completed_at is not null) as "previousRun"
      from payout_run where day = ${day}::date and completed_at is null`.execute(db)
  return rows[0] && { position: rows[0].position, previousRun: rows[0].previousRun ?? undefined }
}

/** False when another worker has come further. */
export async function advanceRun(tx: Tx, day: CalendarDate, from: string, to: string): Promise<boolean> {
  const result = await sql`
    update payout_run set position = ${to} where day = ${day}::date and position = ${from} and completed_at is null`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function completeRun(db: Db, day: CalendarDate, now: Date): Promise<void> {
  await sql`update payout_run set completed_at = ${now} where day = ${day}::date and completed_at is null`.execute(db)
}

export async function isRunComplete(db: Db, day: CalendarDate): Promise<boolean> {
  const { rows } = await sql`select from payout_run where day = ${day}::date and completed_at is not null`.execute(db)
  return rows.length > 0
}

/** A settlement wallet as a run finds it: what was payable at the end of the day before, and where it goes. */
export interface DueWallet extends Gathered {
  walletId: string
  accountId: string
  schedule: PayoutSchedule
  lastPayout: CalendarDate | null
  fromVersion: bigint
  /** Null when nothing was ever booked before midnight. */
  toVersion: bigint | null
  feesVersion: bigint
  gstVersion: bigint
  ownTokensVersion: bigint
  firstDay: CalendarDate | null
  /** The balance at the end of the day before. */
  payable: bigint
  /** Now: refunds since midnight have used a part of it. */
  available: bigint
  reserve: bigint
  isHeld: boolean
  bankAccountId: string | null
  needsConfirmation: boolean
}

/** Sums of an account's entries after a version up to the last before midnight, by sign, without what operators moved there. */
const sums = (account: string, from: string, name: string) => `
  left join ledger.account ${name}_account on ${name}_account.id = ${account}
  left join lateral (
    select version from ledger.entry e where e.account = ${name}_account.no and e.at < $3 order by e.version desc limit 1) ${name}_last on true
  left join lateral (
    select sum(e.amount) filter (where e.amount > 0) as charged, -sum(e.amount) filter (where e.amount < 0) as returned
      from ledger.entry e where e.account = ${name}_account.no and e.version > ${from} and e.version <= ${name}_last.version
         and e.posting <> all (d.postings)) ${name} on true`

/**
 * Postings by which operators moved money between a wallet, with its accounts of fees and GST, and other accounts. A fee that they gave
 * back to the wallet is not among them: it lowers the fees, and the tax invoice with them.
 */
const adjustmentsOf = (wallet: string) => {
  const own = ['asset', 'fees', 'gst'].map((name) => `'${name}:' || ${wallet}`).join(', ')
  return `
  select coalesce(array_agg(d.posting), '{}') as postings from adjustment d
   where (d.debit in (${own}) or d.credit in (${own})) and not (d.debit in (${own}) and d.credit in (${own}))`
}

/**
 * Settlement wallets of live money with what they have since their last payout. Entries are read by their key (account, version); those of payouts
 * themselves and adjustments are known by their posting. No other posting is looked up: fees are on accounts of the wallet's own.
 */
const walletsStatement = (chosen: string) => `
  with wallet as (
    select a.id, a.account_id, l.no, l.balance - l.held_out as available
      from asset a join ledger.account l on l.id = 'asset:' || a.id
     where a.settlement and a.type = 'nikau.nzd.main' and ${chosen} order by a.id limit $2)
  select w.id as "walletId", w.account_id as "accountId", s.kind, s.weekday, p.day::text as "lastPayout", coalesce(p.to_version, 0) as "fromVersion",
         c.version as "toVersion", coalesce(fee_last.version, 0) as "feesVersion", coalesce(tax_last.version, 0) as "gstVersion",
         coalesce(token_last.version, 0) as "ownTokensVersion",
         coalesce(p.last_day + 1, e.first_day)::text as "firstDay", coalesce(c.balance, 0) as payable, w.available,
         coalesce(e.credits, 0)::bigint as credits, coalesce(e.debits, 0)::bigint as debits,
         coalesce(fee.charged, 0)::bigint as "feesCharged", coalesce(fee.returned, 0)::bigint as "feesReturned",
         coalesce(tax.charged, 0)::bigint as "gstCharged", coalesce(tax.returned, 0)::bigint as "gstReturned",
         coalesce(token.charged, 0)::bigint as "tokensRedeemed", coalesce(token.returned, 0)::bigint as "tokensReturned",
         coalesce(e.adjustments, 0)::bigint as adjustments, coalesce(p.carried_out, 0) as "carriedOut", coalesce(e.came_back, 0)::bigint as "cameBack",
         coalesce(r.amount, 0) as reserve, h.id is not null or exists (select from account_freeze f where f.account_id = w.account_id) as "isHeld",
         case when t.usable then t.bank_account_id end as "bankAccountId", coalesce(t.to_confirm, false) as "needsConfirmation"
    from wallet w
    left join lateral (select * from payout p where p.wallet_id = w.id order by p.day desc limit 1) p on true
    left join outgoing_payment o on o.id = p.outgoing_payment_id
    left join lateral (
      select array_agg(x.return_posting) as postings from outgoing_payment x
       where x.source_account = 'asset:' || w.id and x.return_posting is not null) b on true
    cross join lateral (${adjustmentsOf('w.id')}) d
    left join lateral (select version, balance from ledger.entry e where e.account = w.no and e.at < $3 order by e.version desc limit 1) c on true
    left join lateral (
      select sum(e.amount) filter (where e.amount > 0 and not e.came_back and not e.adjusted) as credits,
             -sum(e.amount) filter (where e.amount < 0 and not e.adjusted) as debits, sum(e.amount) filter (where e.adjusted) as adjustments,
             sum(e.amount) filter (where e.came_back) as came_back, min((e.at at time zone 'Pacific/Auckland')::date) as first_day
        from (select e.*, coalesce(e.posting = any (b.postings), false) as came_back, e.posting = any (d.postings) as adjusted
                from ledger.entry e
               where e.account = w.no and e.version > coalesce(p.to_version, 0) and e.version <= c.version and e.posting is distinct from o.posting) e) e on true
    ${sums("'fees:' || w.id", 'coalesce(p.fees_version, 0)', 'fee')}
    ${sums("'gst:' || w.id", 'coalesce(p.gst_version, 0)', 'tax')}
    ${sums("'own-tokens:' || w.id", 'coalesce(p.own_tokens_version, 0)', 'token')}
    left join lateral (
      select kind, weekday from payout_schedule s where s.account_id = w.account_id and s.first_day <= $4::date order by s.first_day desc limit 1) s on true
    left join payout_reserve r on r.account_id = w.account_id
    left join payout_hold h on h.account_id = w.account_id and h.released_at is null
    left join lateral (${currentAccount('w.account_id', '$5')}) t on true
   order by w.id`

const statements = { after: walletsStatement('a.id > $1'), ofAccount: walletsStatement('a.account_id = $1') }

interface WalletsInput {
  limit: number
  day: CalendarDate
  /** What was booked before it counts. */
  midnight: Date
  now: Date
}

/** The next wallets after a position. */
export async function selectWallets(db: Db, input: WalletsInput & { after: string }): Promise<DueWallet[]> {
  return await select(db, statements.after, input.after, input)
}

export async function selectWalletsOfAccount(db: Db, input: WalletsInput & { accountId: string }): Promise<DueWallet[]> {
  return await select(db, statements.ofAccount, input.accountId, input)
}

async function select(db: Db, statement: string, key: string, { limit, midnight, day, now }: WalletsInput): Promise<DueWallet[]> {
  type Row = Omit<DueWallet, 'schedule'> & { kind: PayoutSchedule['kind'] | null; weekday: number | null }
  const { rows } = await db.executeQuery(CompiledQuery.raw(statement, [key, limit, midnight, day, now]))
  return (rows as Row[]).map(({ kind, weekday, ...row }) => ({ ...row, schedule: toSchedule(kind, weekday) }))
}

export interface NewPayout extends PayoutSums {
  id: string
  day: CalendarDate
  accountId: string
  walletId: string
  firstDay: CalendarDate
  lastDay: CalendarDate
  fromVersion: bigint
  toVersion: bigint
  feesVersion: bigint
  gstVersion: bigint
  ownTokensVersion: bigint
  carriedReason: CarriedReason | null
  outgoingPaymentId: string | null
}

export async function insertPayouts(tx: Tx, payouts: readonly NewPayout[], now: Date): Promise<void> {
  const rows = JSON.stringify(payouts, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  await sql`
    insert into payout (id, day, account_id, wallet_id, first_day, last_day, from_version, to_version, fees_version, gst_version, own_tokens_version, payments,
      refunds, own_tokens, fees, gst, adjustments, carried_in, carried_out, net, carried_reason, outgoing_payment_id, created_at)
    select n.id, n.day, n."accountId", n."walletId", n."firstDay", n."lastDay", n."fromVersion", n."toVersion", n."feesVersion", n."gstVersion",
           n."ownTokensVersion", n.payments, n.refunds, n."ownTokens", n.fees, n.gst, n.adjustments, n."carriedIn", n."carriedOut", n.net, n."carriedReason", n."outgoingPaymentId", ${now}
      from jsonb_to_recordset(${rows}::jsonb) as n (id text, day date, "accountId" text, "walletId" text, "firstDay" date, "lastDay" date, "fromVersion" bigint,
        "toVersion" bigint, "feesVersion" bigint, "gstVersion" bigint, "ownTokensVersion" bigint, payments bigint, refunds bigint, "ownTokens" bigint, fees bigint, gst bigint, adjustments bigint, "carriedIn" bigint,
        "carriedOut" bigint, net bigint, "carriedReason" text, "outgoingPaymentId" text)`.execute(tx)
}
