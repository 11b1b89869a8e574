import { type Client, type HttpBrowser, createHttpBrowser } from '@nikau/testing/http-browser'
import { freePort } from '@nikau/testing/free-port'
import pg from 'pg'
import { identityProgram, readSignInCode } from '../harness/identity.ts'
import { startInbox } from '../harness/inbox.ts'
import { startServer } from '../harness/postgres.ts'
import { createProcesses, runPrograms } from '../harness/processes.ts'

export const webOrigin = 'http://localhost:4000'

export type IdentityEnvironment = Awaited<ReturnType<typeof startIdentityEnvironment>>

/**
 * Everything that a sign-in needs, as separate processes: PostgreSQL, the messages sandbox and the worker that sends to it, the
 * API, and three instances of the provider. Two share one public name and trust the proxy in front of them; the third trusts none.
 */
export async function startIdentityEnvironment() {
  const server = await startServer({ durable: false })
  const database = { DATABASE_URL: await server.createDatabase('nikau') }
  const pool = new pg.Pool({ connectionString: database.DATABASE_URL, max: 4 })
  await runPrograms(['tools/migrate.ts', 'apps/api/src/seed.ts'], database)
  const inbox = await startInbox()

  const ports = { first: await freePort(), second: await freePort(), untrusting: await freePort(), api: await freePort(), work: await freePort() }
  const issuer = `http://localhost:${ports.first}/oidc`
  const provider = (port: number, trustProxy: string) => identityProgram({ url: database.DATABASE_URL, port, issuer, webOrigin, trustProxy })
  const processes = createProcesses({
    first: provider(ports.first, '127.0.0.1'),
    second: provider(ports.second, '127.0.0.1'),
    untrusting: provider(ports.untrusting, 'false'),
    work: { file: 'apps/api/src/work.ts', port: ports.work, readyPath: '/readyz', env: { ...database, ...inbox.env, WORK_PORT: String(ports.work) } },
    api: {
      file: 'apps/api/src/serve.ts',
      port: ports.api,
      readyPath: '/readyz',
      env: { ...database, API_PORT: String(ports.api), IDENTITY_ORIGIN: new URL(issuer).origin, RATE_LIMIT_FAILED: '100000' },
    },
  })
  await processes.start('first')
  await processes.start('second', 'untrusting', 'work', 'api')

  const at = (port: number) => (url: URL) => new URL(url.pathname + url.search, `http://127.0.0.1:${port}`)
  let turn = 0
  const client: Client = { issuer, clientId: 'nikau-web', redirectUri: `${webOrigin}/deimos/oidc-callback` }
  return {
    client,
    pool,
    api: `http://127.0.0.1:${ports.api}`,
    /** A browser at some address; its requests go to either trusting instance in turn. */
    browser: (address = '203.0.113.1'): HttpBrowser =>
      createHttpBrowser({ via: (url) => at(turn++ % 2 ? ports.first : ports.second)(url), headers: { 'x-forwarded-for': address } }),
    browserAtFirst: (): HttpBrowser => createHttpBrowser({ via: at(ports.first), headers: { 'x-forwarded-for': '203.0.113.2' } }),
    browserAtUntrusting: (address: string): HttpBrowser => createHttpBrowser({ via: at(ports.untrusting), headers: { 'x-forwarded-for': address } }),
    codeSentTo: (phone: string) => readSignInCode(pool, inbox, phone),
    async killFirst() {
      await processes.kill('first')
      await processes.ready('first')
    },
    async stop() {
      await pool.end()
      await processes.stop('SIGKILL')
      inbox.stop()
      await server.remove()
    },
  }
}

let people = 0
/** A number from the range reserved for tests. */
export const newPhone = (): string => `+6420000${String(++people).padStart(5, '0')}`
