import { createHash } from 'node:crypto'
import type { Clock, Database, Log } from '@nikau/runtime'
import { sql } from 'kysely'
import pg from 'pg'

/**
 * Whom an access token speaks for. Once a token has been read from the database the answer is kept in memory, so that the
 * steady state costs no read; the provider tells every process at once when a token dies. While this process cannot hear
 * that (its listening connection is down) nothing is kept and every token is read anew: slower, never wrong.
 */
export interface TokenCheck {
  personOf(token: string): Promise<string | undefined>
  close(): Promise<void>
}

interface Kept {
  personId: string
  expiresAt: number
}

const mostKept = 200_000
const relistenMs = 500

export async function createTokenCheck(options: { database: Database; url: string; clock: Clock; log: Log }): Promise<TokenCheck> {
  const { database, clock, log } = options
  const kept = new Map<string, Kept>()
  /** Tokens that died lately: a read that began before the news must not be kept after it. */
  const dead = new Set<string>()
  let listener: pg.Client | undefined
  let closed = false

  const listen = async (): Promise<void> => {
    if (closed) return
    const client = new pg.Client({ connectionString: options.url, application_name: 'nikau-api-revocations', connectionTimeoutMillis: 2000, keepAlive: true })
    const lost = (error?: Error) => {
      if (listener !== client) return
      listener = undefined
      kept.clear()
      if (closed) return
      log.warn({ err: error }, 'revocations cannot be heard; tokens are read from the database until they can')
      setTimeout(() => void listen(), relistenMs)
    }
    client.on('error', lost)
    client.on('end', () => lost())
    client.on('notification', ({ payload }) => {
      if (!payload) return
      kept.delete(payload)
      dead.add(payload)
      setTimeout(() => dead.delete(payload), 10_000).unref()
    })
    try {
      await client.connect()
      await client.query('listen identity_revoked')
      listener = client
    } catch (error) {
      log.warn({ err: error }, 'revocations cannot be heard yet')
      await client.end().catch(() => {})
      setTimeout(() => void listen(), relistenMs)
    }
  }
  await listen()

  return {
    async personOf(token) {
      const hash = createHash('sha256').update(token).digest('hex')
      const now = clock.now().getTime()
      const known = kept.get(hash)
      if (known && known.expiresAt > now) return known.personId
      const hearing = listener
      const found = await readToken(database, hash, clock.now())
      if (!found) return undefined
      if (hearing && hearing === listener && !dead.has(hash)) {
        if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
        kept.set(hash, { personId: found.sub, expiresAt: found.expires_at.getTime() })
      }
      return found.sub
    },
    async close() {
      closed = true
      await listener?.end()
    },
  }
}

async function readToken(database: Database, hash: string, at: Date) {
  const result = await sql<{ sub: string; expires_at: Date }>`select sub, expires_at from identity.access_token(${hash}, ${at})`.execute(database.db)
  return result.rows[0]
}
