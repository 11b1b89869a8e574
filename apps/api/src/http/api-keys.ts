import { createHash } from 'node:crypto'
import type { Database, Log } from '@nikau/runtime'
import { sql } from 'kysely'
import type { MerchantKey } from './bind.ts'
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

export async function createApiKeyVerifier(options: { database: Database; url: string; log: Log }): Promise<ApiKeyVerifier> {
  const cache = await cacheUntilNotified<MerchantKey>({ url: options.url, name: 'nikau-api-keys', channel: 'api_key_changed', log: options.log })
  return {
    async merchantOf(secret) {
      const hash = hashApiKey(secret)
      return cache.get(hash) ?? (await cache.read(hash, () => selectKey(options.database, hash)))
    },
    isCached: (secret) => cache.get(hashApiKey(secret)) !== undefined,
    close: () => cache.close(),
  }
}

async function selectKey(database: Database, hash: string): Promise<MerchantKey | undefined> {
  const result = await sql<MerchantKey>`
    select k.account_id as "accountId", a.name as "accountName", k.name as "keyName", k.role, a.test
    from api_key k join account a on a.id = k.account_id
    where k.secret_hash = decode(${hash}, 'hex') and k.enabled`.execute(database.db)
  return result.rows[0]
}
