import type { Db, Tx } from '@nikau/runtime'
import type { JWK } from 'jose'
import { sql } from 'kysely'
import type { StoredKey } from '../webhooks/index.ts'

export interface FixedCodeRow {
  id: string
  accountId: string
  prefix: string
  target: string
  createdAt: Date
  verifiedAt: Date | null
  removedAt: Date | null
  sealedPrivateKey: Buffer
  sealingKeyId: string
}

const fixedCodes = sql`
  select id, account_id as "accountId", prefix, target, created_at as "createdAt", verified_at as "verifiedAt", removed_at as "removedAt",
         sealed_private_key as "sealedPrivateKey", sealing_key_id as "sealingKeyId"
    from fixed_code`

export async function selectFixedCode(db: Db, of: { id: string; accountId: string }): Promise<FixedCodeRow | undefined> {
  return (await sql<FixedCodeRow>`${fixedCodes} where id = ${of.id} and account_id = ${of.accountId}`.execute(db)).rows[0]
}

export async function selectRegistered(db: Db, accountId: string): Promise<FixedCodeRow[]> {
  return (await sql<FixedCodeRow>`${fixedCodes} where account_id = ${accountId} and removed_at is null order by created_at, id`.execute(db)).rows
}

/** The verified registration with the longest of the prefixes. */
export async function selectByPrefixes(db: Db, prefixes: readonly string[]): Promise<FixedCodeRow | undefined> {
  const result = await sql<FixedCodeRow>`
    ${fixedCodes} where prefix = any (${prefixes}::text[]) and verified_at is not null and removed_at is null
    order by length(prefix) desc limit 1`.execute(db)
  return result.rows[0]
}

/** Whether another account has verified a prefix that contains this one or is contained in it. `within`: the prefixes of this one. */
export async function isTaken(db: Db, of: { accountId: string; prefix: string; within: readonly string[] }): Promise<boolean> {
  const result = await sql`
    select from fixed_code
     where account_id <> ${of.accountId} and verified_at is not null and removed_at is null
       and (prefix = any (${of.within}::text[]) or starts_with(prefix, ${of.prefix}))
     limit 1`.execute(db)
  return result.rows.length > 0
}

/** One at a time for each origin: two accounts cannot verify overlapping prefixes at once. */
export async function lockOrigin(tx: Tx, origin: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fixed-code ${origin}`}, 0))`.execute(tx)
}

/** One at a time for each account, so that concurrent calls cannot exceed the limit. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await sql`select from account where id = ${accountId} for no key update`.execute(tx)
}

export async function insertFixedCode(
  tx: Tx,
  code: { accountId: string; prefix: string; target: string; key: StoredKey; createdBy: string; at: Date },
): Promise<void> {
  const { key } = code
  await sql`
    insert into fixed_code (id, account_id, prefix, target, public_key, sealed_private_key, sealing_key_id, created_at, created_by)
    values (${key.id}, ${code.accountId}, ${code.prefix}, ${code.target}, ${JSON.stringify(key.publicKey)}, ${key.sealedPrivateKey}, ${key.sealingKeyId},
      ${code.at}, ${code.createdBy})`.execute(tx)
}

export async function setVerified(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update fixed_code set verified_at = coalesce(verified_at, ${at}) where id = ${id}`.execute(tx)
}

export async function setRemoved(db: Db, id: string, at: Date): Promise<void> {
  await sql`update fixed_code set removed_at = coalesce(removed_at, ${at}) where id = ${id}`.execute(db)
}

export async function selectPublicKeys(db: Db, id: string): Promise<JWK[]> {
  return (await sql<{ key: JWK }>`select public_key as key from fixed_code where id = ${id} and removed_at is null`.execute(db)).rows.map((row) => row.key)
}
