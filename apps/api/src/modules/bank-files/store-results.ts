import type { CalendarDate } from '@nikau/nz/nz-time'
import type { DetailResult, ResultOutcome } from '@nikau/rails/ib4b'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { FileKind } from './rules.ts'

/** The cursor of ingested results for an account. */
export async function selectLastSequence(db: Db, account: string): Promise<bigint> {
  await sql`insert into bank_connection (account) values (${account}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ sequence: bigint }>`select last_result_sequence as sequence from bank_connection where account = ${account}`.execute(db)
  return rows[0]!.sequence
}

export async function updateLastSequence(db: Db, account: string, sequence: bigint): Promise<void> {
  await sql`update bank_connection set last_result_sequence = greatest(last_result_sequence, ${sequence}) where account = ${account}`.execute(db)
}

/** A result, and the statement line it leads to. */
export interface IncomingResult extends DetailResult {
  file: { id: string; kind: FileKind } | undefined
  expected: { type: string; amount: bigint } | undefined
}

/**
 * Stores results as received, with the statement lines to expect. Known results are left unchanged. A line that an operator's decision
 * already expects, or has found on a statement, is not expected again.
 */
export async function insertResults(tx: Tx, account: string, results: readonly IncomingResult[], now: Date): Promise<void> {
  const rows = results.map((result) => ({
    sequence: String(result.sequence),
    file_reference: result.fileReference,
    file_id: result.file?.id ?? null,
    kind: result.file?.kind ?? null,
    line: result.line,
    day: result.day,
    outcome: result.outcome,
    reason: result.reason ?? null,
    amount: String(result.amount),
    reference: result.reference,
    type: result.expected?.type ?? null,
    expected: result.expected === undefined ? null : String(result.expected.amount),
  }))
  await sql`
    with incoming as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (sequence bigint, file_reference text, file_id text, kind text, line int, day date,
        outcome text, reason text, amount bigint, reference text, type text, expected bigint)
    ), inserted as (
      insert into bank_result (account, sequence, file_reference, file_id, kind, line, day, outcome, reason, amount, reference, received_at)
      select ${account}, sequence, file_reference, file_id, kind, line, day, outcome, reason, amount, reference, ${now}::timestamptz from incoming
      on conflict do nothing returning sequence
    )
    insert into bank_expected_line (source, source_id, account, day, type, reference, amount)
    select 'file', ${account} || ':' || i.sequence, ${account}, i.day, i.type, i.reference, i.expected
      from inserted join incoming i using (sequence)
     where i.type is not null and not exists (
       select from bank_expected_line e where e.source = 'operator' and e.reference = i.reference and e.amount = i.expected)`.execute(tx)
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

/** Locks unapplied results; those locked by another worker are skipped. */
export async function lockPendingResults(tx: Tx, account: string, limit: number, except: readonly bigint[]): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select account, sequence, file_reference as "fileReference", file_id as "fileId", kind, line, day::text as day, outcome, reason, amount, reference
      from bank_result where account = ${account} and applied_at is null and sequence <> all (${except}::bigint[])
     order by sequence limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/** Not applied: each raises the exception `bank-result-<verdict>`. */
export type UnappliedVerdict = 'unknown-reference' | 'conflict' | 'mismatch' | 'unknown-file'
export type ResultVerdict = 'applied' | 'repeated' | 'no-action' | UnappliedVerdict

export async function markApplied(tx: Tx, { account, sequence }: ResultRow, verdict: ResultVerdict, at: Date): Promise<void> {
  await sql`update bank_result set applied_at = ${at}, verdict = ${verdict} where account = ${account} and sequence = ${sequence}`.execute(tx)
}
