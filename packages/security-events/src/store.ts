import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { SecurityEventKind } from './kinds.ts'

export interface NewSecurityEvent {
  personId: string
  kind: SecurityEventKind
  at: Date
  /** How the person was authenticated, such as `code` or `passkey`. */
  method?: string
  address?: string
  device?: string
  sessionUid?: string
  /** Shown to the person, so no secrets and no full numbers. */
  detail?: Readonly<Record<string, string>>
}

export interface SecurityEvent {
  id: string
  kind: SecurityEventKind
  at: Date
  method: string | null
  device: string | null
  detail: Readonly<Record<string, string>>
}

export async function insertSecurityEvent(tx: Db, event: NewSecurityEvent): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into security_event (person_id, kind, at, method, address, device, session_uid, detail)
    values (${event.personId}, ${event.kind}, ${event.at}, ${event.method ?? null}, ${event.address ?? null}, ${event.device ?? null},
      ${event.sessionUid ?? null}, ${JSON.stringify(event.detail ?? {})}) returning id::text`.execute(tx)
  return rows[0]!.id
}

/** The person's events, newest first; `before` is the id of the last one of the previous page. */
export async function listSecurityEvents(db: Db, personId: string, page: { limit: number; before?: string }): Promise<SecurityEvent[]> {
  const { rows } = await sql<SecurityEvent>`
    select id::text, kind, at, method, device, detail from security_event
    where person_id = ${personId} and (${page.before ?? null}::bigint is null or id < ${page.before ?? null}::bigint)
    order by id desc limit ${page.limit}`.execute(db)
  return rows
}

/** Blanks where events before that time came from, and returns how many. The table is append-only; only this routine may. */
export async function blankSecurityEvents(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select blank_security_events(${before}, ${limit}::int) as count`.execute(db)
  return rows[0]!.count
}

export async function selectContact(db: Db, personId: string): Promise<{ phone: string; email: string | null } | undefined> {
  const { rows } = await sql<{ phone: string; email: string | null }>`select phone, email from identity.contacts(array[${personId}::uuid])`.execute(db)
  return rows[0]
}

interface Authentication {
  acr: 'code' | 'two-codes' | 'passkey'
  authenticatedAt: Date
  hasPasskey: boolean
}

export async function selectAuthentication(db: Db, sessionUid: string, at: Date): Promise<Authentication | undefined> {
  const { rows } = await sql<Authentication>`
    select acr, authenticated_at as "authenticatedAt", has_passkey as "hasPasskey" from identity.authentication(${sessionUid}, ${at})`.execute(db)
  return rows[0]
}
