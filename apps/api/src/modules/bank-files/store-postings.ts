import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Tx } from '@nikau/runtime'
import { sql } from 'kysely'

/** The opening balance of the first statement of an account, until it is booked. */
export async function selectUnbookedOpening(tx: Tx, account: string): Promise<{ day: CalendarDate; amount: bigint } | undefined> {
  const { rows } = await sql<{ day: CalendarDate; amount: bigint }>`
    select day::text as day, opening as amount from bank_statement
     where account = ${account} and not exists (select from bank_opening where account = ${account}) order by day limit 1`.execute(tx)
  return rows[0]
}

export async function insertOpening(tx: Tx, opening: { account: string; day: CalendarDate; amount: bigint; posting: bigint | null; at: Date }): Promise<void> {
  await sql`
    insert into bank_opening (account, day, amount, posting, at)
    values (${opening.account}, ${opening.day}::date, ${opening.amount}, ${opening.posting}, ${opening.at})`.execute(tx)
}

/** Payments by bank on statements of an account that no posting has moved. One that was reported missing was not shown, until operators have found its line. */
const shown = (account: string) => sql`
  e.account = ${account} and e.source = 'pay-by-bank' and e.shown_posting is null and e.reconciled_on is not null
  and not exists (select from bank_difference d where d.account = e.account and d.day = e.reconciled_on and d.kind = 'missing'
    and d.ref = e.type || ':' || e.reference || ':' || e.source || ':' || e.source_id
    and not exists (select from bank_difference_resolution r where (r.account, r.day, r.kind, r.ref) = (d.account, d.day, d.kind, d.ref)))`

export async function sumShown(tx: Tx, account: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(e.amount), 0)::bigint as sum from bank_expected_line e where ${shown(account)}`.execute(tx)
  return rows[0]!.sum
}

export async function markShown(tx: Tx, account: string, posting: bigint): Promise<void> {
  await sql`update bank_expected_line e set shown_posting = ${posting} where ${shown(account)}`.execute(tx)
}
