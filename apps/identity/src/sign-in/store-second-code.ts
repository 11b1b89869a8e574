import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { Channel } from './rules.ts'

export interface SecondCode {
  channel: Channel
  sends: number
  tries: number
  sentAt: Date
  expiresAt: Date
}

const columns = sql`c.channel, c.sends, c.tries, c.sent_at as "sentAt", c.expires_at as "expiresAt"`

export async function selectSecondCode(db: Db, interaction: string): Promise<SecondCode | undefined> {
  const { rows } = await sql<SecondCode>`select ${columns} from identity.second_code c where c.interaction = ${interaction}`.execute(db)
  return rows[0]
}

/** Replaces the code and returns how many messages were sent, or undefined if it is too soon or there were too many. One statement, as for the first code. */
export async function upsertSecondCode(
  tx: Db,
  code: { interaction: string; channel: Channel; codeHash: Buffer; sentAt: Date; expiresAt: Date },
  rule: { sentBefore: Date; maxSends: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ sends: number }>`
    insert into identity.second_code as c (interaction, channel, code_hash, sent_at, expires_at)
    values (${code.interaction}, ${code.channel}, ${code.codeHash}, ${code.sentAt}, ${code.expiresAt})
    on conflict (interaction) do update
    set channel = excluded.channel, code_hash = excluded.code_hash, tries = 0, sends = c.sends + 1, sent_at = excluded.sent_at, expires_at = excluded.expires_at
    where c.sent_at <= ${rule.sentBefore} and c.sends < ${rule.maxSends}
    returning c.sends`.execute(tx)
  return rows[0]?.sends
}

/** Uses one try and returns the hash to compare with, or undefined if no try is left. */
export async function consumeSecondTry(tx: Db, interaction: string, rule: { now: Date; maxTries: number }) {
  const { rows } = await sql<SecondCode & { codeHash: Buffer }>`
    update identity.second_code c set tries = tries + 1
    where c.interaction = ${interaction} and c.expires_at > ${rule.now} and c.tries < ${rule.maxTries}
    returning ${columns}, c.code_hash as "codeHash"`.execute(tx)
  return rows[0]
}

/** The sign-in is complete. */
export async function markSecondProof(tx: Db, interaction: string): Promise<void> {
  await sql`update identity.sign_in set second_proof = 'done' where interaction = ${interaction} and second_proof = 'needed'`.execute(tx)
}
