import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface Bearer {
  clientId: string
  personId: string
  sessionUid: string
}

export async function selectBearer(db: Db, tokenHash: string, now: Date): Promise<Bearer | undefined> {
  const { rows } =
    await sql<Bearer>`select client_id as "clientId", sub as "personId", session_uid as "sessionUid" from identity.access_token(${tokenHash}, ${now})`.execute(
      db,
    )
  return rows[0]
}
