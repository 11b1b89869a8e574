import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** Whether the person is an operator with a role. Their table is none of ours, so its owner answers. */
export async function isOperator(db: Db, personId: string): Promise<boolean> {
  const { rows } = await sql<{ operator: boolean }>`select public.is_operator(${personId}) as operator`.execute(db)
  return rows[0]!.operator
}

export interface Enrolment {
  personId: string
  givenName: string | null
  familyName: string | null
}

/** The person for whom the link can still enrol a passkey. */
export async function selectEnrolment(db: Db, codeHash: Buffer, now: Date): Promise<Enrolment | undefined> {
  const { rows } = await sql<Enrolment>`
    select e.person_id as "personId", p.given_name as "givenName", p.family_name as "familyName"
    from identity.desk_enrolment e join identity.person p on p.id = e.person_id
    where e.code_hash = ${codeHash} and e.used_at is null and e.expires_at > ${now}`.execute(db)
  return rows[0]
}

/** As `selectEnrolment`. Nobody else can use the link until the transaction ends. */
export async function lockEnrolment(tx: Db, codeHash: Buffer, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ personId: string }>`
    select person_id as "personId" from identity.desk_enrolment
    where code_hash = ${codeHash} and used_at is null and expires_at > ${now} for update`.execute(tx)
  return rows[0]?.personId
}

export async function markEnrolmentUsed(tx: Db, codeHash: Buffer, at: Date): Promise<void> {
  await sql`update identity.desk_enrolment set used_at = ${at} where code_hash = ${codeHash}`.execute(tx)
}
