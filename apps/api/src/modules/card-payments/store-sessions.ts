import type { Db, Sealed } from '@nikau/runtime'
import type { StoredCardToken } from './card-token.ts'
import { sql } from 'kysely'

export interface SessionRow extends StoredCardToken {
  id: string
  paymentRequestId: string
  test: boolean
  cardKey: Buffer
  lastFour: string
  paymentRef: string
  step: 'code' | 'verified' | 'closed'
  codeExpiresAt: Date | null
  codesSent: number
  tokenExpiresAt: Date | null
}

const columns = sql.raw(`id, payment_request_id as "paymentRequestId", test, card_key as "cardKey", sealed_card_token as "sealedCardToken",
  card_token_key_id as "cardTokenKeyId", card_token as "plainCardToken", last_four as "lastFour",
  payment_ref as "paymentRef", step, code_expires_at as "codeExpiresAt", codes_sent as "codesSent", token_expires_at as "tokenExpiresAt"`)

export async function selectSession(db: Db, id: string): Promise<SessionRow | undefined> {
  return (await sql<SessionRow>`select ${columns} from card_session where id = ${id}`.execute(db)).rows[0]
}

/** A payment with the session holds this lock. */
export async function lockSession(tx: Db, id: string): Promise<SessionRow | undefined> {
  return (await sql<SessionRow>`select ${columns} from card_session where id = ${id} for update`.execute(tx)).rows[0]
}

export async function selectBearer(db: Db, tokenHash: Buffer, now: Date): Promise<{ sessionId: string; paymentRequestId: string } | undefined> {
  const result = await sql<{ sessionId: string; paymentRequestId: string }>`
    select id as "sessionId", payment_request_id as "paymentRequestId" from card_session
     where token_hash = ${tokenHash} and token_expires_at > ${now}`.execute(db)
  return result.rows[0]
}

type NewSession = Pick<SessionRow, 'id' | 'paymentRequestId' | 'test' | 'cardKey' | 'lastFour' | 'paymentRef'> & { cardToken: Sealed }
/** A session starts with a code, or verified when none is needed. */
type SessionStart = { codeHash: Buffer; codeExpiresAt: Date } | { tokenHash: Buffer; tokenExpiresAt: Date }

export async function insertSession(tx: Db, row: NewSession & SessionStart & { at: Date }): Promise<void> {
  const code = 'codeHash' in row ? row : undefined
  const token = 'tokenHash' in row ? row : undefined
  await sql`
    insert into card_session (id, payment_request_id, test, card_key, sealed_card_token, card_token_key_id, last_four, payment_ref, step, code_hash, code_expires_at, codes_sent,
      token_hash, token_expires_at, created_at, updated_at)
    values (${row.id}, ${row.paymentRequestId}, ${row.test}, ${row.cardKey}, ${row.cardToken.sealed}, ${row.cardToken.keyId}, ${row.lastFour}, ${row.paymentRef},
      ${code ? 'code' : 'verified'}, ${code?.codeHash ?? null}, ${code?.codeExpiresAt ?? null}, ${code ? 1 : 0},
      ${token?.tokenHash ?? null}, ${token?.tokenExpiresAt ?? null}, ${row.at}, ${row.at})`.execute(tx)
}

/** Replaces the code. Returns the number of codes sent, or undefined when the limit is reached. */
export async function replaceCode(
  tx: Db,
  change: { id: string; cardToken: Sealed; codeHash: Buffer; codeExpiresAt: Date; maxSends: number; at: Date },
): Promise<number | undefined> {
  const result = await sql<{ codesSent: number }>`
    update card_session set code_hash = ${change.codeHash}, code_expires_at = ${change.codeExpiresAt}, sealed_card_token = ${change.cardToken.sealed},
      card_token_key_id = ${change.cardToken.keyId}, card_token = null, codes_sent = codes_sent + 1,
      updated_at = ${change.at}
    where id = ${change.id} and step = 'code' and codes_sent < ${change.maxSends} returning codes_sent as "codesSent"`.execute(tx)
  return result.rows[0]?.codesSent
}

