import type { ApiKey, KeyRole } from '@nikau/contract/api-keys'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

const columns = sql`name, role, enabled, version, created_at as "createdAt", created_by as "createdBy"`

export async function isOrg(db: Db, accountId: string): Promise<boolean> {
  const result = await sql`select from account where id = ${accountId} and type = 'org'`.execute(db)
  return result.rows.length > 0
}

/** Counts under the account's lock, so that concurrent calls cannot exceed the limit. */
export async function countKeys(tx: Db, accountId: string): Promise<number> {
  await sql`select from account where id = ${accountId} for no key update`.execute(tx)
  const result = await sql<{ count: bigint }>`select count(*) as count from api_key where account_id = ${accountId}`.execute(tx)
  return Number(result.rows[0]!.count)
}

/** Inserts nothing if the account has a key of this name. */
export async function insertKey(
  tx: Db,
  key: { accountId: string; name: string; role: KeyRole; hash: string; at: Date; createdBy: string },
): Promise<ApiKey | undefined> {
  const result = await sql<ApiKey>`
    insert into api_key (account_id, name, role, secret_hash, created_at, created_by)
    values (${key.accountId}, ${key.name}, ${key.role}, decode(${key.hash}, 'hex'), ${key.at}, ${key.createdBy})
    on conflict (account_id, name) do nothing returning ${columns}`.execute(tx)
  return result.rows[0]
}

export async function selectKeys(db: Db, accountId: string): Promise<ApiKey[]> {
  return (await sql<ApiKey>`select ${columns} from api_key where account_id = ${accountId} order by created_at, name`.execute(db)).rows
}

export async function setEnabled(db: Db, key: { accountId: string; name: string }, enabled: boolean): Promise<ApiKey | undefined> {
  const result = await sql<ApiKey>`
    update api_key set enabled = ${enabled}, version = version + 1 where account_id = ${key.accountId} and name = ${key.name}
    returning ${columns}`.execute(db)
  return result.rows[0]
}
