import type { Db, Vault } from '@nikau/runtime'
import { sql } from 'kysely'
import { type AuthorityDetails, sealDetails } from './authority-details.ts'

/** Removes the numbers of bank accounts unlinked before that time. Fingerprint and masked number stay, for limits and statements. */
export async function clearUnlinkedNumbers(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    update bank_account set sealed_number = null, key_id = null where id in (
      select id from bank_account where archived_at < ${before} and sealed_number is not null limit ${limit} for update skip locked)`.execute(db)
  return Number(result.numAffectedRows)
}

/** Removes who gave the authorities that ended before that time. That, when and by which person one was given stays. */
export async function clearEndedAuthorities(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    update direct_debit_authority set sealed_details = null, key_id = null where bank_account_id in (
      select bank_account_id from direct_debit_authority
       where ended_at < ${before} and sealed_details is not null limit ${limit} for update skip locked)`.execute(db)
  return Number(result.numAffectedRows)
}

/** Deletes wrong verification codes that no limit counts any more. */
export async function deleteWrongCodes(db: Db, before: Date, limit: number): Promise<number> {
  const result =
    await sql`delete from bank_account_wrong_code where id in (select id from bank_account_wrong_code where at < ${before} limit ${limit})`.execute(db)
  return Number(result.numAffectedRows)
}

/** Seals authorities that the release before wrote in plain text, and returns how many. */
export async function sealPlainAuthorities(db: Db, vault: Vault, limit: number): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<AuthorityDetails & { bankAccountId: string }>`
      select bank_account_id as "bankAccountId", full_name as "fullName", phone, email from direct_debit_authority
       where full_name is not null limit ${limit} for update skip locked`.execute(tx)
    for (const { bankAccountId, ...details } of rows) {
      const { sealed, keyId } = sealDetails(vault, bankAccountId, details)
      await sql`
        update direct_debit_authority set sealed_details = ${sealed}, key_id = ${keyId}, full_name = null, phone = null, email = null
         where bank_account_id = ${bankAccountId}`.execute(tx)
    }
    return rows.length
  })
}
