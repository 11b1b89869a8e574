import { hash } from 'node:crypto'
import type { Clock, Database, Log } from '@nikau/runtime'
import { sql } from 'kysely'
import { keepUntilTold } from './hear.ts'

/**
 * Whom an access token speaks for. Once a token has been read from the database the answer is kept in memory, so that the
 * steady state costs no read; the provider tells every process at once when a token dies.
 */
export interface TokenCheck {
  personOf(token: string): Promise<string | undefined>
  close(): Promise<void>
}

interface Known {
  personId: string
  expiresAt: number
}

export async function createTokenCheck(options: { database: Database; url: string; clock: Clock; log: Log }): Promise<TokenCheck> {
  const { database, clock } = options
  const kept = await keepUntilTold<Known>({ url: options.url, name: 'nikau-api-revocations', channel: 'identity_revoked', log: options.log })
  return {
    async personOf(token) {
      const key = hash('sha256', token)
      const known = kept.get(key)
      if (known && known.expiresAt > clock.now().getTime()) return known.personId
      return (await kept.read(key, () => readToken(database, key, clock.now())))?.personId
    },
    close: () => kept.close(),
  }
}

async function readToken(database: Database, key: string, at: Date): Promise<Known | undefined> {
  const result = await sql<{ sub: string; expires_at: Date }>`select sub, expires_at from identity.access_token(${key}, ${at})`.execute(database.db)
  const row = result.rows[0]
  return row && { personId: row.sub, expiresAt: row.expires_at.getTime() }
}
