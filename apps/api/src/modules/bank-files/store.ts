import type { CalendarDate } from '@nikau/contract/nz-time'
import { addJob, type Db, type Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { DetailState, FileKind } from './rules.ts'

export const sendJob = 'send-bank-file'

export interface WindowRow {
  files: number
  complete: boolean
}

/** The window, made if it is new, and held: whoever else closes it waits, and then finds it closed. */
export async function lockWindow(tx: Tx, window: { kind: FileKind; day: CalendarDate; now: Date }): Promise<WindowRow> {
  await sql`
    insert into bank_window (kind, day, closed_at) values (${window.kind}, ${window.day}::date, ${window.now}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<WindowRow>`
    select files, complete from bank_window where kind = ${window.kind} and day = ${window.day}::date for update`.execute(tx)
  return rows[0]!
}

export async function noteWindow(tx: Tx, window: { kind: FileKind; day: CalendarDate; files: number; complete: boolean }): Promise<void> {
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
  generation: number
  now: Date
  /** In the order of their lines. */
  details: readonly { transferId: string; reference: string; amount: bigint }[]
}

/** Keeps a file, its details and the job that sends it: all or nothing, before a byte of it leaves. */
export async function insertFile(tx: Tx, file: NewFile): Promise<void> {
  await sql`
    insert into bank_file (id, kind, window_day, account, reference, due_day, count, total, sealed_bytes, key_id, generation, created_at)
    values (${file.id}, ${file.kind}, ${file.windowDay}::date, ${file.account}, ${file.reference}, ${file.dueDay}::date, ${file.details.length},
      ${file.total}, ${file.sealedBytes}, ${file.keyId}, ${file.generation}, ${file.now})`.execute(tx)
  await sql`
    insert into bank_file_detail (file_id, line, transfer_id, reference, amount, changed_at)
    select ${file.id}, d.place + 1, d.transfer_id, d.reference, d.amount, ${file.now}
      from unnest(${file.details.map((d) => d.transferId)}::text[], ${file.details.map((d) => d.reference)}::text[],
                  ${file.details.map((d) => d.amount)}::bigint[]) with ordinality as d (transfer_id, reference, amount, place)`.execute(tx)
  await addSendJob(tx, file.id)
}

export async function addSendJob(tx: Db, fileId: string): Promise<void> {
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

/** Counts an attempt to send a file, and gives it; nothing when its fate is known. */
export async function beginSending(db: Db, id: string): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    update bank_file set attempts = attempts + 1 where id = ${id} and state = 'ready'
    returning id, kind, window_day::text as "windowDay", account, reference, count, total, sealed_bytes as "sealedBytes", key_id as "keyId", attempts,
              generation`.execute(db)
  return rows[0]
}

/** Held until the transaction ends; nothing when the file's fate was written down meanwhile. */
export async function lockReady(tx: Tx, id: string): Promise<boolean> {
  return (await sql`select from bank_file where id = ${id} and state = 'ready' for update`.execute(tx)).rows.length > 0
}

export async function noteUnknown(db: Db, id: string, why: string): Promise<void> {
  await sql`update bank_file set last_result = ${why} where id = ${id} and state = 'ready'`.execute(db)
}

export async function noteAccepted(
  db: Db,
  id: string,
  said: { bankFileId: string; processingDay: CalendarDate; finalDay: CalendarDate; at: Date },
): Promise<void> {
  await sql`
    update bank_file set state = 'accepted', last_result = 'accepted', bank_file_id = ${said.bankFileId}, processing_day = ${said.processingDay}::date,
      final_day = ${said.finalDay}::date, accepted_at = ${said.at} where id = ${id} and state = 'ready'`.execute(db)
}

export async function noteRefused(tx: Tx, id: string, state: 'rejected' | 'conflict', why: string): Promise<void> {
  await sql`update bank_file set state = ${state}, last_result = ${why} where id = ${id}`.execute(tx)
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

export async function lockDetail(tx: Tx, fileId: string, line: number): Promise<DetailRow | undefined> {
  return (await sql<DetailRow>`${details} where d.file_id = ${fileId} and d.line = ${line} for update`.execute(tx)).rows[0]
}

export async function changeDetails(tx: Tx, fileId: string, lines: readonly number[], state: DetailState, at: Date): Promise<void> {
  await sql`update bank_file_detail set state = ${state}, changed_at = ${at} where file_id = ${fileId} and line = any (${lines}::int[])`.execute(tx)
}

/** Files that wait to be sent and that nobody is sending at this moment. */
export async function selectReady(db: Db): Promise<string[]> {
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

/** Files whose details can come back no more after a day, and which are not closed yet. */
export async function selectUncleared(db: Db, upto: CalendarDate): Promise<OpenFile[]> {
  const { rows } = await sql<OpenFile>`
    select id, kind, account, reference, bank_file_id as "bankFileId", final_day::text as "finalDay" from bank_file
     where state = 'accepted' and cleared_at is null and final_day <= ${upto}::date order by final_day, id`.execute(db)
  return rows
}

/** Some details in a state, held. Those that another has in hand are passed over. */
export async function lockSome(tx: Tx, fileId: string, state: DetailState, limit: number): Promise<DetailRow[]> {
  return (await sql<DetailRow>`${details} where d.file_id = ${fileId} and d.state = ${state} order by d.line limit ${limit} for update skip locked`.execute(tx))
    .rows
}

/** Closes a file of which nothing is left in these states; true when it is closed. */
export async function noteCleared(db: Db, fileId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update bank_file f set cleared_at = ${at}
     where id = ${fileId} and not exists (select from bank_file_detail d where d.file_id = f.id and d.state in ('sent', 'at-bank')) returning id`.execute(db)
  return rows.length > 0
}
