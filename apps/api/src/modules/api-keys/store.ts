import type { KeyLiveness, KeyRole } from '@nikau/contract/api-keys'
import type { KeyScope } from '@nikau/contract/roles'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { KeyRow, ManagedKeys } from './rules.ts'

const columns = sql`k.name, k.role, k.scopes, k.liveness, k.allowed_addresses as "allowedAddresses", k.prefix, k.last_four as "lastFour",
  (select used_at from api_key_use u where u.account_id = k.account_id and u.name = k.name) as "lastUsedAt", k.expires_at as "expiresAt",
  k.previous_until as "previousUntil", k.enabled, k.version, k.created_at as "createdAt", k.created_by as "createdBy"`

/** Keys of tills are listed, paired and switched off with their tills. */
const isOfTill = sql`exists (select from till t where t.account_id = k.account_id and t.key_name = k.name)`

export async function isOrg(db: Db, accountId: string): Promise<boolean> {
  const result = await sql`select from account where id = ${accountId} and type = 'org'`.execute(db)
  return result.rows.length > 0
}

export async function isTestOrg(db: Db, accountId: string): Promise<boolean> {
  const result = await sql`select from account where id = ${accountId} and type = 'org' and test`.execute(db)
  return result.rows.length > 0
}

/** Counts under the account's lock, so that concurrent calls cannot exceed the limit. */
export async function countKeys(tx: Db, accountId: string): Promise<number> {
  await sql`select from account where id = ${accountId} for no key update`.execute(tx)
  const result = await sql<{ count: bigint }>`select count(*) as count from api_key k where k.account_id = ${accountId} and not ${isOfTill}`.execute(tx)
  return Number(result.rows[0]!.count)
}

interface NewKey {
  accountId: string
  name: string
  role?: KeyRole | undefined
  scopes?: readonly KeyScope[] | undefined
  liveness?: KeyLiveness | undefined
  allowedAddresses?: readonly string[] | undefined
  expiresAt?: Date | undefined
  hash: string
  hint: { prefix: string; lastFour: string } | undefined
  at: Date
  createdBy: string
}

/** Inserts nothing if the account has a key of this name. */
export async function insertKey(tx: Db, key: NewKey): Promise<KeyRow | undefined> {
  const result = await sql<KeyRow>`
    insert into api_key as k (account_id, name, role, scopes, liveness, allowed_addresses, prefix, last_four, secret_hash, expires_at, created_at, created_by)
    values (${key.accountId}, ${key.name}, ${key.role ?? null}, ${key.scopes ?? null}, ${key.liveness ?? null}, ${key.allowedAddresses ?? []},
      ${key.hint?.prefix ?? null}, ${key.hint?.lastFour ?? null}, decode(${key.hash}, 'hex'), ${key.expiresAt ?? null}, ${key.at}, ${key.createdBy})
    on conflict (account_id, name) do nothing returning ${columns}`.execute(tx)
  return result.rows[0]
}

const isManaged = (managed: ManagedKeys) => (managed === 'all' ? sql`not ${isOfTill}` : sql`k.liveness = 'test' and not ${isOfTill}`)

export async function selectKeys(db: Db, accountId: string, managed: ManagedKeys): Promise<KeyRow[]> {
  const result = await sql<KeyRow>`
    select ${columns} from api_key k where k.account_id = ${accountId} and ${isManaged(managed)} order by k.created_at, k.name`.execute(db)
  return result.rows
}

interface ManagedKey {
  accountId: string
  name: string
  managed: ManagedKeys
}

export async function setEnabled(db: Db, key: ManagedKey, enabled: boolean): Promise<KeyRow | undefined> {
  const result = await sql<KeyRow>`
    update api_key k set enabled = ${enabled}, version = version + 1
     where k.account_id = ${key.accountId} and k.name = ${key.name} and ${isManaged(key.managed)}
    returning ${columns}`.execute(db)
  return result.rows[0]
}

interface DeviceKey {
  accountId: string
  name: string
  liveness: KeyLiveness
  hash: string
  hint: { prefix: string; lastFour: string }
  at: Date
  createdBy: string
}

/** The key of a device. The secret before, if there is one, ends. */
export async function upsertDeviceKey(tx: Db, key: DeviceKey): Promise<void> {
  await sql`
    insert into api_key (account_id, name, role, liveness, prefix, last_four, secret_hash, created_at, created_by)
    values (${key.accountId}, ${key.name}, 'merchant-terminal', ${key.liveness}, ${key.hint.prefix}, ${key.hint.lastFour}, decode(${key.hash}, 'hex'),
      ${key.at}, ${key.createdBy})
    on conflict (account_id, name) do update set secret_hash = excluded.secret_hash, prefix = excluded.prefix, last_four = excluded.last_four, enabled = true,
      version = api_key.version + 1`.execute(tx)
}

export async function disableDeviceKey(tx: Db, key: { accountId: string; name: string }): Promise<void> {
  await sql`update api_key set enabled = false, version = version + 1 where account_id = ${key.accountId} and name = ${key.name} and enabled`.execute(tx)
}

export async function lockKey(tx: Db, key: ManagedKey): Promise<KeyRow | undefined> {
  const result = await sql<KeyRow>`
    select ${columns} from api_key k where k.account_id = ${key.accountId} and k.name = ${key.name} and ${isManaged(key.managed)} for update of k`.execute(tx)
  return result.rows[0]
}

export async function replaceSecret(
  tx: Db,
  key: { accountId: string; name: string },
  secret: { hash: string; hint: { prefix: string; lastFour: string }; previousUntil: Date | undefined },
): Promise<KeyRow> {
  const until = secret.previousUntil ?? null
  const result = await sql<KeyRow>`
    update api_key k set secret_hash = decode(${secret.hash}, 'hex'), prefix = ${secret.hint.prefix}, last_four = ${secret.hint.lastFour},
      previous_hash = case when ${until}::timestamptz is not null then secret_hash end, previous_until = ${until}, version = version + 1
     where k.account_id = ${key.accountId} and k.name = ${key.name} returning ${columns}`.execute(tx)
  return result.rows[0]!
}
