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

/** People belong to the identity schema and are changed only through its functions. */
export async function changeProfile(tx: Db, personId: string, change: ProfileChange, at: Date): Promise<Profile | undefined> {
  const result = await sql<PersonRow>`
    select * from identity.update_profile(${personId}, ${change.givenName ?? null}, ${change.familyName ?? null}, ${change.email ?? null}, ${change.featureUpdates ?? null}, ${change.marketingUpdates ?? null}, ${at})`.execute(
    tx,
  )
  return result.rows[0] && toProfile(result.rows[0])
}

export async function confirmAddress(tx: Db, personId: string, email: string, at: Date): Promise<boolean> {
  const result = await sql<{ confirmed: boolean }>`select identity.confirm_email(${personId}, ${email}, ${at}) as confirmed`.execute(tx)
  return result.rows[0]!.confirmed
}
