import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface NameRow {
  personId: string
  givenName: string | null
  familyName: string | null
}

export async function selectTillNames(db: Db, accountId: string): Promise<{ id: string; name: string }[]> {
  return (await sql<{ id: string; name: string }>`select id, name from till where account_id = ${accountId}`.execute(db)).rows
}

/** Who works at the tills of a business or has worked there: its members, and those with a code of its tills, which stays. */
export async function selectTillPeople(db: Db, accountId: string): Promise<NameRow[]> {
  const { rows } = await sql<NameRow>`
    select id as "personId", given_name as "givenName", family_name as "familyName" from identity.names_of(array(
      select person_id from account_member where account_id = ${accountId} union select person_id from till_code where account_id = ${accountId}))`.execute(db)
  return rows
}
