import { createHash } from 'node:crypto'
import { BlockList, isIPv4 } from 'node:net'
import type { KeyLiveness } from '@nikau/contract/api-keys'
import { keyMayUse, type KeyRole, type KeyScope, type Permission } from '@nikau/contract/roles'
import type { Clock, Database, Log } from '@nikau/runtime'
import { sql } from 'kysely'
import type { KeyTill, MerchantKey } from './merchant-key.ts'
import { cacheUntilNotified } from './notify-cache.ts'

/** Finds the merchant of an API key; cached until the key changes. */
export interface ApiKeyVerifier {
  merchantOf(secret: string): Promise<MerchantKey | undefined>
  /** Verified before by this process, so that it costs no read. */
  isCached(secret: string): boolean
  close(): Promise<void>
}

/** Stored and looked up instead of the secret. A secret has 256 random bits, so a plain hash is enough. */
export function hashApiKey(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

interface VerifiedKey {
  key: MerchantKey
  validUntil: number
}

export async function createApiKeyVerifier(options: { database: Database; url: string; clock: Clock; log: Log }): Promise<ApiKeyVerifier> {
  const { clock } = options
  const cache = await cacheUntilNotified<VerifiedKey>({ url: options.url, name: 'nikau-api-keys', channel: 'api_key_changed', log: options.log })
  const valid = (found: VerifiedKey | undefined) => (found && found.validUntil > clock.now().getTime() ? found.key : undefined)
  return {
    async merchantOf(secret) {
      const hash = hashApiKey(secret)
      return valid(cache.get(hash) ?? (await cache.read(hash, () => selectKey(options.database, hash))))
    },
    isCached: (secret) => valid(cache.get(hashApiKey(secret))) !== undefined,
    close: () => cache.close(),
  }
}

interface KeyRow {
  accountId: string
  accountName: string
  keyName: string
  role: KeyRole | null
  scopes: KeyScope[] | null
  liveness: KeyLiveness | null
  testAccount: boolean
  allowedAddresses: string[]
  expiresAt: Date | null
  previousUntil: Date | null
  till: KeyTill | null
}

async function selectKey(database: Database, hash: string): Promise<VerifiedKey | undefined> {
  const result = await sql<KeyRow>`
    select k.account_id as "accountId", a.name as "accountName", k.name as "keyName", k.role, k.scopes, k.liveness, a.test as "testAccount",
      k.allowed_addresses as "allowedAddresses", k.expires_at as "expiresAt",
      case when k.secret_hash <> decode(${hash}, 'hex') then k.previous_until end as "previousUntil",
      case when t.id is not null then jsonb_build_object('id', t.id, 'merchantId', t.merchant_id) end as till
    from api_key k join account a on a.id = k.account_id
    left join till t on t.account_id = k.account_id and t.key_name = k.name
    where (k.secret_hash = decode(${hash}, 'hex') or k.previous_hash = decode(${hash}, 'hex')) and k.enabled`.execute(database.db)
  const row = result.rows[0]
  if (!row) return undefined
  const { accountId, accountName, keyName, testAccount } = row
  const liveness = testAccount ? 'test' : (row.liveness ?? undefined)
  const addresses = row.allowedAddresses.length > 0 ? blockListOf(row.allowedAddresses) : undefined
  const key = {
    accountId,
    accountName,
    keyName,
    rights: row.role ?? row.scopes!,
    liveness,
    testAccount,
    test: liveness === 'test',
    addresses,
    till: row.till ?? undefined,
  }
  return { key, validUntil: Math.min(row.expiresAt?.getTime() ?? Infinity, row.previousUntil?.getTime() ?? Infinity) }
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** Whether a key may be used for a call with this permission from this address. `self` calls ask for nothing but a valid key. */
export function keyAllows(key: MerchantKey, permission: Permission | 'self' | undefined, address: string): boolean {
  if (key.addresses && !key.addresses.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')) return false
  return permission === undefined || permission === 'self' || keyMayUse(key.rights, permission)
}

/** Whether a key reaches test or live money. */
export function keyReaches(key: MerchantKey, { test }: { test: boolean }): boolean {
  return key.liveness === undefined || (key.liveness === 'test') === test
}
