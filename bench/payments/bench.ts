// `pnpm bench payments [--quick]`: whole payments through the real HTTP API against plain PostgreSQL, in turn, on one server, in one
// run: token check, rules, quota, request state, activity, movement, webhook delivery and its job. The last line is a JSON object.
import { randomInt, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase, startPostgres } from '@nikau/local-postgres'
import { freePort } from '@nikau/testing/free-port'
import { bestClients, createBaseline, runBaseline } from '../ledger/baseline.ts'
import { ownCpu, serverCpu } from '../ledger/cpu.ts'
import { machine } from '../ledger/report.ts'
import { cpuOf, load, createRequests, type Payer, populate, type Result, startApi } from './environment.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { quick: { type: 'boolean', default: false }, rounds: { type: 'string' }, seconds: { type: 'string' } },
})
const rounds = Number(values.rounds ?? (values.quick ? 2 : 5))
const seconds = Number(values.seconds ?? (values.quick ? 2 : 8))
const connections = 256
const targets = { even: 1, hot: 3, p99HalfPeakMs: 20, pollPerPay: 5 }
/** More than any machine pays in a second, so that the calls never run out. */
const maxPerSecond = 9000

const folder = await mkdtemp(join(tmpdir(), 'nikau-bench-'))
await chmod(folder, 0o755)
const data = join(folder, 'data')
const server = await startPostgres({
  folder: data,
  port: await freePort(),
  durable: true,
  settings: ['shared_buffers=1GB', 'max_wal_size=8GB', 'checkpoint_timeout=30min'],
})
const [plain, nikau] = [await createDatabase(server, 'plain'), await createDatabase(server, 'nikau')]
const accounts = 10_000
await createBaseline(plain, accounts)
const { database, payers, sellers } = await populate(nikau, values.quick ? 500 : 2000, 200)
const api = await startApi(nikau)
console.log(`${machine()}; PostgreSQL 18 with fsync on, server, API and callers on the same machine`)
console.log(`${rounds} rounds of ${seconds} s, ${payers.length} payers, ${sellers.length} shops, ${connections} connections\n`)

const payCall = (payer: Payer, requestId: string) => ({
  method: 'POST',
  path: `/api/payment-requests/${requestId}/pay`,
  headers: payer.headers,
  body: { assetType: 'nikau.nzd.test', assetId: payer.walletId, idempotencyKey: randomUUID() },
})

async function pays(hot: boolean, options: { seconds: number; rate?: number; count?: number }): Promise<Result & { apiMicros: number; serverMicros: number }> {
  const ids = await createRequests(database, sellers, options.count ?? Math.ceil(maxPerSecond * options.seconds), hot)
  const calls = ids.map((id) => payCall(payers[randomInt(payers.length)]!, id))
  const [apiBefore, serverBefore] = [cpuOf(api.pid), await serverCpu(data)]
  const result = await load(api, folder, calls, { connections, ...options })
  const failed = Object.entries(result.statuses).filter(([status]) => status !== '200')
  if (failed.length > 0) throw new Error(`payments failed: ${JSON.stringify(result.statuses)}`)
  const per = 1e6 / result.count
  return { ...result, apiMicros: (cpuOf(api.pid) - apiBefore) * per, serverMicros: ((await serverCpu(data)) - serverBefore) * per }
}

async function polls(length: number): Promise<Result & { apiMicros: number; serverMicros: number }> {
  const ids = await createRequests(database, sellers, 2000, false)
  const path = (id: string) => `/api/payment-requests/${id}/summary`
  const calls: object[] = []
  for (const id of ids) {
    const etag = (await fetch(`http://127.0.0.1:${api.port}${path(id)}`)).headers.get('etag')!
    calls.push({ method: 'GET', path: path(id), headers: { 'if-none-match': etag } })
  }
  const many = Array.from({ length: Math.ceil((40_000 * length) / calls.length) }, () => calls).flat()
  const [apiBefore, serverBefore] = [cpuOf(api.pid), await serverCpu(data)]
  const result = await load(api, folder, many, { connections, seconds: length })
  const per = 1e6 / result.count
  return { ...result, apiMicros: (cpuOf(api.pid) - apiBefore) * per, serverMicros: ((await serverCpu(data)) - serverBefore) * per }
}

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!

