import { createHash } from 'node:crypto'
import type { DeskRole } from '@nikau/contract/desk/roles'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

// The desk's process reaches sessions and the audit log by functions of the database alone (db/routines/operating-desk.sql): they know the
// operator by the secret of the session, so that this process can not act for anybody who is not signed in.

/** An operator who is signed in. */
export interface DeskOperator {
  id: string
  name: string
  roles: DeskRole[]
  /** Their own account as a customer, about which they may do nothing. */
  personId: string
  session: string
  /** Of the session's secret. */
  secretHash: Buffer
  endsAt: Date
  inputAt: Date
  lockedAt: Date | null
  passkeyAt: Date
  sealedToken: Buffer
  keyId: string
}

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Without input for this long a session locks; the database has the same. */
export const idleMinutes = 15
/** How long the use of a passkey counts for acts (DESK-07). */
export const stepUpMinutes = 10

export function isLocked({ inputAt, lockedAt }: DeskOperator, now: Date): boolean {
  return lockedAt !== null || now.getTime() - inputAt.getTime() >= idleMinutes * 60_000
}

export function isSteppedUp({ passkeyAt }: DeskOperator, now: Date): boolean {
  return now.getTime() - passkeyAt.getTime() <= stepUpMinutes * 60_000
}

/** Read for every call: an operator who loses a role, or whose session ends, is refused by every process with the next one. */
export async function selectCaller(db: Db, secretHash: Buffer, now: Date): Promise<DeskOperator | undefined> {
  const { rows } = await sql<Omit<DeskOperator, 'secretHash'>>`
    select operator as id, name, roles, person_id as "personId", session, ends_at as "endsAt", input_at as "inputAt", locked_at as "lockedAt",
      passkey_at as "passkeyAt", sealed_token as "sealedToken", key_id as "keyId" from desk_caller(${secretHash}, ${now})`.execute(db)
  return rows[0] && { ...rows[0], secretHash }
}

export interface AuditEntry {
  kind: 'looked' | 'acted' | 'refused' | 'sign-in'
  /** Method and path of the contract. */
  endpoint: string
  subject: string | null
  /** Ids and names of fields, never what was seen. */
  detail: Readonly<Record<string, string>>
  reason?: string
  refusal?: string
}

/** False if the session has ended meanwhile: then nothing may be answered. */
export async function recordEntry(db: Db, { secretHash }: DeskOperator, entry: AuditEntry, now: Date): Promise<boolean> {
  const { rows } = await sql<{ written: boolean }>`
    select desk_record(${secretHash}, ${now}, ${entry.kind}, ${entry.endpoint}, ${entry.subject}, ${JSON.stringify(entry.detail)}::jsonb, ${entry.reason ?? null},
      ${entry.refusal ?? null}) as written`.execute(db)
  return rows[0]!.written
}

/** Null when the session is open, else the code of the refusal. */
export async function openSession(
  db: Db,
  session: { tokenHash: string; secretHash: Buffer; sealedToken: Buffer; keyId: string; now: Date },
): Promise<'NOT_AN_OPERATOR' | 'UNAUTHORIZED' | null> {
  const { rows } = await sql<{ refusal: 'NOT_AN_OPERATOR' | 'UNAUTHORIZED' | null }>`
    select desk_open_session(${session.tokenHash}, ${session.secretHash}, ${session.sealedToken}, ${session.keyId}, ${session.now}) as refusal`.execute(db)
  return rows[0]!.refusal
}

export async function recordRefusedSignIn(db: Db, now: Date): Promise<void> {
  await sql`select desk_record_refused_sign_in(${now})`.execute(db)
}

export async function recordInput(db: Db, { secretHash }: DeskOperator, now: Date): Promise<void> {
  await sql`select desk_record_input(${secretHash}, ${now})`.execute(db)
}

export async function lockSession(db: Db, { secretHash }: DeskOperator, now: Date): Promise<void> {
  await sql`select desk_lock(${secretHash}, ${now})`.execute(db)
}

/** False unless the provider has seen the operator's passkey a moment ago. */
export async function unlockSession(db: Db, { secretHash }: DeskOperator, now: Date): Promise<boolean> {
  return (await sql<{ opened: boolean }>`select desk_unlock(${secretHash}, ${now}) as opened`.execute(db)).rows[0]!.opened
}

export async function endSession(db: Db, { secretHash }: DeskOperator, now: Date): Promise<void> {
  await sql`select desk_end_session(${secretHash}, ${now})`.execute(db)
}
