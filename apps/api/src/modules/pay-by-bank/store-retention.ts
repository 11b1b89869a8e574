import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** Removes the signed links to the bank and the payers of payments that ended, and credentials that a rollback to the release before left on them. */
export async function clearAuthorizationUrls(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    update pay_by_bank_payment set authorization_url = null, sealed_credential = null, credential_key_id = null, sealed_payer = null, payer_key_id = null, code = null, access_token = null
     where id in (
      select id from pay_by_bank_payment
       where updated_at < ${before} and next_attempt_at is null and authorization_url is not null limit ${limit} for update skip locked)`.execute(db)
  return Number(result.numAffectedRows)
}
