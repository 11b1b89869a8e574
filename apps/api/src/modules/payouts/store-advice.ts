import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { PayoutSums } from './rules.ts'

/** The oldest complete run with payouts whose owners were not advised yet. */
export async function lockRunToAdvise(tx: Tx): Promise<{ day: CalendarDate; position: string } | undefined> {
  const { rows } = await sql<{ day: CalendarDate; position: string }>`
    select day::text as day, advised_position as position from payout_run where completed_at is not null and advised_at is null
     order by day limit 1 for no key update`.execute(tx)
  return rows[0]
}

export async function markAdvised(tx: Tx, day: CalendarDate, last: string | undefined, now: Date): Promise<void> {
  await (
    last === undefined
      ? sql`update payout_run set advised_at = ${now} where day = ${day}::date`
      : sql`update payout_run set advised_position = ${last} where day = ${day}::date`
  ).execute(tx)
}

export interface AdvisedPayout extends PayoutSums {
  id: string
  accountId: string
  accountName: string
  day: CalendarDate
  firstDay: CalendarDate
  lastDay: CalendarDate
  number: string
  particulars: string
  code: string
  reference: string
}

/** Payouts that are sent; one that is carried is advised as a part of the next. */
export async function selectPayoutsToAdvise(db: Db, day: CalendarDate, after: string, limit: number): Promise<AdvisedPayout[]> {
  const { rows } = await sql<AdvisedPayout>`
    select p.id, p.account_id as "accountId", a.name as "accountName", p.day::text as day, p.first_day::text as "firstDay", p.last_day::text as "lastDay",
           p.payments, p.refunds, p.own_tokens as "ownTokens", p.fees, p.gst, p.adjustments, p.carried_in as "carriedIn", p.carried_out as "carriedOut", p.net,
           b.masked_number as number, o.particulars, o.code, o.reference
      from payout p join account a on a.id = p.account_id
      join outgoing_payment o on o.id = p.outgoing_payment_id join bank_account b on b.id = o.bank_account_id
     where p.day = ${day}::date and p.id > ${after} order by p.id limit ${limit}`.execute(db)
  return rows
}
