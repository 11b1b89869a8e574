import type { CalendarDate } from '@nikau/nz/nz-time'
import { addJob, type Db, type Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { DetailState, FileKind } from './rules.ts'

export const sendJob = 'send-bank-file'

export interface WindowRow {
  files: number
  complete: boolean
}

/** Creates the window if it is new and locks it: a concurrent run waits and then finds it complete. */
export async function lockWindow(tx: Tx, window: { kind: FileKind; day: CalendarDate; now: Date }): Promise<WindowRow> {
  await sql`
    insert into bank_window (kind, day, closed_at) values (${window.kind}, ${window.day}::date, ${window.now}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<WindowRow>`
    select files, complete from bank_window where kind = ${window.kind} and day = ${window.day}::date for update`.execute(tx)
  return rows[0]!
}

export async function updateWindow(tx: Tx, window: { kind: FileKind; day: CalendarDate; files: number; complete: boolean }): Promise<void> {
  await sql`
    update bank_window set files = ${window.files}, complete = ${window.complete} where kind = ${window.kind} and day = ${window.day}::date`.execute(tx)
}

export interface NewFile {
  id: string
  kind: FileKind
  windowDay: CalendarDate
  account: string
  reference: string
  dueDay: CalendarDate
  total: bigint
  sealedBytes: Buffer
  keyId: string
  /** SHA-256 and length of the bytes before they are sealed. */
  digest: Buffer
  size: number
  generation: number
  now: Date
  /** In line order. */
  details: readonly { transferId: string; reference: string; amount: bigint }[]
}

/** Stores a file, its details and its send job in one transaction, before anything is sent. */
export async function insertFile(tx: Tx, file: NewFile): Promise<void> {
  await sql`
    insert into bank_file (id, kind, window_day, account, reference, due_day, count, total, sealed_bytes, key_id, digest, size, generation, created_at)
    values (${file.id}, ${file.kind}, ${file.windowDay}::date, ${file.account}, ${file.reference}, ${file.dueDay}::date, ${file.details.length},
      ${file.total}, ${file.sealedBytes}, ${file.keyId}, ${file.digest}, ${file.size}, ${file.generation}, ${file.now})`.execute(tx)
  await sql`
    insert into bank_file_detail (file_id, line, transfer_id, reference, amount, changed_at)
    select ${file.id}, d.position + 1, d.transfer_id, d.reference, d.amount, ${file.now}
      from unnest(${file.details.map((d) => d.transferId)}::text[], ${file.details.map((d) => d.reference)}::text[],
                  ${file.details.map((d) => d.amount)}::bigint[]) with ordinality as d (transfer_id, reference, amount, position)`.execute(tx)
  await enqueueSend(tx, file.id)
}

export async function enqueueSend(tx: Db, fileId: string): Promise<void> {
  await addJob(tx, sendJob, { fileId }, { key: `${sendJob}:${fileId}` })
}

export interface FileRow {
  id: string
  kind: FileKind
  windowDay: CalendarDate
  account: string
  reference: string
  count: number
  total: bigint
  sealedBytes: Buffer
  keyId: string
  attempts: number
  generation: number
}

const fileColumns = sql`
  id, kind, window_day::text as "windowDay", account, reference, count, total, sealed_bytes as "sealedBytes", key_id as "keyId", generation`

/** Counts a send attempt and returns the file; undefined when its outcome is known. */
export async function startSendAttempt(db: Db, id: string): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    update bank_file set attempts = attempts + 1 where id = ${id} and state = 'ready'
    returning ${fileColumns}, attempts`.execute(db)
  return rows[0]
}

/** The bank may have it. */
export async function wasAttempted(db: Db, id: string): Promise<boolean> {
  return (await sql`select from bank_file where id = ${id} and attempts > 0`.execute(db)).rows.length > 0
}

export interface SetAsideFile extends Omit<FileRow, 'attempts'> {
  /** Rejected by the bank, or a conflict with what it has. */
  state: string
  /** Those that are not in another file. */
  orders: DetailRow[]
}

/** Locks a file whose orders wait for an operator. Not one with a result that fits an order: the bank has processed it. */
export async function lockSetAside(tx: Tx, id: string): Promise<SetAsideFile | undefined> {
  const { rows } = await sql<Omit<SetAsideFile, 'orders'>>`
    select ${fileColumns}, state from bank_file where id = ${id} and state in ('rejected', 'conflict') for update`.execute(tx)
  const orders = await sql<DetailRow>`${details} where d.file_id = ${id} and d.state = 'sent' order by d.line for update`.execute(tx)
  // After the locks: a result that is being applied has its order locked.
  const processed = await sql`
    select from bank_result where file_id = ${id} and (verdict is null or verdict in ('applied', 'repeated', 'no-action')) limit 1`.execute(tx)
  return rows[0] && orders.rows.length > 0 && processed.rows.length === 0 ? { ...rows[0], orders: orders.rows } : undefined
}

/** Locks the file; false when its outcome was recorded in the meantime. */
export async function lockIfReady(tx: Tx, id: string): Promise<boolean> {
  return (await sql`select from bank_file where id = ${id} and state = 'ready' for update`.execute(tx)).rows.length > 0
}

export async function recordUnknown(db: Db, id: string, reason: string): Promise<void> {
  await sql`update bank_file set last_result = ${reason} where id = ${id} and state = 'ready'`.execute(db)
}

/** False when another outcome was recorded in the meantime. */
export async function markAccepted(
  db: Db,
  id: string,
  submission: { bankFileId: string; processingDay: CalendarDate; finalDay: CalendarDate; at: Date },
): Promise<boolean> {
  const result = await sql`
    update bank_file set state = 'accepted', last_result = 'accepted', bank_file_id = ${submission.bankFileId}, processing_day = ${submission.processingDay}::date,
      final_day = ${submission.finalDay}::date, accepted_at = ${submission.at} where id = ${id} and state = 'ready'`.execute(db)
  return result.numAffectedRows === 1n
}

/** The id that the bank gave an accepted file. */
export async function selectAcceptedAs(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ bankFileId: string | null }>`select bank_file_id as "bankFileId" from bank_file where id = ${id}`.execute(db)
  return rows[0]?.bankFileId ?? undefined
}

