// Starts the identity process for tests, on a free port and the test file's database, with the login of the process.
import type { Clock, Log } from '@nikau/runtime'
import { createMetrics, randomIds, systemClock } from '@nikau/runtime'
import { silent, type TestDatabase } from '@nikau/testing'
import { freePort } from '@nikau/testing/free-port'
import { type Client, createHttpBrowser, signIn } from '@nikau/testing/http-browser'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { createApp } from './app.ts'
import { identityConfig } from './config.ts'

export const webOrigin = 'http://localhost:4000'

export async function startTestIdentity(database: TestDatabase, options: { clock?: Clock; env?: Record<string, string>; web?: string; log?: Log } = {}) {
  const port = await freePort()
  const web = options.web ?? webOrigin
  const origin = `http://localhost:${port}`
  const { db } = database.openAs('nikau_identity')
  const env = {
    IDENTITY_ISSUER: `${origin}/oidc`,
    IDENTITY_PORT: String(port),
    WEB_ORIGINS: web,
    DATABASE_URL: database.urlAs('nikau_identity'),
    // All numbers for tests begin with the same digits.
    SMS_BUDGETS: JSON.stringify({ prefix: { hour: 10_000, day: 10_000 } }),
    ...options.env,
  }
  const config = identityConfig(env)
  const metrics = createMetrics('test')
  const app = await createApp({ config, db, clock: options.clock ?? systemClock, ids: randomIds, log: options.log ?? silent, metrics })
  await app.listen({ port, host: '127.0.0.1' })
  afterAll(() => app.close())
  const client: Client = { issuer: `http://127.0.0.1:${port}/oidc`, clientId: 'nikau-web', redirectUri: `${web}/deimos/oidc-callback` }
  return { app, config, metrics, origin, client, local: (url: URL) => new URL(url.pathname + url.search, `http://127.0.0.1:${port}`) }
}

/** The newest queued code for this number or email address. */
export async function codeSentTo(database: TestDatabase, to: string, purpose: 'sign-in-code' | 'step-up-code' = 'sign-in-code'): Promise<string> {
  const { rows } = await sql<{ body: string }>`
    select body from message where recipient = ${to} and purpose = ${purpose} and body is not null order by queued_at desc, key desc limit 1`.execute(
    database.owner.db,
  )
  const code = /\b(\d{6})\b/.exec(rows[0]?.body ?? '')?.[1]
  if (!code) throw new Error(`no code for ${to}`)
  return code
}

/** Signs in with a code and calls the endpoints for the web app with the access token. */
export async function signInForCalls(
  identity: Awaited<ReturnType<typeof startTestIdentity>>,
  database: TestDatabase,
  phone: string,
  headers: Record<string, string> = {},
) {
  const browser = createHttpBrowser({ via: identity.local, headers })
  const { tokens } = await signIn(browser, identity.client, phone, (to) => codeSentTo(database, to))
  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, more: Record<string, string> = {}) => {
    const sent = { ...headers, authorization: `Bearer ${tokens.access_token}`, origin: webOrigin, ...more }
    const answer = await identity.app.inject({ method, url, headers: sent, ...(payload && { payload }) })
    return { status: answer.statusCode, headers: answer.headers, body: answer.body === '' ? undefined : answer.json() }
  }
  return { call, tokens, browser, id: decodeJwt(tokens.id_token).sub! }
}
