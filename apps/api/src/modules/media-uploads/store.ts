import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { PictureType } from './rules.ts'

export interface UploadRow {
  id: string
  accountId: string
  type: PictureType
  width: number
  height: number
  createdAt: Date
}

const uploadColumns = sql`id, account_id as "accountId", media_type as type, width, height, created_at as "createdAt"`

export async function selectByDigest(db: Db, accountId: string, digest: Buffer): Promise<UploadRow | undefined> {
  return (await sql<UploadRow>`select ${uploadColumns} from media_upload where account_id = ${accountId} and digest = ${digest}`.execute(db)).rows[0]
}

/** Until the transaction ends, so that simultaneous uploads count each other. */
export async function lockUploadsOf(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('media-uploads:' || ${accountId}, 0))`.execute(tx)
}

export async function countUploads(db: Db, accountId: string): Promise<number> {
  return (await sql<{ count: number }>`select count(*)::int as count from media_upload where account_id = ${accountId}`.execute(db)).rows[0]!.count
}

/** Counts an attempt at once, whatever becomes of it, and returns how many there were since the first of a day. */
export async function countAttempt(db: Db, accountId: string, at: Date, dayBefore: Date): Promise<number> {
  const { rows } = await sql<{ attempts: number }>`
    insert into media_upload_attempt as a (account_id, since, attempts) values (${accountId}, ${at}, 1)
    on conflict (account_id) do update set
      since = case when a.since > ${dayBefore} then a.since else excluded.since end,
      attempts = case when a.since > ${dayBefore} then least(a.attempts + 1, 1000000) else 1 end
    returning attempts`.execute(db)
  return rows[0]!.attempts
}

interface NewUpload extends Omit<UploadRow, 'createdAt'> {
  digest: Buffer
  content: Buffer
  at: Date
  createdBy: string
}

export async function insertUpload(tx: Tx, u: NewUpload): Promise<UploadRow> {
  const result = await sql<UploadRow>`
    insert into media_upload (id, account_id, digest, media_type, width, height, content, created_at, created_by)
    values (${u.id}, ${u.accountId}, ${u.digest}, ${u.type}, ${u.width}, ${u.height}, ${u.content}, ${u.at}, ${u.createdBy})
    returning ${uploadColumns}`.execute(tx)
  return result.rows[0]!
}

export async function selectPicture(db: Db, id: string): Promise<{ type: PictureType; content: Buffer } | undefined> {
  const result = await sql<{ type: PictureType; content: Buffer }>`select media_type as type, content from media_upload where id = ${id}`.execute(db)
  return result.rows[0]
}

/** Whether the account has uploaded the picture. */
export async function isPictureOf(db: Db, accountId: string, id: string): Promise<boolean> {
  return (await sql`select from media_upload where id = ${id} and account_id = ${accountId}`.execute(db)).rows.length > 0
}
