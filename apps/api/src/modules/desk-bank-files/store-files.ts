import type { OrderOutcome } from '@nikau/contract/desk/bank-files'
import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Db } from '@nikau/runtime'
import { type RawBuilder, sql } from 'kysely'

/** What became of an order, by its state in the file. */
const outcome = sql`
  case d.state when 'at-bank' then 'settled' when 'done' then 'settled' when 'failed' then 'came-back' when 'reversed' then 'came-back'
    when 'sent' then 'silent' else d.state end`

export interface WindowRow {
  day: CalendarDate
  closedAt: Date
  isComplete: boolean
}

/** Days with a window, the last first. */
export async function selectWindows(db: Db, { before, limit }: { before: CalendarDate | undefined; limit: number }): Promise<WindowRow[]> {
  const { rows } = await sql<WindowRow>`
    select day::text as day, min(closed_at) as "closedAt", bool_and(complete) as "isComplete" from bank_window
     where ${before ?? null}::date is null or day < ${before ?? null}::date group by bank_window.day order by bank_window.day desc limit ${limit}`.execute(db)
  return rows
}

export interface FileRow {
  fileId: string
  reference: string
  kind: 'debit' | 'credit'
  day: CalendarDate
  account: string
  orders: number
  total: bigint
  state: 'ready' | 'accepted' | 'rejected' | 'conflict'
  attempts: number
  generation: number
  lastResult: string | null
  bankFileId: string | null
  dueDay: CalendarDate
  processingDay: CalendarDate | null
  finalDay: CalendarDate | null
  builtAt: Date
  acceptedAt: Date | null
  clearedAt: Date | null
  digest: string | null
  size: number | null
  parts: { outcome: OrderOutcome; orders: number; sum: string }[]
  /** The open exception about the file itself, since when, and the proposal that waits about it. */
  exceptionId: bigint | null
  proposalId: string | null
}

const selectFiles = async (db: Db, where: RawBuilder<unknown>, now: Date): Promise<FileRow[]> => {
  const { rows } = await sql<FileRow>`
    select f.id as "fileId", f.reference, f.kind, f.window_day::text as day, f.account, f.count as orders, f.total, f.state, f.attempts, f.generation,
           f.last_result as "lastResult", f.bank_file_id as "bankFileId", f.due_day::text as "dueDay", f.processing_day::text as "processingDay",
           f.final_day::text as "finalDay", f.created_at as "builtAt", f.accepted_at as "acceptedAt", f.cleared_at as "clearedAt",
           encode(f.digest, 'hex') as digest, f.size, p.parts, x.id as "exceptionId", o.id as "proposalId"
      from bank_file f
      cross join lateral (
        select coalesce(json_agg(json_build_object('outcome', g.outcome, 'orders', g.orders, 'sum', g.sum::text)), '[]') as parts
          from (select ${outcome} as outcome, count(*)::int as orders, sum(d.amount) as sum from bank_file_detail d where d.file_id = f.id group by 1) g) p
      left join lateral (
        select x.id from operator_exception x
         where x.kind in ('bank-file-rejected', 'bank-file-conflict') and x.ref = f.reference and x.closed_at is null order by x.id desc limit 1) x on true
      left join lateral (
        select o.id from operator_proposal o where o.exception_id = x.id and o.decided_at is null and o.ends_at > ${now} order by o.id limit 1) o on true
     where ${where} order by f.window_day desc, f.created_at, f.id`.execute(db)
  return rows
}

export const selectFilesOf = (db: Db, days: readonly CalendarDate[], now: Date) => selectFiles(db, sql`f.window_day = any (${days}::date[])`, now)

export const selectFile = async (db: Db, reference: string, now: Date): Promise<FileRow | undefined> =>
  (await selectFiles(db, sql`f.reference = ${reference}`, now))[0]

export interface LineException {
  fileId: string
  /** Null: about the file. */
  line: number | null
  id: bigint
  kind: string
  isOpen: boolean
}

