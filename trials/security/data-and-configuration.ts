import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../harness/processes.ts'
import type { Tally } from '../harness/tally.ts'
import type { SecurityEnvironment } from './environment.ts'

const strong = (name: string) => `${name}-${'Qw7'.repeat(4)}eRtY-pL0-mNbVcXz-KjHgFdSa-${name.length}98273645`

/** A production configuration that starts, and what makes each process refuse to start. */
const programs: Record<string, { file: string; safe: Record<string, string>; unsafe: Record<string, string[]> }> = {
  api: {
    file: 'apps/api/src/serve.ts',
    safe: {},
    unsafe: {
      LINK_SECRET: ['x', 'a'.repeat(40), 'nikau-development-links'],
      WEBHOOK_SECRET: ['x'],
      CARD_SECRET: ['short'],
      WEBHOOK_LOOPBACK: ['true'],
      RATE_LIMIT_SCALE: ['100000'],
      WEB_ORIGIN: ['http://nikau.example'],
      CLOCK_URL: ['http://localhost:4021/control/clock'],
      TRUST_PROXY: ['true'],
    },
  },
  work: {
    file: 'apps/api/src/work.ts',
    safe: { SMTP_URL: 'smtps://mail.example', SMS_URL: 'https://sms.example', SMS_SECRET: strong('sms') },
    unsafe: {
      WEBHOOK_SECRET: ['x'],
      LINK_SECRET: ['x'],
      WEB_ORIGIN: ['http://nikau.example'],
      SMS_SECRET: ['x'],
      WEBHOOK_LOOPBACK: ['true'],
      SMS_URL: ['http://sms.example'],
    },
  },
  identity: {
    file: 'apps/identity/src/serve.ts',
    safe: {},
    unsafe: { CODE_SECRET: ['x'], COOKIE_KEYS: ['x'], IDENTITY_ISSUER: ['http://id.nikau.example/oidc'], TRUST_PROXY: ['true'] },
  },
}

/** SEC-12: each unsafe variable alone stops the start, and its name is printed. */
export async function startUnsafely(tally: Tally): Promise<void> {
  const attempts = Object.values(programs).flatMap(({ file, safe, unsafe }) =>
    Object.entries(unsafe).flatMap(([name, values]) => values.map((value) => ({ file, name, env: { ...safe, [name]: value } }))),
  )
  const stopped: boolean[] = []
  for (let n = 0; n < attempts.length; n += 4) {
    const batch = attempts.slice(n, n + 4).map(async ({ file, name, env }) => {
      const child = spawn(process.execPath, [file], {
        cwd: root,
        env: { PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL: 'postgres://x:x@127.0.0.1:1/x', LOG_LEVEL: 'info', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
      const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
      const [code] = (await once(child, 'exit')) as [number | null]
      clearTimeout(timer)
      return code !== 0 && code !== null && output.includes(name)
    })
    stopped.push(...(await Promise.all(batch)))
  }
  tally.count('SEC-12 starts in production with one unsafe variable', stopped)
}

/** SEC-11: a thief with a copy of the database looks for what opens something or names somebody. */
export async function readStolenDatabase(environment: SecurityEnvironment, tally: Tally): Promise<void> {
  const { secrets } = environment
  const columns = await environment.query<{ table: string; column: string }>(`
    select format('%I.%I', table_schema, table_name) as table, format('%I', column_name) as column from information_schema.columns
    where table_schema in ('public', 'identity', 'ledger') and data_type in ('text', 'jsonb', 'character varying', 'USER-DEFINED') and table_name not in (
      select table_name from information_schema.views where table_schema in ('public', 'identity', 'ledger'))`)
  const found: string[] = []
  for (const [name, secret] of Object.entries(secrets)) {
    const union = columns.map(({ table, column }) => `select '${table}.${column}' as place from ${table} where ${column}::text like $1`).join(' union all ')
    for (const { place } of await environment.query<{ place: string }>(union, [`%${secret}%`])) found.push(`${name} in ${place}`)
  }
  tally.count(
    'SEC-11 secrets of payments in a copy of the database',
    Object.keys(secrets).map((name) => !found.some((entry) => entry.startsWith(name))),
  )
  for (const entry of new Set(found)) console.log(`    found ${entry}`)
}

/** SEC-20, SEC-21: what the containers expose, and the list of what we depend on. */
export async function readDeployment(tally: Tally): Promise<void> {
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')
  const ports = [...compose.matchAll(/'([^']*):(\d+):(\d+)'|'(\d+):(\d+)'/g)]
  tally.count(
    'SEC-20 ports published beyond this machine',
    ports.map(([, host]) => host === '127.0.0.1'),
  )
  const child = spawn('pnpm', ['sbom:dependencies'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.resume()
  const [code] = (await once(child, 'exit')) as [number | null]
  tally.check(code === 0, 'SEC-21 the bill of materials is written')
}
