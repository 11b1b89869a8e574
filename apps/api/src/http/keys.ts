import { createHash } from 'node:crypto'
import type { Database, Log } from '@nikau/runtime'
import { sql } from 'kysely'
import type { MerchantKey } from './bind.ts'
import { keepUntilTold } from './hear.ts'

/** Whose machine a key speaks for; kept in memory until the key is changed. */
export interface KeyCheck {
  merchantOf(secret: string): Promise<MerchantKey | undefined>
  close(): Promise<void>
}

/** What is looked for and kept instead of the secret. It has 256 random bits, so a plain hash is as hard to invert as it is to guess. */
export function hashOfKey(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

export async function createKeyCheck(options: { database: Database; url: string; log: Log }): Promise<KeyCheck> {
  const kept = await keepUntilTold<MerchantKey>({ url: options.url, name: 'nikau-api-keys', channel: 'api_key_changed', log: options.log })
  return {
    async merchantOf(secret) {
      const hash = hashOfKey(secret)
      return kept.get(hash) ?? (await kept.read(hash, () => readKey(options.database, hash)))
    },
    close: () => kept.close(),
  }
}

async function readKey(database: Database, hash: string): Promise<MerchantKey | undefined> {
  const result = await sql<MerchantKey>`
    select k.account_id as "accountId", a.name as "accountName", k.name as "keyName", k.role, a.test
    from api_key k join account a on a.id = k.account_id
    where k.secret_hash = decode(${hash}, 'hex') and k.enabled`.execute(database.db)
  return result.rows[0]
}
