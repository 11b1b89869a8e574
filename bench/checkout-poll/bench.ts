// `pnpm bench checkout-poll [--quick]`: a thousand open checkout pages, each polling its summary once a second with If-None-Match,
// against one API process that also takes a hundred payments a second; in turn with the same pages and no payments, and with an
// almost idle process. The last line is one JSON object.
import { randomInt, randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase, startPostgres } from '@nikau/local-postgres'
import { freePort } from '@nikau/testing/free-port'
import { serverCpu } from '../ledger/cpu.ts'
import { machine, median } from '../ledger/report.ts'
import { cpuOf, load, createRequests, populate, type Result, startApi } from '../payments/environment.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { quick: { type: 'boolean', default: false }, rounds: { type: 'string' }, seconds: { type: 'string' } },
})
const rounds = Number(values.rounds ?? (values.quick ? 1 : 5))
const seconds = Number(values.seconds ?? (values.quick ? 5 : 15))
const [pages, paymentsPerSecond, idlePages, targetMs] = [1000, 100, 20, 50]

const folder = await mkdtemp(join(tmpdir(), 'nikau-bench-'))
await chmod(folder, 0o755)
const [pollFolder, payFolder] = [join(folder, 'poll'), join(folder, 'pay')]
await Promise.all([mkdir(pollFolder), mkdir(payFolder)])
const data = join(folder, 'data')
const server = await startPostgres({ folder: data, port: await freePort(), durable: true, settings: ['shared_buffers=256MB'] })
const url = await createDatabase(server, 'ours')
const { database, payers, sellers } = await populate(url, 500, 50)
const api = await startApi(url)

/** The poll of every page, with the ETag of its last response. */
const ids = await createRequests(database, sellers, pages, false)
const polls: object[] = []
for (const id of ids) {
  const path = `/api/payment-requests/${id}/summary`
  const etag = (await fetch(`http://127.0.0.1:${api.port}${path}`)).headers.get('etag')!
  polls.push({ method: 'GET', path, headers: { 'if-none-match': etag } })
}

async function poll(open: number): Promise<Result> {
  const calls = Array.from({ length: open * seconds }, (_, n) => polls[n % open]!)
  const result = await load(api, pollFolder, calls, { connections: open, seconds, rate: open })
  const unexpected = Object.keys(result.statuses).filter((status) => status !== '304' && status !== '503')
  if (unexpected.length > 0) throw new Error(`unexpected answers to polls: ${JSON.stringify(result.statuses)}`)
  return result
}

async function pay(): Promise<Result> {
  const requests = await createRequests(database, sellers, paymentsPerSecond * seconds, false)
  const calls = requests.map((id) => {
    const payer = payers[randomInt(payers.length)]!
    const body = { assetType: 'nikau.nzd.test', assetId: payer.walletId, idempotencyKey: randomUUID() }
    return { method: 'POST', path: `/api/payment-requests/${id}/pay`, headers: payer.headers, body }
  })
  const result = await load(api, payFolder, calls, { connections: 50, seconds, rate: paymentsPerSecond })
  // An overloaded API refuses payments with 503; these are counted, and nothing else may happen.
  if (Object.keys(result.statuses).some((status) => status !== '200' && status !== '503'))
    throw new Error(`payments failed: ${JSON.stringify(result.statuses)}`)
  return result
}

interface Measured {
  poll: Result
  pay?: Result
  apiShare: number
  serverShare: number
}

async function measured(open: number, paying: boolean): Promise<Measured> {
  const [apiBefore, serverBefore, began] = [cpuOf(api.pid), await serverCpu(data), performance.now()]
  const [polled, paid] = await Promise.all([poll(open), paying ? pay() : undefined])
  const took = (performance.now() - began) / 1000
  const shares = { apiShare: (cpuOf(api.pid) - apiBefore) / took, serverShare: ((await serverCpu(data)) - serverBefore) / took }
  return { poll: polled, ...(paid && { pay: paid }), ...shares }
}

try {
  console.log(`${machine()}; PostgreSQL 18 with fsync on; server, API and callers on the same machine`)
  console.log(`${rounds} rounds of ${seconds} s: ${pages} pages once a second, ${paymentsPerSecond} payments a second\n`)
  await measured(pages, true) // warms up plans and caches
  const found = { idle: [] as Measured[], alone: [] as Measured[], busy: [] as Measured[] }
  for (let round = 0; round < rounds; round++) {
    found.idle.push(await measured(idlePages, false))
    found.alone.push(await measured(pages, false))
    found.busy.push(await measured(pages, true))
  }
  const of = (list: Measured[], pick: (sample: Measured) => number) => median(list.map(pick))
  const row = (name: string, list: Measured[]) => {
    const p99s = list.map((sample) => sample.poll.p99)
    const spread = `${Math.min(...p99s).toFixed(1)} – ${Math.max(...p99s).toFixed(1)}`
    const cells = [
      of(list, (sample) => sample.poll.perSecond).toFixed(0),
      of(list, (sample) => sample.poll.p50).toFixed(1),
      of(list, (sample) => sample.poll.p99).toFixed(1),
      spread,
    ]
    const cpu = [of(list, (sample) => sample.apiShare * 100).toFixed(0), of(list, (sample) => sample.serverShare * 100).toFixed(0)]
    console.log(`| ${[name, ...cells, ...cpu].join(' | ')} |`)
  }
  console.log('| | polls a second | p50, ms | p99, ms | p99, min – max | API, % of a core | PostgreSQL, % of a core |')
  console.log('|---|---|---|---|---|---|---|')
  row(`${idlePages} pages, nothing else`, found.idle)
  row(`${pages} pages`, found.alone)
  row(`${pages} pages, ${paymentsPerSecond} payments a second`, found.busy)
  const answer = {
    pollP99Ms: round(of(found.busy, (sample) => sample.poll.p99)),
    pollP50Ms: round(of(found.busy, (sample) => sample.poll.p50)),
    pollP99WithoutPaymentsMs: round(of(found.alone, (sample) => sample.poll.p99)),
    pollP99IdleMs: round(of(found.idle, (sample) => sample.poll.p99)),
    paymentP99Ms: round(of(found.busy, (sample) => sample.pay!.p99)),
    pollsPerSecond: round(of(found.busy, (sample) => sample.poll.perSecond)),
    paymentsPerSecond: round(of(found.busy, (sample) => sample.pay!.perSecond)),
    pollsRefused: found.busy.reduce((sum, sample) => sum + (sample.poll.statuses['503'] ?? 0), 0),
    paymentsRefused: found.busy.reduce((sum, sample) => sum + (sample.pay!.statuses['503'] ?? 0), 0),
  }
  console.log(`\npollP99Ms: ${answer.pollP99Ms}, target ${targetMs}: ${answer.pollP99Ms < targetMs ? 'reached' : 'missed'}`)
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