/** Counts a guess before it is compared, so that concurrent guesses cannot exceed the limit. */
export async function countGuess(db: Db, guess: { id: string; max: number; at: Date }): Promise<Buffer | undefined> {
  const result = await sql<{ codeHash: Buffer }>`
    update card_session set guesses = guesses + 1, updated_at = ${guess.at}
     where id = ${guess.id} and step = 'code' and guesses < ${guess.max} returning code_hash as "codeHash"`.execute(db)
  return result.rows[0]?.codeHash
}

export async function closeSession(db: Db, id: string, at: Date): Promise<void> {
  await sql`update card_session set step = 'closed', code_hash = null, sealed_card_token = null, card_token_key_id = null, card_token = null, updated_at = ${at} where id = ${id} and step = 'code'`.execute(
    db,
  )
}

/** Consumes the code. False when it was consumed or replaced concurrently. */
export async function verifySession(db: Db, change: { id: string; codeHash: Buffer; tokenHash: Buffer; tokenExpiresAt: Date; at: Date }): Promise<boolean> {
  const result = await sql`
    update card_session set step = 'verified', code_hash = null, token_hash = ${change.tokenHash}, token_expires_at = ${change.tokenExpiresAt},
      updated_at = ${change.at}
    where id = ${change.id} and step = 'code' and code_hash = ${change.codeHash}`.execute(db)
  return result.numAffectedRows === 1n
}

/** The payment has its own copy, so the session's is removed. */
export async function clearCardToken(tx: Db, id: string): Promise<void> {
  await sql`update card_session set sealed_card_token = null, card_token_key_id = null, card_token = null where id = ${id}`.execute(tx)
}

/** Deletes sessions and limits that are no longer needed; a payment has its own copy of the card data. */
export async function deleteOldSessions(db: Db, before: Date): Promise<number> {
  const sessions = await sql`delete from card_session where created_at < ${before}`.execute(db)
  await sql`delete from card_limit where not exists (select from unnest(attempts) as t (at) where t.at > ${before})`.execute(db)
  return Number(sessions.numAffectedRows ?? 0n)
}

/** Counts an attempt and returns the count; undefined when the limit since a time is reached. */
export async function insertAttempt(db: Db, limit: { key: Buffer; max: number; since: Date; at: Date }): Promise<number | undefined> {
  const result = await sql<{ count: number }>`
    insert into card_limit as l (key, attempts) values (${limit.key}, array[${limit.at}::timestamptz])
    on conflict (key) do update set attempts = array(select t.at from unnest(l.attempts) as t (at) where t.at > ${limit.since}) || ${limit.at}::timestamptz
     where (select count(*) from unnest(l.attempts) as t (at) where t.at > ${limit.since}) < ${limit.max}
    returning cardinality(attempts) as count`.execute(db)
  return result.rows[0]?.count
}

export async function countAttempts(db: Db, limit: { key: Buffer; since: Date }): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from card_limit, unnest(attempts) as t (at) where key = ${limit.key} and t.at > ${limit.since}`.execute(db)
  return result.rows[0]!.count
}

/** Removes one attempt with that timestamp. */
export async function deleteAttempt(db: Db, limit: { key: Buffer; at: Date }): Promise<void> {
  await sql`
    update card_limit set attempts = attempts[:array_position(attempts, ${limit.at}::timestamptz) - 1] || attempts[array_position(attempts, ${limit.at}::timestamptz) + 1:]
     where key = ${limit.key} and array_position(attempts, ${limit.at}::timestamptz) is not null`.execute(db)
}

export async function deleteAttempts(db: Db, key: Buffer): Promise<void> {
  await sql`delete from card_limit where key = ${key}`.execute(db)
}