export async function markRejected(tx: Tx, id: string, state: 'rejected' | 'conflict', reason: string): Promise<void> {
  await sql`update bank_file set state = ${state}, last_result = ${reason} where id = ${id}`.execute(tx)
}

/** The bank has a file that we recorded as rejected. */
export async function markConflict(tx: Tx, id: string, reason: string): Promise<void> {
  await sql`update bank_file set state = 'conflict', last_result = ${reason} where id = ${id} and state = 'rejected'`.execute(tx)
}

export interface DetailRow {
  fileId: string
  line: number
  transferId: string
  reference: string
  amount: bigint
  state: DetailState
}

const details = sql`select d.file_id as "fileId", d.line, d.transfer_id as "transferId", d.reference, d.amount, d.state from bank_file_detail d`

export async function selectDetails(tx: Db, fileId: string): Promise<DetailRow[]> {
  return (await sql<DetailRow>`${details} where d.file_id = ${fileId} order by d.line`.execute(tx)).rows
}

/** Orders of an accepted file without any result. */
export async function selectUnreported(db: Db, fileId: string): Promise<DetailRow[]> {
  const query = sql<DetailRow>`
    ${details} where d.file_id = ${fileId} and d.state = 'sent' and not exists (select from bank_result r where r.file_id = d.file_id and r.line = d.line)
    order by d.line`
  return (await query.execute(db)).rows
}

export async function lockDetail(tx: Tx, fileId: string, line: number): Promise<DetailRow | undefined> {
  return (await sql<DetailRow>`${details} where d.file_id = ${fileId} and d.line = ${line} for update`.execute(tx)).rows[0]
}

export async function updateDetails(tx: Tx, fileId: string, lines: readonly number[], state: DetailState, at: Date): Promise<void> {
  await sql`update bank_file_detail set state = ${state}, changed_at = ${at} where file_id = ${fileId} and line = any (${lines}::int[])`.execute(tx)
}

/** Files that are ready and not being sent by a running job. */
export async function selectUnsent(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bank_file f where state = 'ready'
       and not exists (select from graphile_worker.jobs j where j.key = ${`${sendJob}:`} || f.id and j.locked_at is not null) order by created_at`.execute(db)
  return rows.map(({ id }) => id)
}

export interface OpenFile {
  id: string
  kind: FileKind
  account: string
  reference: string
  bankFileId: string
  finalDay: CalendarDate
}

/** Accepted files that are not cleared and whose return period ends by a day. */
export async function selectUncleared(db: Db, until: CalendarDate): Promise<OpenFile[]> {
  const { rows } = await sql<OpenFile>`
    select id, kind, account, reference, bank_file_id as "bankFileId", final_day::text as "finalDay" from bank_file
     where state = 'accepted' and cleared_at is null and final_day <= ${until}::date order by final_day, id`.execute(db)
  return rows
}

/** Locks details that the bank has moved and for which no result waits to be applied; those locked by another worker are skipped. */
export async function lockSettleable(tx: Tx, fileId: string, limit: number): Promise<DetailRow[]> {
  const query = sql<DetailRow>`
    ${details} where d.file_id = ${fileId} and d.state = 'at-bank'
      and not exists (select from bank_result r where r.file_id = d.file_id and r.line = d.line and r.applied_at is null)
    order by d.line limit ${limit} for update of d skip locked`
  return (await query.execute(tx)).rows
}

/** Marks a file cleared if no detail is pending; true when it is cleared. */
export async function markCleared(db: Db, fileId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update bank_file f set cleared_at = ${at}
     where id = ${fileId} and not exists (select from bank_file_detail d where d.file_id = f.id and d.state in ('sent', 'at-bank')) returning id`.execute(db)
  return rows.length > 0
}
