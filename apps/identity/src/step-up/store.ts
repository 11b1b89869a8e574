import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { Channel } from '../sign-in/rules.ts'

export interface StepUpCode {
  channel: Channel
  tries: number
  sentAt: Date
  expiresAt: Date
  smsVerifiedAt: Date | null
}

const columns = sql`c.channel, c.tries, c.sent_at as "sentAt", c.expires_at as "expiresAt", c.sms_verified_at as "smsVerifiedAt"`

export async function selectCode(db: Db, sessionUid: string): Promise<StepUpCode | undefined> {
  const { rows } = await sql<StepUpCode>`select ${columns} from identity.step_up_code c where c.session_uid = ${sessionUid}`.execute(db)
  return rows[0]
}

interface NewCode {
  sessionUid: string
  personId: string
  channel: Channel
  codeHash: Buffer
  sentAt: Date
  expiresAt: Date
}

/** Replaces the code of the session. False if the last one was sent after `sentBefore`. One statement, so concurrent calls send one message. */
export async function upsertCode(tx: Db, code: NewCode, rule: { sentBefore: Date }): Promise<boolean> {
  const { rows } = await sql`
    insert into identity.step_up_code as c (session_uid, person_id, channel, code_hash, sent_at, expires_at)
    values (${code.sessionUid}, ${code.personId}, ${code.channel}, ${code.codeHash}, ${code.sentAt}, ${code.expiresAt})
    on conflict (session_uid) do update
    set person_id = excluded.person_id, channel = excluded.channel, code_hash = excluded.code_hash, tries = 0, sends = c.sends + 1,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at,
      sms_verified_at = case when excluded.channel = 'email' then c.sms_verified_at end
    where c.sent_at <= ${rule.sentBefore} or c.channel <> excluded.channel
    returning 1`.execute(tx)
  return rows.length === 1
}

/** Uses one try and returns the hash to compare with, or undefined if no try is left or the code has expired. */
export async function consumeTry(tx: Db, sessionUid: string, rule: { now: Date; maxTries: number }): Promise<(StepUpCode & { codeHash: Buffer }) | undefined> {
  const { rows } = await sql<StepUpCode & { codeHash: Buffer }>`
    update identity.step_up_code c set tries = c.tries + 1
    where c.session_uid = ${sessionUid} and c.expires_at > ${rule.now} and c.tries < ${rule.maxTries}
    returning ${columns}, c.code_hash as "codeHash"`.execute(tx)
  return rows[0]
}

/** The SMS code was right: it is used up, and the email code may be sent at once. */
export async function markSmsVerified(tx: Db, sessionUid: string, rule: { at: Date; maxTries: number; expiresAt: Date }): Promise<void> {
  await sql`
    update identity.step_up_code set sms_verified_at = ${rule.at}, tries = ${rule.maxTries}, expires_at = ${rule.expiresAt}
    where session_uid = ${sessionUid}`.execute(tx)
}

export async function deleteCode(tx: Db, sessionUid: string): Promise<void> {
  await sql`delete from identity.step_up_code where session_uid = ${sessionUid}`.execute(tx)
}

export async function upsertStepUp(tx: Db, stepUp: { sessionUid: string; personId: string; acr: 'code' | 'two-codes' | 'passkey'; at: Date }): Promise<void> {
  await sql`
    insert into identity.step_up (session_uid, person_id, acr, authenticated_at)
    values (${stepUp.sessionUid}, ${stepUp.personId}, ${stepUp.acr}, ${stepUp.at})
    on conflict (session_uid) do update
    set person_id = excluded.person_id, acr = excluded.acr, authenticated_at = excluded.authenticated_at`.execute(tx)
}
