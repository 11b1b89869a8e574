// Starts the identity process for tests, on a free port and the test file's database.
import type { Clock, Database } from '@nikau/runtime'
import { createMetrics, randomIds, systemClock } from '@nikau/runtime'
import { silent } from '@nikau/testing'
import { freePort } from '@nikau/testing/free-port'
import type { Client } from '@nikau/testing/http-browser'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { createApp } from './app.ts'
import { identityConfig } from './config.ts'

export const webOrigin = 'http://localhost:4000'

export async function startTestIdentity(database: Database & { url: string }, options: { clock?: Clock; env?: Record<string, string>; web?: string } = {}) {
  const port = await freePort()
  const web = options.web ?? webOrigin
  const origin = `http://localhost:${port}`
  const env = { IDENTITY_ISSUER: `${origin}/oidc`, IDENTITY_PORT: String(port), WEB_ORIGINS: web, DATABASE_URL: database.url, ...options.env }
  const config = identityConfig(env)
  const app = await createApp({ config, db: database.db, clock: options.clock ?? systemClock, ids: randomIds, log: silent, metrics: createMetrics('test') })
  await app.listen({ port, host: '127.0.0.1' })
  afterAll(() => app.close())
  const client: Client = { issuer: `http://127.0.0.1:${port}/oidc`, clientId: 'nikau-web', redirectUri: `${web}/deimos/oidc-callback` }
  return { app, config, origin, client, local: (url: URL) => new URL(url.pathname + url.search, `http://127.0.0.1:${port}`) }
}

/** The newest queued code for this number or email address. */
export async function codeSentTo(database: Database, to: string): Promise<string> {
  const { rows } = await sql<{ body: string }>`
    select body from message where recipient = ${to} and purpose = 'sign-in-code' and body is not null order by queued_at desc, key desc limit 1`.execute(
    database.db,
  )
  const code = /\b(\d{6})\b/.exec(rows[0]?.body ?? '')?.[1]
  if (!code) throw new Error(`no code for ${to}`)
  return code
}
