// `pnpm bench portal-payments [--quick]`: the calls that the payments of a merchant are read by, with a million of them, through the API as
// the portal makes them; beside each the same question as a plain query, asked by hand. The last line is a JSON object.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createDatabase, startPostgres } from '@nikau/local-postgres'
import { allowLogins, urlAs } from '@nikau/local-postgres/logins'
import { createLog, migrate, openDatabase, Secret } from '@nikau/runtime'
import { freePort } from '@nikau/testing/free-port'
import pg from 'pg'
import { machine, median } from '../ledger/report.ts'
import { populate } from './populate.ts'

const { values } = parseArgs({ args: process.argv.slice(3), options: { quick: { type: 'boolean', default: false } } })
const payments = values.quick ? 50_000 : 1_000_000
const rounds = values.quick ? 7 : 15
const allowedMs = 300

const newest = `select * from payment_request where merchant_id = 'shop'`
const page = `order by created_at desc, id desc limit 51`
const words = (query: string) => `payment_search(merchant_id, amount, external_ref, terms, note) @@ ${query}`
const days = (count: number) => `created_at >= now() - interval '${count} days'`
const sums = (where: string) =>
  `select count(*), sum(p.amount), sum(p.refunded), sum(p.fee), sum(p.gst) from payment_request r join payment p on p.payment_request_id = r.id
    where r.merchant_id = 'shop' and r.${where}`

/** What the portal asks, and the same by hand. */
const questions: Record<string, { path: string; byHand: string; isOnlyReported?: true }> = {
  list: { path: '', byHand: `${newest} and ${days(7)} ${page}` },
  'list, second page': { path: '?pageKey=', byHand: `${newest} and ${days(7)} order by created_at desc, id desc limit 51 offset 50` },
  'status that no payment has': { path: '?status=declined', byHand: `${newest} and ${days(7)} and cancellation_reason is not null ${page}` },
  'search: frequent item': { path: '?search=flat+white', byHand: `${newest} and ${words(`'''shop:flat'' & ''shop:white'''::tsquery`)} ${page}` },
  'search: rare item': { path: '?search=kumara', byHand: `${newest} and ${words(`'''shop:kumara'''::tsquery`)} ${page}` },
  'search: reference': { path: '?search=Order+4711', byHand: `${newest} and external_ref = 'Order 4711' ${page}` },
  'search: amount': { path: '?search=%2416', byHand: `${newest} and ${words(`'''shop:$1600'''::tsquery`)} ${page}` },
  'search: nothing': { path: '?search=taniwha', byHand: `${newest} and ${words(`'''shop:taniwha'''::tsquery`)} ${page}` },
  totals: { path: '/totals', byHand: sums(days(7)) },
  'totals of 31 days': { path: `/totals?from=${dayBefore(30)}`, byHand: sums(days(31)), isOnlyReported: true },
  'totals of a search': { path: '/totals?search=kumara', byHand: sums(`id in (select id from payment_request where ${words(`'''shop:kumara'''::tsquery`)})`) },
  'paid last': {
    path: `?order=paid&from=${dayBefore(30)}`,
    byHand: `select * from payment_request where id in (
      select payment_request_id from payment where merchant_id = 'shop' and paid_at >= now() - interval '31 days' order by paid_at desc limit 20)`,
  },
  'takings of a day': {
    path: '/../takings',
    byHand: `select date_trunc('hour', paid_at), sum(amount) from payment where merchant_id = 'shop' and paid_at >= now() - interval '1 day' group by 1`,
  },
}

const folder = await mkdtemp(join(tmpdir(), 'nikau-bench-'))
await chmod(folder, 0o755)
const server = await startPostgres({
  folder: join(folder, 'data'),
  port: await freePort(),
  durable: true,
  settings: ['shared_buffers=1GB', 'max_wal_size=8GB'],
})
const url = await createDatabase(server, 'nikau')
const database = openDatabase({ url: new Secret(url), name: 'bench', log: createLog({ name: 'bench', level: 'silent' }) })
await migrate(database)
await allowLogins(url)
const loadedAt = performance.now()
const { token, merchantId } = await populate(database, url, payments)
console.log(`${machine()}; PostgreSQL 18 with fsync on; ${payments} payments of one merchant, loaded in ${Math.round((performance.now() - loadedAt) / 1000)} s`)

const port = await freePort()
const api = await startApi()
const client = new pg.Client({ connectionString: url })
await client.connect()
const base = `http://127.0.0.1:${port}/api/merchants/${merchantId}/payments`

async function ask(path: string): Promise<{ ms: number; text: string }> {
  const started = performance.now()
  const response = await fetch(path.startsWith('/../') ? base.replace(/\/payments$/, path.slice(3)) : base + path, {
    headers: { authorization: `Bearer ${token}` },
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
  return { ms: performance.now() - started, text }
}

async function queryMs(text: string): Promise<number> {
  const started = performance.now()
  await client.query(text)
  return performance.now() - started
}

const { nextPageKey } = JSON.parse((await ask('')).text) as { nextPageKey: string }
const results: Record<string, { ms: number; maxMs: number; byHandMs: number; ratio: number }> = {}
for (const [name, { path, byHand }] of Object.entries(questions)) {
  const own: number[] = []
  const hand: number[] = []
  const full = path.endsWith('pageKey=') ? path + encodeURIComponent(nextPageKey) : path
  for (let round = 0; round <= rounds; round++) {
    const [ms, handMs] = [(await ask(full)).ms, await queryMs(byHand)]
    // The first fills the caches.
    if (round === 0) continue
    own.push(ms)
    hand.push(handMs)
  }
  const [ms, byHandMs] = [median(own), median(hand)]
  const maxMs = round1(Math.max(...own))
  results[name] = { ms: round1(ms), maxMs, byHandMs: round1(byHandMs), ratio: round1(ms / byHandMs) }
  console.log(`${name}: ${round1(ms)} ms (max ${maxMs}), by hand ${round1(byHandMs)} ms, ratio ${results[name].ratio}`)
}
// Each thousand payments of an export are read at once.
const exported = await ask(`/export?from=${dayBefore(0)}`)

console.log(`export of today: ${round1(exported.ms)} ms, ${exported.text.split('\n').length - 2} rows`)
const problems = Object.entries(results).filter(([name, { ms }]) => ms > allowedMs && !questions[name]!.isOnlyReported)
for (const [name, { ms }] of problems) console.log(`FAILED ${name}: ${ms} ms is more than ${allowedMs}`)

await client.end()
api.kill('SIGTERM')
await once(api, 'exit')
await database.close()
await server.stop()
await rm(folder, { recursive: true, force: true })
console.log(JSON.stringify({ payments, allowedMs, results, exportMs: round1(exported.ms) }))
if (problems.length > 0) process.exitCode = 1

async function startApi(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../apps/api/src/serve.ts')], {
    env: { DATABASE_URL: urlAs(url, 'nikau_api'), API_PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('the API did not start')
    await sleep(100)
  }
  return child
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Pacific/Auckland' })
}

function round1(value: number): number {
  return Math.round(value * 10) / 10
}
