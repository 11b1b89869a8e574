import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { Difference, DifferenceKind } from './match-statement.ts'

/** A difference by the exception that it has raised. */
export interface DifferenceRow {
  exceptionId: bigint
  account: string
  day: CalendarDate
  kind: DifferenceKind
  ref: string
  /** By how much the statements hold more than the books and what is on its way explain. */
  excess: bigint
  resolved: boolean
}

/** Locks differences through their exceptions, so that two proposals cannot resolve the same one. */
export async function lockDifferences(tx: Tx, exceptionIds: readonly bigint[]): Promise<DifferenceRow[]> {
  await sql`select from operator_exception where id = any (${exceptionIds}::bigint[]) order by id for update`.execute(tx)
  const { rows } = await sql<DifferenceRow>`
    select x.id as "exceptionId", d.account, d.day::text as day, d.kind, d.ref,
           case d.kind when 'sum' then d.expected - d.shown else d.shown - d.expected end as excess,
           exists (select from bank_difference_resolution r where (r.account, r.day, r.kind, r.ref) = (d.account, d.day, d.kind, d.ref)) as resolved
      from operator_exception x
      join bank_difference d on d.account = x.refs ->> 'account' and d.day = (x.refs ->> 'day')::date and d.ref = x.refs ->> 'ref' and x.kind = 'statement-' || d.kind
     where x.id = any (${exceptionIds}::bigint[]) and x.kind like 'statement-%' order by x.id`.execute(tx)
  return rows
}

export async function insertResolutions(tx: Tx, differences: readonly DifferenceRow[], { proposalId, at }: { proposalId: string; at: Date }): Promise<void> {
  for (const { account, day, kind, ref } of differences)
    await sql`
      insert into bank_difference_resolution (account, day, kind, ref, proposal_id, at)
      values (${account}, ${day}::date, ${kind}, ${ref}, ${proposalId}, ${at})`.execute(tx)
}

export async function insertDifferences(tx: Tx, account: string, day: CalendarDate, differences: readonly Difference[]): Promise<void> {
  await sql`
    insert into bank_difference (account, day, kind, ref, expected, shown)
    select ${account}, ${day}::date, d.kind, d.ref, d.expected, d.shown
      from unnest(${differences.map((d) => d.kind)}::text[], ${differences.map((d) => d.ref)}::text[], ${differences.map((d) => d.expected)}::bigint[],
        ${differences.map((d) => d.shown)}::bigint[]) as d (kind, ref, expected, shown)`.execute(tx)
}

/** The day of the last statement of an account. */
export async function selectLastStatementDay(db: Db, account: string): Promise<CalendarDate | undefined> {
  const { rows } = await sql<{ day: CalendarDate | null }>`select max(day)::text as day from bank_statement where account = ${account}`.execute(db)
  return rows[0]?.day ?? undefined
}
