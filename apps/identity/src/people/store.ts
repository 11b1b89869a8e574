import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface Person {
  id: string
  phone: string
  phoneVerified: boolean
  email: string | null
  emailVerified: boolean
  givenName: string | null
  familyName: string | null
  featureUpdates: boolean
  marketingUpdates: boolean
  createdAt: Date
  /** The last sign-in or silent renewal, to the day. */
  lastSignedInAt: Date | null
  emailChangedAt: Date | null
  emailVerifiedAt: Date | null
}

const columns = sql`id, phone, phone_verified as "phoneVerified", email, email_verified as "emailVerified", given_name as "givenName",
  family_name as "familyName", feature_updates as "featureUpdates", marketing_updates as "marketingUpdates", created_at as "createdAt",
  last_signed_in_at as "lastSignedInAt", email_changed_at as "emailChangedAt", email_verified_at as "emailVerifiedAt"`

export async function selectPerson(db: Db, id: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`select ${columns} from identity.person where id = ${id}::uuid`.execute(db)
  return rows[0]
}

export async function selectPersonByPhone(db: Db, phone: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`select ${columns} from identity.person where phone = ${phone}`.execute(db)
  return rows[0]
}

/** The person with this verified number, created if there is none. */
export async function upsertVerifiedPerson(db: Db, person: { id: string; phone: string; at: Date }): Promise<Person> {
  const { rows } = await sql<Person>`
    insert into identity.person (id, phone, phone_verified, created_at, updated_at)
    values (${person.id}, ${person.phone}, true, ${person.at}, ${person.at})
    on conflict (phone) do update set phone_verified = true
    returning ${columns}`.execute(db)
  return rows[0]!
}

/** Records that the person entered a code that was sent to their number. Without it the number neither receives nor claims sends. */
export async function markPhoneProved(tx: Db, personId: string, at: Date): Promise<void> {
  await sql`update identity.person set phone_proved_at = ${at} where id = ${personId}::uuid`.execute(tx)
}

/** Records that the person used their sign-in. Once a day is enough, so renewals write little. */
export async function markSignedIn(db: Db, personId: string, at: Date): Promise<void> {
  await sql`
    update identity.person set last_signed_in_at = ${at}
    where id = ${personId}::uuid and (last_signed_in_at is null or last_signed_in_at < ${at}::timestamptz - interval '1 day')`.execute(db)
}
