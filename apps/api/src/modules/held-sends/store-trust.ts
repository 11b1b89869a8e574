import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface TrustRow {
  id: string
  personId: string
  /** Until it is accepted. */
  alias: string | null
  trustedPersonId: string | null
  askedAt: Date
  acceptedAt: Date | null
  endedAt: Date | null
}

const columns = sql`id, person_id as "personId", alias, trusted_person_id as "trustedPersonId", asked_at as "askedAt", accepted_at as "acceptedAt",
  ended_at as "endedAt"`

/** What the person asked for or accepted, and what waits for one of their aliases. */
export async function selectTrust(db: Db, personId: string, aliases: readonly string[]): Promise<TrustRow[]> {
  const { rows } = await sql<TrustRow>`
    select ${columns} from trusted_person
     where ended_at is null and (person_id = ${personId} or trusted_person_id = ${personId} or alias = any (${aliases}::text[])) order by asked_at, id`.execute(
    db,
  )
  return rows
}

/** Everybody whom the person trusts or asked since a time. Simultaneous calls of the person wait. */
export async function lockTrustOf(tx: Db, personId: string, askedSince: Date): Promise<TrustRow[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`trusted-people:${personId}`}, 0))`.execute(tx)
  const { rows } = await sql<TrustRow>`
    select ${columns} from trusted_person where person_id = ${personId} and (ended_at is null or asked_at > ${askedSince})`.execute(tx)
  return rows
}

export async function lockTrust(tx: Db, id: string): Promise<TrustRow | undefined> {
  return (await sql<TrustRow>`select ${columns} from trusted_person where id = ${id} for update`.execute(tx)).rows[0]
}

export async function insertTrust(tx: Db, trust: { id: string; personId: string; alias: string; askedAt: Date }): Promise<void> {
  await sql`insert into trusted_person (id, person_id, alias, asked_at) values (${trust.id}, ${trust.personId}, ${trust.alias}, ${trust.askedAt})`.execute(tx)
}

/** Accepts, and ends what the two had by another alias. */
export async function acceptTrustRow(tx: Db, accept: { id: string; personId: string; trustedPersonId: string; at: Date }): Promise<TrustRow> {
  await sql`
    update trusted_person set ended_at = ${accept.at}
     where person_id = ${accept.personId} and trusted_person_id = ${accept.trustedPersonId} and ended_at is null`.execute(tx)
  const { rows } = await sql<TrustRow>`
    update trusted_person set trusted_person_id = ${accept.trustedPersonId}, accepted_at = ${accept.at}, alias = null where id = ${accept.id}
    returning ${columns}`.execute(tx)
  return rows[0]!
}

export async function endTrust(tx: Db, id: string, at: Date): Promise<void> {
  await sql`update trusted_person set ended_at = ${at} where id = ${id} and ended_at is null`.execute(tx)
}
