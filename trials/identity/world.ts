import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createDatabase, startPostgres } from '@nikau/local-postgres'
import { type Client, type Visitor, visitor } from '@nikau/testing/visitor'
import pg from 'pg'
import { atPort, freePort, until } from '../messages/outside.ts'

const root = join(import.meta.dirname, '../..')
export const webOrigin = 'http://localhost:4000'

/**
 * Everything that a sign-in touches, as processes of their own: PostgreSQL, the messages sandbox and the worker that sends to
 * it, the API, and the provider three times: two instances that share one public name and believe the proxy before them, and
 * one that believes nobody.
 */
export async function startWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'nikau-identity-'))
  await chmod(folder, 0o755)
  const postgres = await startPostgres({ folder: join(folder, 'data'), port: await freePort(), durable: false })
  const DATABASE_URL = await createDatabase(postgres, 'nikau')
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 4 })
  const children = new Set<ChildProcess>()
  const start = (file: string, env: Record<string, string>, stdout: 'ignore' | 'pipe' = 'ignore') => {
    const child = spawn(process.execPath, [file], { cwd: root, env: { DATABASE_URL, LOG_LEVEL: 'warn', ...env }, stdio: ['ignore', stdout, 'inherit'] })
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }
  await once(start('apps/api/src/seed.ts', {}), 'exit')

  const sandbox = start('sandboxes/messages/src/serve.ts', { SMTP_PORT: '0', HTTP_PORT: '0', SMS_SECRET: 'trial' }, 'pipe')
  const [line] = (await once(createInterface({ input: sandbox.stdout! }), 'line')) as [string]
  const { smtp, http } = JSON.parse(line) as { smtp: string; http: string }
  start('apps/api/src/work.ts', { SMTP_URL: smtp, SMS_URL: `${http}/sms`, SMS_SECRET: 'trial', WORK_PORT: '0' })

  const [portA, portB, portC, apiPort] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const issuer = `http://localhost:${portA}/oidc`
  const identity = async (port: number, trust: string) => {
    const child = start('apps/identity/src/serve.ts', { IDENTITY_PORT: String(port), IDENTITY_ISSUER: issuer, WEB_ORIGINS: webOrigin, TRUST_PROXY: trust })
    if (!(await until(() => atPort(port, '/readyz'), 120_000))) throw new Error('the provider does not start')
    return child
  }
  let instanceA = await identity(portA, '127.0.0.1')
  await Promise.all([identity(portB, '127.0.0.1'), identity(portC, 'false')])
  start('apps/api/src/serve.ts', { API_PORT: String(apiPort), IDENTITY_ORIGIN: new URL(issuer).origin })
  if (!(await until(() => atPort(apiPort, '/readyz'), 120_000))) throw new Error('the API does not start')

  const at = (port: number) => (url: URL) => new URL(url.pathname + url.search, `http://127.0.0.1:${port}`)
  let turn = 0
  const client: Client = { issuer, clientId: 'nikau-web', redirectUri: `${webOrigin}/deimos/oidc-callback` }
  return {
    client,
    pool,
    api: `http://127.0.0.1:${apiPort}`,
    /** A browser at some address, whose requests go to either instance in turn. */
    browser: (address = '203.0.113.1'): Visitor => visitor({ via: (url) => at(turn++ % 2 ? portA : portB)(url), headers: { 'x-forwarded-for': address } }),
    atFirst: (): Visitor => visitor({ via: at(portA), headers: { 'x-forwarded-for': '203.0.113.2' } }),
    atUnbelieving: (address: string): Visitor => visitor({ via: at(portC), headers: { 'x-forwarded-for': address } }),
    /** The newest code that reached this phone. */
    async codeAt(phone: string): Promise<string> {
      const query = `select key from message where recipient = $1 and purpose = 'sign-in-code' order by queued_at desc, key desc limit 1`
      const { key } = (await pool.query<{ key: string }>(query, [phone])).rows[0]!
      const found = await until(async () => {
        const { messages } = (await (await fetch(`${http}/api/messages?to=${encodeURIComponent(phone)}`)).json()) as {
          messages: { key: string; text: string }[]
        }
        return messages.find((message) => message.key === key) ?? false
      }, 120_000)
      if (!found) throw new Error(`no message reached ${phone}`)
      return found.text.slice(0, 6)
    },
    async killFirst() {
      instanceA.kill('SIGKILL')
      await once(instanceA, 'exit')
      instanceA = await identity(portA, '127.0.0.1')
    },
    async stop() {
      await pool.end()
      await Promise.all([...children].map((child) => (child.kill('SIGKILL'), once(child, 'exit'))))
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type World = Awaited<ReturnType<typeof startWorld>>

/** What was tried, and whether it was refused. */
export function createTally() {
  const rows: { what: string; refused: number; tried: number }[] = []
  const breaches: string[] = []
  return {
    breaches,
    /** Each entry is one attempt: true means that it was refused. */
    count(what: string, attempts: boolean[]): void {
      const refused = attempts.filter(Boolean).length
      rows.push({ what, refused, tried: attempts.length })
      console.log(`${what}: refused ${refused} of ${attempts.length}`)
      if (refused < attempts.length) breaches.push(`${what}: ${attempts.length - refused} not refused`)
    },
    must(held: boolean, what: string): void {
      console.log(`${held ? 'held  ' : 'BROKEN'} ${what}`)
      if (!held) breaches.push(what)
    },
    totals: () => ({ refused: rows.reduce((sum, row) => sum + row.refused, 0), tried: rows.reduce((sum, row) => sum + row.tried, 0) }),
  }
}

export type Tally = ReturnType<typeof createTally>

let people = 0
/** A number of the range that is kept for tests. */
export const newPhone = (): string => `+6420000${String(++people).padStart(5, '0')}`
