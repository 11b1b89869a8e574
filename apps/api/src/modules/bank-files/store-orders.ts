import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { DetailState, FileKind } from './rules.ts'

/** An order with its file, as an operator decides about it. */
export interface OrderRow {
  fileId: string
  line: number
  reference: string
  amount: bigint
  state: DetailState
  kind: FileKind
  account: string
  fileState: 'ready' | 'accepted' | 'rejected' | 'conflict'
  finalDay: CalendarDate | null
  /** The account of the customer or merchant whose money it is. */
  ownerAccountId: string | null
  /** The bank has reported something that could not be applied. */
  contradicted: boolean
  /** A result waits to be applied. */
  resultWaits: boolean
}

export async function lockOrder(tx: Tx, reference: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select d.file_id as "fileId", d.line, d.reference, d.amount, d.state, f.kind, f.account, f.state as "fileState", f.final_day::text as "finalDay",
           coalesce((select t.account_id from funds_transfer t where t.id = d.transfer_id),
                    (select p.account_id from outgoing_payment p where p.id = d.transfer_id)) as "ownerAccountId",
           exists (${resultsOf(sql`d.reference`)} and r.verdict in ('mismatch', 'conflict', 'unknown-reference')) as contradicted,
           exists (${resultsOf(sql`d.reference`)} and r.applied_at is null) as "resultWaits"
      from bank_file_detail d join bank_file f on f.id = d.file_id
     where d.reference = ${reference} and d.state <> 'replaced' for update of d`.execute(tx)
  return rows[0]
}

/** Results for an order in any file that it was in. */
function resultsOf(reference: ReturnType<typeof sql>) {
  return sql`
    select r.account, r.sequence from bank_file_detail o join bank_result r on r.file_id = o.file_id and r.line = o.line where o.reference = ${reference}`
}

export interface OrderLine {
  source: 'file' | 'operator'
  sourceId: string
  type: string
  reference: string
  day: CalendarDate
  amount: bigint
  /** On a statement, or reported missing. */
  reconciled: boolean
}

/** The statement lines of an order, shown and expected. */
export async function lockOrderLines(tx: Tx, reference: string): Promise<OrderLine[]> {
  const { rows } = await sql<OrderLine>`
    select source, source_id as "sourceId", type, reference, day::text as day, amount, reconciled_on is not null as reconciled from bank_expected_line
     where (source = 'file' and source_id in (select r.account || ':' || r.sequence from (${resultsOf(sql`${reference}`)}) r))
        or (source = 'operator' and reference = ${reference})
     order by day, source_id for update`.execute(tx)
  return rows
}

export async function insertOrderLine(
  tx: Tx,
  line: { id: string; account: string; day: CalendarDate; type: string; reference: string; amount: bigint; reconciledOn: CalendarDate | null },
): Promise<void> {
  await sql`
    insert into bank_expected_line (source, source_id, account, day, type, reference, amount, reconciled_on)
    values ('operator', ${line.id}, ${line.account}, ${line.day}::date, ${line.type}, ${line.reference}, ${line.amount}, ${line.reconciledOn}::date)`.execute(
    tx,
  )
}

/** Lines that no statement has to show any more. */
export async function deleteOpenLines(tx: Tx, lines: readonly OrderLine[]): Promise<void> {
  for (const { source, sourceId } of lines)
    await sql`delete from bank_expected_line where source = ${source} and source_id = ${sourceId} and reconciled_on is null`.execute(tx)
}
