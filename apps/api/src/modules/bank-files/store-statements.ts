import type { CalendarDate } from '@nikau/contract/nz-time'
import type { Statement } from '@nikau/rails/ib4b'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { Comparison, Difference, Expected } from './compare.ts'

/** The last day that was compared, or nothing before the first; the account's row is held when in a transaction. */
export async function reconciledUpto(db: Db, account: string): Promise<CalendarDate | undefined> {
  await sql`insert into bank_desk (account) values (${account}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ day: CalendarDate | null }>`select reconciled_upto::text as day from bank_desk where account = ${account} for update`.execute(db)
  return rows[0]?.day ?? undefined
}

/** The first day of which there is anything to compare. */
export async function firstDay(db: Db, account: string): Promise<CalendarDate | undefined> {
  const { rows } = await sql<{ day: CalendarDate | null }>`
    select least((select min(day) from bank_expected_line where account = ${account}),
                 (select min((created_at at time zone 'Pacific/Auckland')::date) from bank_file where account = ${account}))::text as day`.execute(db)
  return rows[0]?.day ?? undefined
}

/** Customers' own payments that a bank calls completed are to be found on our statement there, by the words they were sent with. */
export async function expectOneOffs(tx: Tx, account: string, bank: string): Promise<void> {
  await sql`
    insert into bank_expected_line (source, source_id, account, day, type, reference, amount)
    select 'one-off', id, ${account}, (updated_at at time zone 'Pacific/Auckland')::date, 'BP', left(id, 12), amount
      from one_off_payment o
     where bank = ${bank} and not test and bank_status = 'completed'
       and not exists (select from bank_expected_line e where e.source = 'one-off' and e.source_id = o.id)
    on conflict do nothing`.execute(tx)
}

/** What belongs to a day or an earlier one and was not found on any statement yet, nor found missing. */
export async function selectExpected(db: Db, account: string, day: CalendarDate): Promise<Expected[]> {
  const { rows } = await sql<Expected>`
    select source, source_id as "sourceId", day::text as day, type, reference, amount from bank_expected_line
     where account = ${account} and reconciled_on is null and day <= ${day}::date order by day, source_id`.execute(db)
  return rows
}

/** Lines of earlier statements that stood for something, of those that could be meant again. */
export async function selectFound(db: Db, account: string, references: readonly string[]): Promise<{ type: string; reference: string; amount: bigint }[]> {
  const { rows } = await sql<{ type: string; reference: string; amount: bigint }>`
    select type, reference, amount from bank_statement_line
     where account = ${account} and reference = any (${references}::text[]) and verdict = 'matched'`.execute(db)
  return rows
}

export async function closingBefore(db: Db, account: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ closing: bigint }>`select closing from bank_statement where account = ${account} order by day desc limit 1`.execute(db)
  return rows[0]?.closing
}

export async function insertStatement(
  tx: Tx,
  account: string,
  day: CalendarDate,
  statement: Statement,
  result: { gap: bigint; verdicts: Comparison['verdicts']; differences: readonly Difference[]; now: Date },
): Promise<void> {
  const { lines } = statement
  await sql`
    insert into bank_statement (account, day, opening, closing, gap, lines, fetched_at)
    values (${account}, ${day}::date, ${statement.opening}, ${statement.closing}, ${result.gap}, ${lines.length}, ${result.now})`.execute(tx)
  await sql`
    insert into bank_statement_line (account, day, number, transaction_id, type, amount, particulars, code, reference, verdict)
    select ${account}, ${day}::date, l.number, l.transaction_id, l.type, l.amount, l.particulars, l.code, l.reference, l.verdict
      from unnest(${lines.map((l) => l.transactionId)}::text[], ${lines.map((l) => l.type)}::text[], ${lines.map((l) => l.amount)}::bigint[],
        ${lines.map((l) => l.particulars)}::text[], ${lines.map((l) => l.code)}::text[], ${lines.map((l) => l.reference)}::text[],
        ${result.verdicts}::text[]) with ordinality as l (transaction_id, type, amount, particulars, code, reference, verdict, number)`.execute(tx)
  const { differences } = result
  await sql`
    insert into bank_difference (account, day, kind, ref, expected, shown)
    select ${account}, ${day}::date, d.kind, d.ref, d.expected, d.shown
      from unnest(${differences.map((d) => d.kind)}::text[], ${differences.map((d) => d.ref)}::text[], ${differences.map((d) => d.expected)}::bigint[],
        ${differences.map((d) => d.shown)}::bigint[]) as d (kind, ref, expected, shown)`.execute(tx)
}

export async function noteReconciled(tx: Tx, account: string, day: CalendarDate, expected: readonly Expected[]): Promise<void> {
  await sql`
    update bank_expected_line e set reconciled_on = ${day}::date
      from unnest(${expected.map((e) => e.source)}::text[], ${expected.map((e) => e.sourceId)}::text[]) as x (source, source_id)
     where e.source = x.source and e.source_id = x.source_id`.execute(tx)
  await sql`update bank_desk set reconciled_upto = ${day}::date where account = ${account}`.execute(tx)
}
