import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { AdapterPayload } from 'oidc-provider'

export interface StoredPayload {
  payload: AdapterPayload
  consumedAt: Date | null
}

export interface OidcRow {
  model: string
  id: string
  payload: AdapterPayload
  grantId: string | undefined
  uid: string | undefined
  userCode: string | undefined
  expiresAt: Date
}

export async function upsert(db: Db, row: OidcRow): Promise<void> {
  await sql`
    insert into identity.oidc (model, id, payload, grant_id, uid, user_code, expires_at)
    values (${row.model}, ${row.id}, ${JSON.stringify(row.payload)}, ${row.grantId ?? null}, ${row.uid ?? null}, ${row.userCode ?? null}, ${row.expiresAt})
    on conflict (model, id) do update
    set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, user_code = excluded.user_code, expires_at = excluded.expires_at`.execute(
    db,
  )
}

export async function select(db: Db, model: string, id: string): Promise<StoredPayload | undefined> {
  const { rows } = await sql<StoredPayload>`select payload, consumed_at as "consumedAt" from identity.oidc where model = ${model} and id = ${id}`.execute(db)
  return rows[0]
}

export async function selectByUid(db: Db, model: string, uid: string): Promise<StoredPayload | undefined> {
  const { rows } = await sql<StoredPayload>`
    select payload, consumed_at as "consumedAt" from identity.oidc where model = ${model} and uid = ${uid} order by expires_at desc limit 1`.execute(db)
  return rows[0]
}

export async function selectByUserCode(db: Db, model: string, userCode: string): Promise<StoredPayload | undefined> {
  const { rows } = await sql<StoredPayload>`
    select payload, consumed_at as "consumedAt" from identity.oidc where model = ${model} and user_code = ${userCode}`.execute(db)
  return rows[0]
}

/** Marks the row as consumed. True for only one of several concurrent calls. */
export async function markConsumed(db: Db, model: string, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update identity.oidc set consumed_at = ${at} where model = ${model} and id = ${id} and consumed_at is null returning 1`.execute(db)
  return rows.length === 1
}

export async function deleteRow(db: Db, model: string, id: string): Promise<void> {
  await sql`delete from identity.oidc where model = ${model} and id = ${id}`.execute(db)
}

export async function deleteByGrant(db: Db, model: string, grantId: string): Promise<void> {
  await sql`delete from identity.oidc where model = ${model} and grant_id = ${grantId}`.execute(db)
}

/** Deletes the grant of a row and, by a trigger, all its codes and tokens. */
export async function deleteGrantOf(db: Db, model: string, id: string): Promise<void> {
  await sql`
    delete from identity.oidc where model = 'Grant' and id = (select grant_id from identity.oidc where model = ${model} and id = ${id})`.execute(db)
}
