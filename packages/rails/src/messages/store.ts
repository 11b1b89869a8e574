import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { NewMessage, Outcome } from './rules.ts'

export interface WaitingMessage {
  id: string
  key: string
  channel: 'sms' | 'email'
  recipient: string
  purpose: string
  subject: string | null
  body: string
  queued_at: Date
  expires_at: Date | null
}

/** The new message's id, or undefined when its key was used before. */
export async function insertMessage(tx: Db, message: NewMessage): Promise<string | undefined> {
  const subject = message.channel === 'email' ? message.subject : null
  const { rows } = await sql<{ id: string }>`
    insert into message (key, channel, recipient, purpose, subject, body, expires_at)
    values (${message.key}, ${message.channel}, ${message.to}, ${message.purpose}, ${subject}, ${message.text}, ${message.expiresAt ?? null})
    on conflict (key) do nothing
    returning id`.execute(tx)
  return rows[0]?.id
}

/** Counts an attempt and returns the message, or undefined when it is settled already. */
export async function beginAttempt(db: Db, id: string): Promise<WaitingMessage | undefined> {
  const { rows } = await sql<WaitingMessage>`
    update message set attempts = attempts + 1 where id = ${id} and state = 'queued'
    returning id, key, channel, recipient, purpose, subject, body, queued_at, expires_at`.execute(db)
  return rows[0]
}

/** Records the outcome of an attempt. Settling clears subject and body, and is final. */
export async function endAttempt(db: Db, id: string, outcome: Outcome, now: Date): Promise<void> {
  const error = outcome.state === 'sent' ? null : outcome.error
  if (outcome.state === 'queued') {
    await sql`update message set last_error = ${error} where id = ${id} and state = 'queued'`.execute(db)
    return
  }
  await sql`
    update message set state = ${outcome.state}, last_error = ${error}, settled_at = ${now}, subject = null, body = null
    where id = ${id} and state = 'queued'`.execute(db)
}

/** Removes the recipients of messages that were sent or given up before that time, and returns how many. */
export async function clearRecipients(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    update message set recipient = null where id in (
      select id from message where settled_at < ${before} and recipient is not null limit ${limit} for update skip locked)`.execute(db)
  return Number(result.numAffectedRows)
}

/** Deletes settled messages without a recipient. Their keys can be used again from then on. */
export async function deleteMessages(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from message where id in (
      select id from message where settled_at < ${before} and recipient is null limit ${limit} for update skip locked)`.execute(db)
  return Number(result.numAffectedRows)
}

/** Marks queued messages without a job as failed and returns their number. */
export async function failWithoutJob(db: Db, job: { task: string; keyPrefix: string }, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update message set state = 'failed', last_error = 'no attempt left', settled_at = ${now}, subject = null, body = null
    where state = 'queued' and not exists (
      select from graphile_worker.jobs
      where task_identifier = ${job.task} and key = ${job.keyPrefix} || message.id
        and (attempts < max_attempts or locked_at is not null))
    returning id`.execute(db)
  return rows.length
}
