import { hash } from 'node:crypto'
import type { Clock, Database, Log } from '@nikau/runtime'
import { sql } from 'kysely'
import type { Person } from './bind.ts'
import { keepUntilTold } from './hear.ts'

/**
 * Whom an access token speaks for. Once a token has been read from the database the answer is kept in memory, so that the
 * steady state costs no read; the provider tells every process at once when a token dies.
 */
export interface TokenCheck {
  personOf(token: string): Promise<Person | undefined>
  close(): Promise<void>
}

interface Known {
  person: Person
  expiresAt: number
}

/** What can be a token at all; nothing else is asked of the database. */
const shape = /^[\w.~+/-]{16,512}=*$/

export async function createTokenCheck(options: { database: Database; url: string; clock: Clock; log: Log }): Promise<TokenCheck> {
  const { database, clock } = options
  const kept = await keepUntilTold<Known>({ url: options.url, name: 'nikau-api-revocations', channel: 'identity_revoked', log: options.log })
  return {
    async personOf(token) {
      const key = hash('sha256', token)
      const known = kept.get(key)
      if (known && known.expiresAt > clock.now().getTime()) return known.person
      if (!shape.test(token)) return undefined
      return (await kept.read(key, () => readToken(database, key, clock.now())))?.person
    },
    close: () => kept.close(),
  }
}

async function readToken(database: Database, key: string, at: Date): Promise<Known | undefined> {
  const result = await sql<{ sub: string; expires_at: Date }>`select sub, expires_at from identity.access_token(${key}, ${at})`.execute(database.db)
  const row = result.rows[0]
  return row && { person: { personId: row.sub }, expiresAt: row.expires_at.getTime() }
}
