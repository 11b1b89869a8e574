import type { Profile } from '@nikau/contract/profile'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

interface PersonRow {
  id: string
  phone: string
  phone_verified: boolean
  email: string | null
  email_verified: boolean
  given_name: string | null
  family_name: string | null
  feature_updates: boolean
  marketing_updates: boolean
}

const toProfile = (row: PersonRow): Profile => ({
  userId: row.id,
  phoneNumber: row.phone,
  phoneVerified: row.phone_verified,
  email: row.email ?? undefined,
  emailVerified: row.email_verified,
  givenName: row.given_name ?? undefined,
  familyName: row.family_name ?? undefined,
  featureUpdates: row.feature_updates,
  marketingUpdates: row.marketing_updates,
})

export type ProfileChange = Partial<Pick<Profile, 'givenName' | 'familyName' | 'email' | 'featureUpdates' | 'marketingUpdates'>>

export async function selectEmail(db: Db, personId: string): Promise<string | undefined> {
  const result = await sql<{ email: string | null }>`select email from identity.profile_of(${personId})`.execute(db)
  return result.rows[0]?.email ?? undefined
}

/** People belong to the identity schema and are changed only through its functions. */
export async function changeProfile(tx: Db, personId: string, change: Omit<ProfileChange, 'email'>, at: Date): Promise<Profile | undefined> {
  const result = await sql<PersonRow>`
    select * from identity.update_profile(${personId}, ${change.givenName ?? null}, ${change.familyName ?? null}, null, ${change.featureUpdates ?? null}, ${change.marketingUpdates ?? null}, ${at})`.execute(
    tx,
  )
  return result.rows[0] && toProfile(result.rows[0])
}

export interface PreviousEmail {
  email: string | null
  verified: boolean
}

/** Returns the previous address, or undefined if the new one is theirs already. */
export async function changeEmail(tx: Db, change: { personId: string; email: string; tokenHash: Buffer; at: Date }): Promise<PreviousEmail | undefined> {
  const { personId, email, tokenHash, at } = change
  const result = await sql<PreviousEmail>`
    select previous_email as email, previous_verified as verified from identity.change_email(${personId}, ${email}, ${tokenHash}, ${at})`.execute(tx)
  return result.rows[0]
}

export interface UndoneChange {
  personId: string
  restoredEmail: string | null
  replacedEmail: string | null
  replacedVerified: boolean
}

export async function undoEmailChange(tx: Db, tokenHash: Buffer, at: Date): Promise<UndoneChange | undefined> {
  const result = await sql<UndoneChange>`
    select person_id as "personId", restored_email as "restoredEmail", replaced_email as "replacedEmail", replaced_verified as "replacedVerified"
      from identity.undo_email_change(${tokenHash}, ${at})`.execute(tx)
  return result.rows[0]
}

/** Signs the person out everywhere. */
export async function endSessions(tx: Db, personId: string, at: Date): Promise<void> {
  await sql`select identity.end_sessions(${personId}, at => ${at}::timestamptz)`.execute(tx)
}

export async function confirmAddress(tx: Db, personId: string, email: string, at: Date): Promise<boolean> {
  const result = await sql<{ confirmed: boolean }>`select identity.confirm_email(${personId}, ${email}, ${at}) as confirmed`.execute(tx)
  return result.rows[0]!.confirmed
}

/** The confirmation emails to a person or an address since a time, oldest first. Concurrent emails to the address wait. */
export async function lockConfirmationEmails(
  tx: Db,
  to: { personId: string; addressHash: Buffer },
  since: Date,
): Promise<Record<'person' | 'address', Date[]>> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`confirmation-email:${to.addressHash.toString('hex')}`}, 0))`.execute(tx)
  const result = await sql<{ sentAt: Date; toPerson: boolean; toAddress: boolean }>`
    select sent_at as "sentAt", person_id = ${to.personId}::uuid as "toPerson", address_hash = ${to.addressHash} as "toAddress" from confirmation_email
     where (person_id = ${to.personId}::uuid or address_hash = ${to.addressHash}) and sent_at > ${since} order by sent_at`.execute(tx)
  const timesOf = (rows: { sentAt: Date }[]) => rows.map((row) => row.sentAt)
  return { person: timesOf(result.rows.filter((row) => row.toPerson)), address: timesOf(result.rows.filter((row) => row.toAddress)) }
}

export async function insertConfirmationEmail(tx: Db, email: { personId: string; addressHash: Buffer; at: Date }): Promise<void> {
  await sql`insert into confirmation_email (person_id, address_hash, sent_at) values (${email.personId}, ${email.addressHash}, ${email.at})`.execute(tx)
}
