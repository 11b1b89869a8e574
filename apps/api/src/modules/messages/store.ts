import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** Messages about sends to an alias since a time, oldest first. Simultaneous sends to it wait. */
export async function lockRecipientMessages(tx: Db, alias: string, since: Date): Promise<{ senderAccountId: string; at: Date }[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`messages to ${alias}`}, 0))`.execute(tx)
  const result = await sql<{ senderAccountId: string; at: Date }>`
    select sender_account_id as "senderAccountId", at from recipient_message where alias = ${alias} and at > ${since} order by at`.execute(tx)
  return result.rows
}

/** When the message was sent that uses up the limit of the sender; undefined while there is room. */
export async function lockIssuerMessages(tx: Db, senderAccountId: string, { since, limit }: { since: Date; limit: number }): Promise<Date | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`messages by ${senderAccountId}`}, 0))`.execute(tx)
  const result = await sql<{ at: Date }>`
    select at from recipient_message where sender_account_id = ${senderAccountId} and at > ${since} order by at desc offset ${limit - 1} limit 1`.execute(tx)
  return result.rows[0]?.at
}

export async function insertRecipientMessage(tx: Db, message: { alias: string; senderAccountId: string; at: Date }): Promise<void> {
  await sql`insert into recipient_message (alias, sender_account_id, at) values (${message.alias}, ${message.senderAccountId}, ${message.at})`.execute(tx)
}

/** Counts of messages to recipients, which limit a day. */
export async function deleteRecipientMessages(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from recipient_message where id in (select id from recipient_message where at < ${before} limit ${limit} for update skip locked)`.execute(db)
  return Number(result.numAffectedRows)
}