try {
  const runPlain = (hot: boolean, clients: number, length = seconds) =>
    runBaseline(plain, { folder, accounts, hot, clients, seconds: Math.max(1, Math.round(length)) })
  const clients = { even: await bestClients((count) => runPlain(false, count, 3)), hot: await bestClients((count) => runPlain(true, count, 3)) }
  await pays(false, { seconds: 1.5 }) // warms up plans, caches and quota counters
  await database.pool.query({ text: 'analyze', query_timeout: 60_000 } as { text: string })
  const found = {
    plainEven: [] as number[],
    plainHot: [] as number[],
    plainCpu: [] as number[],
    even: [] as Awaited<ReturnType<typeof pays>>[],
    hot: [] as Awaited<ReturnType<typeof pays>>[],
  }
  for (let round = 0; round < rounds; round++) {
    const [serverBefore, ownBefore] = [await serverCpu(data), ownCpu()]
    found.plainEven.push(await runPlain(false, clients.even))
    const transfers = found.plainEven.at(-1)! * Math.max(1, Math.round(seconds))
    found.plainCpu.push(((await serverCpu(data)) - serverBefore + ownCpu() - ownBefore) * (1e6 / transfers))
    found.even.push(await pays(false, { seconds }))
    found.plainHot.push(await runPlain(true, clients.hot))
    found.hot.push(await pays(true, { seconds }))
  }
  const rate = (list: { perSecond: number }[]) => median(list.map((sample) => sample.perSecond))
  const peak = rate(found.even)
  const half = await pays(false, { seconds: values.quick ? 3 : 10, rate: peak / 2, count: Math.ceil((peak / 2) * (values.quick ? 3 : 10)) })
  const poll = await polls(values.quick ? 2 : 6)
  const cost = (list: { apiMicros: number; serverMicros: number }[]) =>
    `${Math.round(median(list.map((sample) => sample.apiMicros)))} + ${Math.round(median(list.map((sample) => sample.serverMicros)))}`

  console.log('| path | per second, median | CPU in the API + in PostgreSQL, us each |')
  console.log('|---|---|---|')
  console.log(`| plain PostgreSQL, even (pgbench, ${clients.even} clients) | ${Math.round(median(found.plainEven))} | |`)
  console.log(`| whole payment over HTTP, even | ${Math.round(peak)} | ${cost(found.even)} |`)
  console.log(`| plain PostgreSQL, 80 % to one merchant (pgbench, ${clients.hot} clients) | ${Math.round(median(found.plainHot))} | |`)
  console.log(`| whole payment over HTTP, 80 % to one merchant | ${Math.round(rate(found.hot))} | ${cost(found.hot)} |`)
  console.log(`| at half of peak, ${Math.round(peak / 2)} offered a second | p50 ${half.p50.toFixed(1)} ms, p99 ${half.p99.toFixed(1)} ms | ${cost([half])} |`)
  console.log(`| conditional summary | ${Math.round(poll.perSecond)} | ${cost([poll])} |\n`)
  const payCpu = median(found.even.map((sample) => sample.apiMicros + sample.serverMicros))
  const answer = {
    even: round(peak / median(found.plainEven)),
    hot: round(rate(found.hot) / median(found.plainHot)),
    p99HalfPeakMs: round(half.p99),
    /** How many polls cost as much processor time as one payment. */
    pollPerPay: round(payCpu / (poll.apiMicros + poll.serverMicros)),
  }
  const plainCpu = median(found.plainCpu)
  const shares = `a plain transfer ${Math.round(plainCpu)} us (PostgreSQL and pgbench), a whole payment ${Math.round(payCpu)} us (PostgreSQL and the API)`
  console.log(`processor time: ${shares}: ratio ${round(plainCpu / payCpu)}`)
  for (const [name, target] of Object.entries(targets)) {
    const value = answer[name as keyof typeof answer]
    console.log(`${name}: ${value}, target ${target}: ${(name === 'p99HalfPeakMs' ? value <= target : value >= target) ? 'reached' : 'missed'}`)
  }
  console.log(`${machine()} at the end`)
  console.log(JSON.stringify(answer))
} finally {
  await api.stop()
  await database.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
