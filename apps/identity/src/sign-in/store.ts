import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { Channel } from './rules.ts'

export interface SignIn {
  interaction: string
  phone: string
  channel: Channel
  requestedChannel: Channel
  sends: number
  tries: number
  sentAt: Date
  expiresAt: Date
  personId: string | null
  /** Set if the number was proved but the person has not used it for a year. */
  secondProof: 'needed' | 'done' | null
}

const columns = sql`s.interaction, s.phone, s.channel, s.requested_channel as "requestedChannel", s.sends, s.tries, s.sent_at as "sentAt", s.expires_at as "expiresAt", s.person_id as "personId",
  s.second_proof as "secondProof"`

export async function selectSignIn(db: Db, interaction: string): Promise<SignIn | undefined> {
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
  deleteAfter: Date
}

/**
 * Replaces the code and returns how many messages this sign-in has sent, or undefined if it is too soon or there were too many. One
 * statement, so concurrent submissions send one message.
 */
export async function upsertCode(tx: Db, code: NewCode, rule: { sentBefore: Date; maxSends: number }): Promise<number | undefined> {
  const { rows } = await sql<{ sends: number }>`
    insert into identity.sign_in as s (interaction, phone, channel, requested_channel, code_hash, sent_at, expires_at, delete_after)
    values (${code.interaction}, ${code.phone}, ${code.channel}, ${code.channel}, ${code.codeHash}, ${code.sentAt}, ${code.expiresAt}, ${code.deleteAfter})
    on conflict (interaction) do update
    set phone = excluded.phone, channel = excluded.channel, requested_channel = excluded.requested_channel, code_hash = excluded.code_hash, tries = 0,
      sends = s.sends + 1, sent_at = excluded.sent_at, expires_at = excluded.expires_at, delete_after = excluded.delete_after
    where s.person_id is null
      and (s.phone <> excluded.phone or s.sent_at <= ${rule.sentBefore})
      and s.sends < ${rule.maxSends}
    returning s.sends`.execute(tx)
  return rows[0]?.sends
}

/** Like `upsertCode` without a recipient: the response must look the same, and a code sent by SMS stays valid. */
export async function countSend(
  tx: Db,
  code: { interaction: string; sentAt: Date },
  rule: { sentBefore: Date; maxSends: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ sends: number }>`
    update identity.sign_in set requested_channel = 'email', sends = sends + 1, sent_at = ${code.sentAt}
    where interaction = ${code.interaction} and person_id is null and sent_at <= ${rule.sentBefore} and sends < ${rule.maxSends}
    returning sends`.execute(tx)
  return rows[0]?.sends
}

/** Does the work in the open transaction and rolls it back. */
export async function withRollback(tx: Db, work: () => Promise<unknown>): Promise<void> {
  await sql`savepoint dry_run`.execute(tx)
  await work()
  await sql`rollback to savepoint dry_run`.execute(tx)
}

/** Uses one try and returns the hash to compare with, or undefined if no try is left. */
export async function consumeTry(tx: Db, interaction: string, rule: { now: Date; maxTries: number }) {
  const { rows } = await sql<SignIn & { codeHash: Buffer }>`
    update identity.sign_in s set tries = tries + 1
    where s.interaction = ${interaction} and s.person_id is null and s.expires_at > ${rule.now} and s.tries < ${rule.maxTries}
    returning ${columns}, s.code_hash as "codeHash"`.execute(tx)
  return rows[0]
}

export async function markVerified(tx: Db, interaction: string, verified: { personId: string; at: Date; dormant: boolean }): Promise<void> {
  await sql`
    update identity.sign_in set person_id = ${verified.personId}, verified_at = ${verified.at}, second_proof = ${verified.dormant ? 'needed' : null}
    where interaction = ${interaction} and person_id is null`.execute(tx)
}

export interface Counter {
  key: Buffer
  max: number
  resetsAt: Date
}

/** Counts one hit on each counter and returns those over their limit. One statement ordered by key, to prevent deadlocks. */
export async function countHits<C extends Counter>(db: Db, counters: C[], now: Date): Promise<(C & { until: Date })[]> {
  const ordered = counters.toSorted((a, b) => Buffer.compare(a.key, b.key))
  const { rows } = await sql<{ key: Buffer; hits: number; resetsAt: Date }>`
    insert into identity.rate_limit as a (key, hits, resets_at)
    select key, 1, resets_at from unnest(${ordered.map((counter) => counter.key)}::bytea[], ${ordered.map((counter) => counter.resetsAt)}::timestamptz[]) as c (key, resets_at)
    on conflict (key) do update
    set hits = case when a.resets_at <= ${now} then 1 else least(a.hits, 1000000) + 1 end,
      resets_at = case when a.resets_at <= ${now} then excluded.resets_at else a.resets_at end
    returning key, hits, resets_at as "resetsAt"`.execute(db)
  const counted = new Map(rows.map((row) => [row.key.toString('hex'), row]))
  return counters.flatMap((counter) => {
    const { hits, resetsAt } = counted.get(counter.key.toString('hex'))!
    return hits > counter.max ? [{ ...counter, until: resetsAt }] : []
  })
}

/** Restores one hit on some counters and resets others. Ordered by key, as above. */
export async function restoreHits(tx: Db, keys: { restore: Buffer[]; reset: Buffer[] }): Promise<void> {
  const all = [...keys.restore.map((key) => ({ key, reset: false })), ...keys.reset.map((key) => ({ key, reset: true }))]
  for (const { key, reset } of all.toSorted((a, b) => Buffer.compare(a.key, b.key))) {
    if (reset) await sql`delete from identity.rate_limit where key = ${key}`.execute(tx)
    else await sql`update identity.rate_limit set hits = hits - 1 where key = ${key} and hits > 0`.execute(tx)
  }
}
