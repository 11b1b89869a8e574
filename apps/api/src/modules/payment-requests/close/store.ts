import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** Requests that have expired but are still recorded as new, earliest first. */
export async function selectExpired(db: Db, period: { from: Date; until: Date }, limit: number): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from payment_request
     where expires_at > ${period.from} and expires_at <= ${period.until} and status = 'new' and reserved_for is null
     order by expires_at limit ${limit}`.execute(db)
  return result.rows.map((row) => row.id)
}

export async function selectSweptUntil(db: Db): Promise<Date | undefined> {
  return (await sql<{ sweptUntil: Date }>`select swept_until as "sweptUntil" from payment_sweep where name = 'expiry'`.execute(db)).rows[0]?.sweptUntil
}

export async function saveSweptUntil(db: Db, sweptUntil: Date): Promise<void> {
  await sql`
    insert into payment_sweep (name, swept_until) values ('expiry', ${sweptUntil})
    on conflict (name) do update set swept_until = greatest(payment_sweep.swept_until, excluded.swept_until)`.execute(db)
}

export async function selectExpiredAuthorisations(db: Db, now: Date, limit: number): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from payment_request
     where pre_auth and pre_auth_expires_at <= ${now} and pre_auth_status = 'authorized' order by pre_auth_expires_at limit ${limit}`.execute(db)
  return result.rows.map((row) => row.id)
}
