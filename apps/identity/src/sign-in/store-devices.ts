import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** Whether the person with this number has signed in in this browser before. */
export async function isDeviceOf(db: Db, tokenHash: Buffer, phone: string): Promise<boolean> {
  const { rows } = await sql`
    select from identity.device d join identity.person p on p.id = d.person_id where d.token_hash = ${tokenHash} and p.phone = ${phone}`.execute(db)
  return rows.length > 0
}

/** Whether anyone has signed in in this browser before. */
export async function isDevice(db: Db, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`select from identity.device where token_hash = ${tokenHash} limit 1`.execute(db)
  return rows.length > 0
}

/** Records another sign-in of the person in this browser, and returns when the first one was. Undefined if this is it. */
export async function markSeen(tx: Db, device: { tokenHash: Buffer; personId: string; at: Date }): Promise<Date | undefined> {
  const { rows } = await sql<{ firstSeenAt: Date }>`
    update identity.device set last_seen_at = ${device.at} where token_hash = ${device.tokenHash} and person_id = ${device.personId}
    returning first_seen_at as "firstSeenAt"`.execute(tx)
  return rows[0]?.firstSeenAt
}

/** Gives the browser a new token for the people it already has, and adds the person to them. */
export async function insertDevice(tx: Db, device: { tokenHash: Buffer; previousHash: Buffer | undefined; personId: string; at: Date }): Promise<void> {
  if (device.previousHash) await sql`update identity.device set token_hash = ${device.tokenHash} where token_hash = ${device.previousHash}`.execute(tx)
  await sql`
    insert into identity.device (token_hash, person_id, first_seen_at, last_seen_at)
    values (${device.tokenHash}, ${device.personId}, ${device.at}, ${device.at})`.execute(tx)
}