/** Exceptions about files and their orders. Each is found by its whole name, which the index of exceptions has. */
export async function selectExceptions(db: Db, fileIds: readonly string[]): Promise<LineException[]> {
  const { rows } = await sql<LineException>`
    with detail as (
      select d.file_id, d.line, d.reference, f.account from bank_file_detail d join bank_file f on f.id = d.file_id where d.file_id = any (${fileIds}::text[])
    ), name as (
      select f.id as file_id, null::int as line, k.kind, f.reference as ref
        from bank_file f cross join (values ('bank-file-rejected'), ('bank-file-conflict')) k (kind) where f.id = any (${fileIds}::text[])
      union all
      select d.file_id, d.line, k.kind, d.reference
        from detail d cross join (values ('bank-order-refused'), ('bank-order-invalid'), ('bank-result-missing'), ('bank-settlement-conflict')) k (kind)
      union all
      select d.file_id, d.line, k.kind, r.account || ':' || r.sequence
        from detail d join bank_result r on r.file_id = d.file_id and r.line = d.line
        cross join (values ('bank-result-mismatch'), ('bank-result-conflict'), ('bank-result-unknown-reference'), ('bank-result-unknown-file'), ('bank-result-failed')) k (kind)
      union all
      select d.file_id, d.line, 'statement-' || l.verdict,
             l.account || ':' || l.day || ':' || l.transaction_id || case l.verdict when 'duplicate' then '#' || l.number else '' end
        from detail d join bank_statement_line l on l.reference = d.reference and l.account = d.account where l.verdict in ('duplicate', 'wrong-amount', 'unknown')
      union all
      select d.file_id, d.line, 'statement-missing', e.account || ':' || e.reconciled_on || ':' || e.type || ':' || e.reference || ':file:' || e.source_id
        from detail d join bank_result r on r.file_id = d.file_id and r.line = d.line
        join bank_expected_line e on e.source = 'file' and e.source_id = r.account || ':' || r.sequence
    )
    select n.file_id as "fileId", n.line, x.id, x.kind, x.closed_at is null as "isOpen"
      from name n join operator_exception x on x.kind = n.kind and x.ref = n.ref
     group by n.file_id, n.line, x.id order by x.id`.execute(db)
  return rows
}

export interface LineRow {
  line: number
  reference: string
  amount: bigint
  state: 'sent' | 'at-bank' | 'done' | 'failed' | 'reversed' | 'refused' | 'replaced'
  payer: string | null
  outcome: 'settled' | 'dishonoured' | 'bounced' | 'reversed' | null
  reason: string | null
  day: CalendarDate | null
}

export interface LineFilter {
  only: OrderOutcome | undefined
  lines: readonly number[] | undefined
}

const matchesFilter = (fileId: string, { only, lines }: LineFilter) => sql`
  d.file_id = ${fileId} and (${only ?? null}::text is null or ${outcome} = ${only ?? null}) and (${lines ?? null}::int[] is null or d.line = any (${lines ?? null}::int[]))`

/** Lines of a file in order, with the last that the bank has reported of each. */
export async function selectLines(db: Db, fileId: string, filter: LineFilter, { after, limit }: { after: number; limit: number }): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select d.line, d.reference, d.amount, d.state, coalesce(o.masked_number, b.masked_number) as payer, r.outcome, r.reason, r.day::text as day
      from bank_file_detail d
      left join funds_transfer t on t.id = d.transfer_id
      left join outgoing_payment o on o.id = d.transfer_id
      left join bank_account b on b.id = coalesce(o.bank_account_id, t.bank_account_id)
      left join lateral (
        select r.outcome, r.reason, r.day from bank_result r where r.file_id = d.file_id and r.line = d.line order by r.sequence desc limit 1) r on true
     where ${matchesFilter(fileId, filter)} and d.line > ${after} order by d.line limit ${limit}`.execute(db)
  return rows
}

export async function countLines(db: Db, fileId: string, filter: LineFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from bank_file_detail d where ${matchesFilter(fileId, filter)}`.execute(db)
  return rows[0]!.count
}

/** Files that have had orders of this one, the first first. */
export async function selectRelated(db: Db, fileId: string): Promise<{ id: string; generation: number }[]> {
  const { rows } = await sql<{ id: string; generation: number }>`
    select f.reference as id, f.generation from bank_file f
     where f.id <> ${fileId} and f.id in (
       select other.file_id from bank_file_detail d join bank_file_detail other on other.transfer_id = d.transfer_id and other.reference = d.reference
        where d.file_id = ${fileId})
     order by f.generation, f.reference`.execute(db)
  return rows
}

/** When statements were last compared, and files last cleared, since a moment. */
export async function selectDoneSince(db: Db, since: Date): Promise<{ comparedAt: Date | null; clearedAt: Date | null }> {
  const { rows } = await sql<{ comparedAt: Date | null; clearedAt: Date | null }>`
    select (select max(fetched_at) from bank_statement where fetched_at >= ${since}) as "comparedAt",
           (select max(cleared_at) from bank_file where cleared_at >= ${since}) as "clearedAt"`.execute(db)
  return rows[0]!
}

export interface OpenedFile {
  id: string
  sealed: Buffer
  keyId: string
  digest: Buffer | null
  entry: bigint
}

/** Writes the entry of the audit log and answers the sealed bytes, or neither. */
export async function openFile(
  db: Db,
  { secretHash, reference, reason, at }: { secretHash: Buffer; reference: string; reason: string; at: Date },
): Promise<OpenedFile | undefined> {
  const { rows } = await sql<OpenedFile>`
    select id, sealed_bytes as sealed, key_id as "keyId", digest, entry from desk_open_bank_file(${secretHash}, ${at}, ${reference}, ${reason})`.execute(db)
  return rows[0]
}
