import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { Channel } from './rules.ts'

export interface SignIn {
  interaction: string
  phone: string
  channel: Channel
  asked: Channel
  sends: number
  tries: number
  sentAt: Date
  expiresAt: Date
  personId: string | null
}

const columns = sql`s.interaction, s.phone, s.channel, s.asked, s.sends, s.tries, s.sent_at as "sentAt", s.expires_at as "expiresAt", s.person_id as "personId"`

export async function findSignIn(db: Db, interaction: string): Promise<SignIn | undefined> {
  const { rows } = await sql<SignIn>`select ${columns} from identity.sign_in s where s.interaction = ${interaction}`.execute(db)
  return rows[0]
}

interface NewCode {
  interaction: string
  phone: string
  channel: Channel
  codeHash: Buffer
  sentAt: Date
  expiresAt: Date
  keepUntil: Date
}

/**
 * Puts a fresh code in place of the one before and says which message of this sign-in it is, or nothing when it is too soon or
 * there were too many. The decision and the write are one statement, so two presses of the button send one message.
 */
export async function placeCode(tx: Db, code: NewCode, rule: { notSentSince: Date; mostSends: number }): Promise<number | undefined> {
  const { rows } = await sql<{ sends: number }>`
    insert into identity.sign_in as s (interaction, phone, channel, asked, code_hash, sent_at, expires_at, keep_until)
    values (${code.interaction}, ${code.phone}, ${code.channel}, ${code.channel}, ${code.codeHash}, ${code.sentAt}, ${code.expiresAt}, ${code.keepUntil})
    on conflict (interaction) do update
    set phone = excluded.phone, channel = excluded.channel, asked = excluded.asked, code_hash = excluded.code_hash, tries = 0,
      sends = s.sends + 1, sent_at = excluded.sent_at, expires_at = excluded.expires_at, keep_until = excluded.keep_until
    where s.person_id is null
      and (s.phone <> excluded.phone or s.sent_at <= ${rule.notSentSince})
      and s.sends < ${rule.mostSends}
    returning s.sends`.execute(tx)
  return rows[0]?.sends
}

/** As `placeCode`, where there is nobody to send to: the answer must look the same, and a code that was texted stays good. */
export async function countSend(
  tx: Db,
  code: { interaction: string; sentAt: Date },
  rule: { notSentSince: Date; mostSends: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ sends: number }>`
    update identity.sign_in set asked = 'email', sends = sends + 1, sent_at = ${code.sentAt}
    where interaction = ${code.interaction} and person_id is null and sent_at <= ${rule.notSentSince} and sends < ${rule.mostSends}
    returning sends`.execute(tx)
  return rows[0]?.sends
}

/** Does the work inside an open transaction and takes it all back. */
export async function undone(tx: Db, work: () => Promise<unknown>): Promise<void> {
  await sql`savepoint undone`.execute(tx)
  await work()
  await sql`rollback to savepoint undone`.execute(tx)
}

/** Uses up one try and gives what the code is compared with, or nothing when no try is left. */
export async function takeTry(tx: Db, interaction: string, rule: { now: Date; mostTries: number }) {
  const { rows } = await sql<SignIn & { codeHash: Buffer }>`
    update identity.sign_in s set tries = tries + 1
    where s.interaction = ${interaction} and s.person_id is null and s.expires_at > ${rule.now} and s.tries < ${rule.mostTries}
    returning ${columns}, s.code_hash as "codeHash"`.execute(tx)
  return rows[0]
}

export async function markVerified(tx: Db, interaction: string, personId: string, at: Date): Promise<void> {
  await sql`update identity.sign_in set person_id = ${personId}, verified_at = ${at} where interaction = ${interaction} and person_id is null`.execute(tx)
}

export interface Counter {
  key: Buffer
  most: number
  resetsAt: Date
}

/**
 * Counts one hit on each counter and gives those that are over, with the moment they start afresh. One statement, in the order of
 * the keys, so that two of them cannot wait for each other.
 */
export async function countHits(db: Db, counters: Counter[], now: Date): Promise<Date[]> {
  const ordered = counters.toSorted((a, b) => Buffer.compare(a.key, b.key))
  const { rows } = await sql<{ key: Buffer; hits: number; resetsAt: Date }>`
    insert into identity.allowance as a (key, hits, resets_at)
    select key, 1, resets_at from unnest(${ordered.map((counter) => counter.key)}::bytea[], ${ordered.map((counter) => counter.resetsAt)}::timestamptz[]) as c (key, resets_at)
    on conflict (key) do update
    set hits = case when a.resets_at <= ${now} then 1 else least(a.hits, 1000000) + 1 end,
      resets_at = case when a.resets_at <= ${now} then excluded.resets_at else a.resets_at end
    returning key, hits, resets_at as "resetsAt"`.execute(db)
  const most = new Map(counters.map((counter) => [counter.key.toString('hex'), counter.most]))
  return rows.filter((row) => row.hits > most.get(row.key.toString('hex'))!).map((row) => row.resetsAt)
}

/** Gives one hit back on some counters and starts others afresh: the attempt turned out to be honest. In the order of the keys, as above. */
export async function settleHits(tx: Db, keys: { giveBack: Buffer[]; forget: Buffer[] }): Promise<void> {
  const all = [...keys.giveBack.map((key) => ({ key, forget: false })), ...keys.forget.map((key) => ({ key, forget: true }))]
  for (const { key, forget } of all.toSorted((a, b) => Buffer.compare(a.key, b.key))) {
    if (forget) await sql`delete from identity.allowance where key = ${key}`.execute(tx)
    else await sql`update identity.allowance set hits = hits - 1 where key = ${key} and hits > 0`.execute(tx)
  }
}
