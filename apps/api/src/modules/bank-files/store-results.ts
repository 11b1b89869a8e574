import type { CalendarDate } from '@nikau/contract/nz-time'
import type { DetailResult, ResultOutcome } from '@nikau/rails/ib4b'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { FileKind } from './rules.ts'

/** How far the news of an account were heard. */
export async function newsUpto(db: Db, account: string): Promise<bigint> {
  await sql`insert into bank_desk (account) values (${account}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ upto: bigint }>`select news_upto as upto from bank_desk where account = ${account}`.execute(db)
  return rows[0]!.upto
}

export async function noteNewsUpto(db: Db, account: string, upto: bigint): Promise<void> {
  await sql`update bank_desk set news_upto = greatest(news_upto, ${upto}) where account = ${account}`.execute(db)
}

/** A line of news, and the line of the statement that is to be expected from it. */
export interface HeardResult extends DetailResult {
  file: { id: string; kind: FileKind } | undefined
  expected: { type: string; amount: bigint } | undefined
}

/** Keeps news as they came. One that was kept before is left alone. */
export async function insertResults(tx: Tx, account: string, heard: readonly HeardResult[], now: Date): Promise<void> {
  const rows = heard.map((one) => ({
    sequence: String(one.sequence),
    file_reference: one.fileReference,
    file_id: one.file?.id ?? null,
    kind: one.file?.kind ?? null,
    line: one.line,
    day: one.day,
    outcome: one.outcome,
    reason: one.reason ?? null,
    amount: String(one.amount),
    reference: one.reference,
    type: one.expected?.type ?? null,
    expected: one.expected === undefined ? null : String(one.expected.amount),
  }))
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (sequence bigint, file_reference text, file_id text, kind text, line int, day date,
        outcome text, reason text, amount bigint, reference text, type text, expected bigint)
    ), kept as (
      insert into bank_result (account, sequence, file_reference, file_id, kind, line, day, outcome, reason, amount, reference, heard_at)
      select ${account}, sequence, file_reference, file_id, kind, line, day, outcome, reason, amount, reference, ${now}::timestamptz from given
      on conflict do nothing returning sequence
    )
    insert into bank_expected_line (source, source_id, account, day, type, reference, amount)
    select 'file', ${account} || ':' || g.sequence, ${account}, g.day, g.type, g.reference, g.expected
      from kept join given g using (sequence) where g.type is not null`.execute(tx)
}

export async function selectFilesByReference(db: Db, account: string, references: readonly string[]): Promise<Map<string, { id: string; kind: FileKind }>> {
  const { rows } = await sql<{ id: string; kind: FileKind; reference: string }>`
    select id, kind, reference from bank_file where account = ${account} and reference = any (${references}::text[])`.execute(db)
  return new Map(rows.map(({ id, kind, reference }) => [reference, { id, kind }]))
}

export interface ResultRow {
  account: string
  sequence: bigint
  fileReference: string
  fileId: string | null
  kind: FileKind | null
  line: number
  day: CalendarDate
  outcome: ResultOutcome
  reason: string | null
  amount: bigint
  reference: string
}

/** News that nothing was done about yet, held; those in another's hands are passed over. */
export async function lockWaiting(tx: Tx, account: string, limit: number, without: readonly bigint[]): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select account, sequence, file_reference as "fileReference", file_id as "fileId", kind, line, day::text as day, outcome, reason, amount, reference
      from bank_result where account = ${account} and applied_at is null and sequence <> all (${without}::bigint[])
     order by sequence limit ${limit} for update skip locked`.execute(tx)
  return rows
}

export type ResultVerdict = 'applied' | 'repeated' | 'noted' | 'unknown-reference' | 'conflict' | 'mismatch' | 'unknown-file'

export async function noteApplied(tx: Tx, { account, sequence }: ResultRow, verdict: ResultVerdict, at: Date): Promise<void> {
  await sql`update bank_result set applied_at = ${at}, verdict = ${verdict} where account = ${account} and sequence = ${sequence}`.execute(tx)
}
