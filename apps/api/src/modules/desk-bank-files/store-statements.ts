import type { lineVerdicts } from '@nikau/contract/desk/statements'
import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface AccountRow {
  account: string
  lastDay: CalendarDate | null
  /** The first day with a statement, or with anything to expect. */
  firstDay: CalendarDate | null
}

/** Our accounts that have files, results or statements. */
export async function selectAccounts(db: Db): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select c.account, c.last_reconciled_day::text as "lastDay",
           coalesce((select min(day) from bank_statement s where s.account = c.account),
                    least((select min(day) from bank_expected_line e where e.account = c.account and e.reconciled_on is null),
                          (select min((created_at at time zone 'Pacific/Auckland')::date) from bank_file f where f.account = c.account)))::text as "firstDay"
      from bank_connection c order by c.account`.execute(db)
  return rows
}

export interface DayRow {
  account: string
  day: CalendarDate
  gap: bigint
  /** All that was recorded, resolved or not. */
  differences: number
}

export async function selectDays(db: Db, from: CalendarDate, until: CalendarDate): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select s.account, s.day::text as day, s.gap,
           (select count(*)::int from bank_difference d where d.account = s.account and d.day = s.day) as differences
      from bank_statement s where s.day between ${from}::date and ${until}::date`.execute(db)
  return rows
}

/** The job that reads statements has failed and is repeated. */
export async function isReadingFailing(db: Db): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'reconcile-statements' and last_error is not null limit 1`.execute(db)
  return rows.length > 0
}

export interface StatementRow {
  fetchedAt: Date
  opening: bigint
  closing: bigint
  gap: bigint
  lines: number
  closingBefore: bigint | null
}

export async function selectStatement(db: Db, account: string, day: CalendarDate): Promise<StatementRow | undefined> {
  const { rows } = await sql<StatementRow>`
    select s.fetched_at as "fetchedAt", s.opening, s.closing, s.gap, s.lines,
           (select b.closing from bank_statement b where b.account = s.account and b.day < s.day order by b.day desc limit 1) as "closingBefore"
      from bank_statement s where s.account = ${account} and s.day = ${day}::date`.execute(db)
  return rows[0]
}

export interface TypeRow {
  type: string
  isReceipt: boolean
  count: number
  sum: bigint
}

/** What the statement was compared with. Not the lines that a later decision of operators has put beside what it shows. */
export async function selectExpectedTypes(db: Db, account: string, day: CalendarDate): Promise<TypeRow[]> {
  const { rows } = await sql<TypeRow>`
    select type, false as "isReceipt", count(*)::int as count, sum(amount)::bigint as sum from bank_expected_line
     where account = ${account} and reconciled_on = ${day}::date and not (source = 'operator' and source_id like '%:shown') group by type
    union all
    select l.type, true, count(*)::int, sum(r.amount)::bigint
      from bank_receipt r join bank_statement_line l on l.account = r.account and l.transaction_id = r.transaction_id and l.day = r.day and l.verdict = 'receipt'
     where r.account = ${account} and r.day = ${day}::date group by l.type
     order by 2, 1`.execute(db)
  return rows
}

export async function selectShownTypes(db: Db, account: string, day: CalendarDate): Promise<TypeRow[]> {
  const { rows } = await sql<TypeRow>`
    select type, verdict = 'receipt' as "isReceipt", count(*)::int as count, sum(amount)::bigint as sum from bank_statement_line
     where account = ${account} and day = ${day}::date group by 1, 2 order by 2, 1`.execute(db)
  return rows
}

export interface DifferenceRow {
  kind: 'duplicate' | 'missing' | 'wrong-amount' | 'unknown' | 'sum' | 'balance'
  ref: string
  expected: bigint
  shown: bigint
  type: string | null
  line: number | null
  reference: string | null
  transactionId: string | null
  exceptionId: bigint | null
  ownerId: string | null
  ownerName: string | null
  closedAt: Date | null
  resolvedBy: string | null
}

/** The differences of a day with the line and the exception of each, in the order of the statement. */
export async function selectDifferences(db: Db, account: string, day: CalendarDate): Promise<DifferenceRow[]> {
  const { rows } = await sql<DifferenceRow>`
    select d.kind, d.ref, d.expected, d.shown, l.type, l.number as line, l.reference, l.transaction_id as "transactionId", x.id as "exceptionId",
           o.id::text as "ownerId", o.name as "ownerName", x.closed_at as "closedAt", r.proposal_id as "resolvedBy"
      from bank_difference d
      left join bank_statement_line l on l.account = d.account and l.day = d.day and d.kind in ('duplicate', 'wrong-amount', 'unknown')
       and l.verdict = d.kind and d.ref = l.transaction_id || case d.kind when 'duplicate' then '#' || l.number else '' end
      left join operator_exception x on x.kind = 'statement-' || d.kind and x.ref = d.account || ':' || d.day || ':' || d.ref
      left join lateral (
        select o.id, o.name from operator_exception_action a join operator o on o.id = a.operator
         where a.exception_id = x.id and a.action = 'take' order by a.id desc limit 1) o on true
      left join bank_difference_resolution r on (r.account, r.day, r.kind, r.ref) = (d.account, d.day, d.kind, d.ref)
     where d.account = ${account} and d.day = ${day}::date order by l.number nulls last, d.kind, d.ref`.execute(db)
  return rows
}

export interface LineRow {
  number: number
  type: string
  amount: bigint
  reference: string
  text: string
  verdict: (typeof lineVerdicts)[number]
}

type Verdict = LineRow['verdict'] | undefined

/** Never a statement code (DESK-70), which proves whose account it is. */
export async function selectStatementLines(
  db: Db,
  { account, day, only }: { account: string; day: CalendarDate; only: Verdict },
  { after, limit }: { after: number; limit: number },
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select number, type, amount, reference, trim(regexp_replace(particulars, 'CODE \\d+', 'CODE ••••')) as text, verdict from bank_statement_line
     where account = ${account} and day = ${day}::date and (${only ?? null}::text is null or verdict = ${only ?? null}) and number > ${after}
     order by number limit ${limit}`.execute(db)
  return rows
}

export async function countStatementLines(db: Db, { account, day, only }: { account: string; day: CalendarDate; only: Verdict }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bank_statement_line
     where account = ${account} and day = ${day}::date and (${only ?? null}::text is null or verdict = ${only ?? null})`.execute(db)
  return rows[0]!.count
}
