import { hash } from 'node:crypto'
import type { Clock, Database, Log } from '@nikau/runtime'
import { sql } from 'kysely'
import type { Person } from './bind.ts'
import { cacheUntilNotified } from './notify-cache.ts'

/**
 * Finds the person of an access token of our web apps; one of another client, such as the desk, is no token here. A verified token is cached in memory, so that the steady state costs no read; the identity
 * provider notifies every process when a token is revoked.
 */
export interface TokenVerifier {
  personOf(token: string): Promise<Person | undefined>
  /** Verified before by this process, so that it costs no read. */
  isCached(token: string): boolean
  close(): Promise<void>
}

interface VerifiedToken {
  person: Person
  expiresAt: number
}

/** Anything else cannot be a token and is not looked up. */
const tokenPattern = /^[\w.~+/-]{16,512}=*$/

export async function createTokenVerifier(options: { database: Database; url: string; clock: Clock; log: Log }): Promise<TokenVerifier> {
  const { database, clock } = options
  const cache = await cacheUntilNotified<VerifiedToken>({ url: options.url, name: 'nikau-api-revocations', channel: 'identity_revoked', log: options.log })
  const cachedPerson = (key: string) => {
    const cached = cache.get(key)
    return cached && cached.expiresAt > clock.now().getTime() ? cached.person : undefined
  }
  return {
    async personOf(token) {
      const key = hash('sha256', token)
      const cached = cachedPerson(key)
      if (cached) return cached
      if (!tokenPattern.test(token)) return undefined
      return (await cache.read(key, () => selectToken(database, key, clock.now())))?.person
    },
    isCached: (token) => cachedPerson(hash('sha256', token)) !== undefined,
    close: () => cache.close(),
  }
}

async function selectToken(database: Database, key: string, at: Date): Promise<VerifiedToken | undefined> {
  const result = await sql<{
    sub: string
    session_uid: string
    expires_at: Date
  }>`select sub, session_uid, expires_at from identity.access_token(${key}, ${at}) where client_id = 'nikau-web'`.execute(database.db)
  const row = result.rows[0]
  return row && { person: { personId: row.sub, sessionUid: row.session_uid }, expiresAt: row.expires_at.getTime() }
}
