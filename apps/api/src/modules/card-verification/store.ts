import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface SessionRow {
  id: string
  paymentRequestId: string
  test: boolean
  cardKey: Buffer
  cardToken: string
  lastFour: string
  paymentRef: string
  step: 'code' | 'verified' | 'closed'
  codeExpiresAt: Date | null
  sends: number
  tokenExpiresAt: Date | null
}

const columns = sql.raw(`id, payment_request_id as "paymentRequestId", test, card_key as "cardKey", card_token as "cardToken", last_four as "lastFour",
  payment_ref as "paymentRef", step, code_expires_at as "codeExpiresAt", sends, token_expires_at as "tokenExpiresAt"`)

export async function selectSession(db: Db, id: string): Promise<SessionRow | undefined> {
  return (await sql<SessionRow>`select ${columns} from card_session where id = ${id}`.execute(db)).rows[0]
}

/** Whoever pays with a session pays alone. */
export async function lockSession(tx: Db, id: string): Promise<SessionRow | undefined> {
  return (await sql<SessionRow>`select ${columns} from card_session where id = ${id} for update`.execute(tx)).rows[0]
}

export async function selectBearer(db: Db, tokenHash: Buffer, now: Date): Promise<{ cardSessionId: string; paymentRequestId: string } | undefined> {
  const result = await sql<{ cardSessionId: string; paymentRequestId: string }>`
    select id as "cardSessionId", payment_request_id as "paymentRequestId" from card_session
     where token_hash = ${tokenHash} and token_expires_at > ${now}`.execute(db)
  return result.rows[0]
}

type NewSession = Pick<SessionRow, 'id' | 'paymentRequestId' | 'test' | 'cardKey' | 'cardToken' | 'lastFour' | 'paymentRef'>
/** How a session begins: with a code that was sent, or verified at once. */
type Begun = { codeHash: Buffer; codeExpiresAt: Date } | { tokenHash: Buffer; tokenExpiresAt: Date }

export async function insertSession(tx: Db, row: NewSession & Begun & { at: Date }): Promise<void> {
  const code = 'codeHash' in row ? row : undefined
  const token = 'tokenHash' in row ? row : undefined
  await sql`
    insert into card_session (id, payment_request_id, test, card_key, card_token, last_four, payment_ref, step, code_hash, code_expires_at, sends,
      token_hash, token_expires_at, created_at, updated_at)
    values (${row.id}, ${row.paymentRequestId}, ${row.test}, ${row.cardKey}, ${row.cardToken}, ${row.lastFour}, ${row.paymentRef},
      ${code ? 'code' : 'verified'}, ${code?.codeHash ?? null}, ${code?.codeExpiresAt ?? null}, ${code ? 1 : 0},
      ${token?.tokenHash ?? null}, ${token?.tokenExpiresAt ?? null}, ${row.at}, ${row.at})`.execute(tx)
}

/** Another code takes the place of the last one: how many that makes, or nothing when there were enough. */
export async function replaceCode(
  tx: Db,
  change: { id: string; cardToken: string; codeHash: Buffer; codeExpiresAt: Date; mostSends: number; at: Date },
): Promise<number | undefined> {
  const result = await sql<{ sends: number }>`
    update card_session set code_hash = ${change.codeHash}, code_expires_at = ${change.codeExpiresAt}, card_token = ${change.cardToken}, sends = sends + 1,
      updated_at = ${change.at}
    where id = ${change.id} and step = 'code' and sends < ${change.mostSends} returning sends`.execute(tx)
  return result.rows[0]?.sends
}

/** Counts a guess before it is compared, so that however many come at once no more are compared than are allowed. */
export async function takeGuess(db: Db, guess: { id: string; most: number; at: Date }): Promise<Buffer | undefined> {
  const result = await sql<{ codeHash: Buffer }>`
    update card_session set wrong = wrong + 1, updated_at = ${guess.at}
     where id = ${guess.id} and step = 'code' and wrong < ${guess.most} returning code_hash as "codeHash"`.execute(db)
  return result.rows[0]?.codeHash
}

export async function closeSession(db: Db, id: string, at: Date): Promise<void> {
  await sql`update card_session set step = 'closed', code_hash = null, updated_at = ${at} where id = ${id} and step = 'code'`.execute(db)
}

/** Uses the code up. False when someone else has used it, or another code has taken its place. */
export async function verifySession(db: Db, change: { id: string; codeHash: Buffer; tokenHash: Buffer; tokenExpiresAt: Date; at: Date }): Promise<boolean> {
  const result = await sql`
    update card_session set step = 'verified', code_hash = null, token_hash = ${change.tokenHash}, token_expires_at = ${change.tokenExpiresAt},
      updated_at = ${change.at}
    where id = ${change.id} and step = 'code' and code_hash = ${change.codeHash}`.execute(db)
  return result.numAffectedRows === 1n
}

/** What was shown and never became a payment, or did long ago: the payment itself has all that is needed of it. */
export async function forgetSessions(db: Db, before: Date): Promise<number> {
  const sessions = await sql`delete from card_session where created_at < ${before}`.execute(db)
  await sql`delete from card_limit where not exists (select from unnest(tries) as t (at) where t.at > ${before})`.execute(db)
  return Number(sessions.numAffectedRows ?? 0n)
}

/** Counts one try, if fewer than so many were made since; false when it is one too many. */
export async function takeTry(db: Db, limit: { key: Buffer; most: number; since: Date; at: Date }): Promise<boolean> {
  const result = await sql`
    insert into card_limit as l (key, tries) values (${limit.key}, array[${limit.at}::timestamptz])
    on conflict (key) do update set tries = array(select t.at from unnest(l.tries) as t (at) where t.at > ${limit.since}) || ${limit.at}::timestamptz
     where (select count(*) from unnest(l.tries) as t (at) where t.at > ${limit.since}) < ${limit.most}
    returning key`.execute(db)
  return result.rows.length === 1
}

/** Takes back one try of that moment. */
export async function giveTryBack(db: Db, limit: { key: Buffer; at: Date }): Promise<void> {
  await sql`
    update card_limit set tries = tries[:array_position(tries, ${limit.at}::timestamptz) - 1] || tries[array_position(tries, ${limit.at}::timestamptz) + 1:]
     where key = ${limit.key} and array_position(tries, ${limit.at}::timestamptz) is not null`.execute(db)
}

export async function forgetTries(db: Db, key: Buffer): Promise<void> {
  await sql`delete from card_limit where key = ${key}`.execute(db)
}
