import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface Session {
  id: string
  device: string
  firstUsedAt: Date
  lastUsedAt: Date
}

/** The person's live sessions, last used first. Those from before devices were recorded show when they were signed in to. */
export async function selectSessions(db: Db, personId: string, now: Date): Promise<Session[]> {
  const { rows } = await sql<Session>`
    select s.uid as id, coalesce(d.device, 'Unknown device') as device, coalesce(d.first_used_at, s.signed_in_at) as "firstUsedAt",
      coalesce(d.last_used_at, s.signed_in_at) as "lastUsedAt"
    from (
      select uid, max(to_timestamp((payload ->> 'loginTs')::bigint)) as signed_in_at from identity.oidc
      where model = 'Session' and payload ->> 'accountId' = ${personId}::text and expires_at > ${now} group by uid
    ) s
    left join identity.session_device d on d.session_uid = s.uid
    order by "lastUsedAt" desc, s.uid`.execute(db)
  return rows
}

/** How long a row outlives the last use: a day longer than the session. */
const days = 61

/** Records the device of a session, or another use of it at most once a minute. */
export async function upsertSessionDevice(db: Db, use: { sessionUid: string; personId: string; device: string; at: Date }): Promise<void> {
  await sql`
    insert into identity.session_device as d (session_uid, person_id, device, first_used_at, last_used_at, delete_after)
    values (${use.sessionUid}, ${use.personId}, ${use.device}, ${use.at}, ${use.at}, ${use.at}::timestamptz + make_interval(days => ${days}))
    on conflict (session_uid) do update set device = excluded.device, last_used_at = excluded.last_used_at, delete_after = excluded.delete_after
    where d.ended_at is null and d.last_used_at <= ${use.at}::timestamptz - interval '1 minute'`.execute(db)
}

/** Records since when the person is known in the browser of a session that they have just signed in to. */
export async function recordDeviceAge(tx: Db, use: { sessionUid: string; personId: string; device: string; firstSeenAt: Date; at: Date }): Promise<void> {
  await sql`
    insert into identity.session_device (session_uid, person_id, device, first_used_at, last_used_at, delete_after, device_first_seen_at)
    values (${use.sessionUid}, ${use.personId}, ${use.device}, ${use.at}, ${use.at}, ${use.at}::timestamptz + make_interval(days => ${days}), ${use.firstSeenAt})
    on conflict (session_uid) do update set device_first_seen_at = excluded.device_first_seen_at`.execute(tx)
}

/** Ends live sessions of the person: only one, or all but one. Returns how many. */
export async function endSessions(tx: Db, end: { personId: string; at: Date } & ({ only: string } | { except: string })): Promise<number> {
  const [only, except] = 'only' in end ? [end.only, null] : [null, end.except]
  const { rows } = await sql<{ ended: number }>`select identity.end_sessions(${end.personId}, ${only}, ${except}, ${end.at}) as ended`.execute(tx)
  return rows[0]!.ended
}
