import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Statement } from '@nikau/rails/ib4b'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { StatementMatch, Expected } from './match-statement.ts'

/** Locks the account's row and returns the last reconciled day; undefined before the first. */
export async function lockLastReconciledDay(db: Db, account: string): Promise<CalendarDate | undefined> {
  await sql`insert into bank_connection (account) values (${account}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{
    day: CalendarDate | null
  }>`select last_reconciled_day::text as day from bank_connection where account = ${account} for update`.execute(db)
  return rows[0]?.day ?? undefined
}

/** The first day with an order or an expected line. */
export async function selectFirstDay(db: Db, account: string): Promise<CalendarDate | undefined> {
  const { rows } = await sql<{ day: CalendarDate | null }>`
    select least((select min(day) from bank_expected_line where account = ${account}),
                 (select min((created_at at time zone 'Pacific/Auckland')::date) from bank_file where account = ${account}))::text as day`.execute(db)
  return rows[0]?.day ?? undefined
}

/** Payments by bank that the bank reports as completed must appear on our statement there, under the reference they were sent with. */
export async function expectBankPayments(tx: Tx, account: string, bank: string): Promise<void> {
  await sql`
    insert into bank_expected_line (source, source_id, account, day, type, reference, amount)
    select 'pay-by-bank', id, ${account}, (updated_at at time zone 'Pacific/Auckland')::date, 'BP', left(id, 12), amount
      from pay_by_bank_payment p
     where bank = ${bank} and not test and bank_status = 'completed'
       and not exists (select from bank_expected_line e where e.source = 'pay-by-bank' and e.source_id = p.id)
    on conflict do nothing`.execute(tx)
}

/** Expected lines up to a day that are neither matched nor reported missing yet. */
export async function selectExpected(db: Db, account: string, day: CalendarDate): Promise<Expected[]> {
  const { rows } = await sql<Expected>`
    select source, source_id as "sourceId", day::text as day, type, reference, amount from bank_expected_line
     where account = ${account} and reconciled_on is null and day <= ${day}::date order by day, source_id`.execute(db)
  return rows
}

/** Lines of earlier statements with these references that were explained, to recognise duplicates. */
export async function selectMatchedLines(
  db: Db,
  account: string,
  references: readonly string[],
): Promise<{ type: string; reference: string; amount: bigint }[]> {
  const { rows } = await sql<{ type: string; reference: string; amount: bigint }>`
    select type, reference, amount from bank_statement_line
     where account = ${account} and reference = any (${references}::text[]) and verdict in ('matched', 'receipt')`.execute(db)
  return rows
}

export async function selectLastClosing(db: Db, account: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ closing: bigint }>`select closing from bank_statement where account = ${account} order by day desc limit 1`.execute(db)
  return rows[0]?.closing
}

export async function insertStatement(
  tx: Tx,
  account: string,
  day: CalendarDate,
  statement: Statement,
  result: { gap: bigint; verdicts: StatementMatch['verdicts']; now: Date },
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
}

export async function markReconciled(tx: Tx, account: string, day: CalendarDate, expected: readonly Expected[]): Promise<void> {
  await sql`
    update bank_expected_line e set reconciled_on = ${day}::date
      from unnest(${expected.map((e) => e.source)}::text[], ${expected.map((e) => e.sourceId)}::text[]) as x (source, source_id)
     where e.source = x.source and e.source_id = x.source_id`.execute(tx)
  await sql`update bank_connection set last_reconciled_day = ${day}::date where account = ${account}`.execute(tx)
}
