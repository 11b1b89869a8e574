// `pnpm bench ledger [--quick]`: plain PostgreSQL and the ledger in turn, on one server, in one run. The last line has the ratios.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase, startPostgres } from '@nikau/local-postgres'
import { freePort } from '@nikau/testing/free-port'
import { bestClients, createBaseline, runBaseline } from './baseline.ts'
import { ownCpu, serverCpu } from './cpu.ts'
import { addHistory } from './history.ts'
import { createLedgerDatabase, openLedger, runClosed, runOffered } from './ledger.ts'
import { line, machine, percentile, ratio, type Sample } from './report.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { quick: { type: 'boolean', default: false }, rounds: { type: 'string' }, seconds: { type: 'string' }, entries: { type: 'string' } },
})
const rounds = Number(values.rounds ?? (values.quick ? 3 : 5))
const seconds = Number(values.seconds ?? (values.quick ? 1.5 : 10))
const entries = Number(values.entries ?? (values.quick ? 200_000 : 10_000_000))
const accounts = 10_000
const callers = 1000
const targets = { even: 2.2, hot: 5.5, history: 0.85, group3: 1.2 }

const folder = await mkdtemp(join(tmpdir(), 'nikau-bench-'))
await chmod(folder, 0o755)
const data = join(folder, 'data')
const server = await startPostgres({
  folder: data,
  port: await freePort(),
  durable: true,
  settings: ['shared_buffers=1GB', 'max_wal_size=8GB', 'checkpoint_timeout=30min'],
})
try {
  const [plain, empty, old] = [await createDatabase(server, 'plain'), await createDatabase(server, 'empty'), await createDatabase(server, 'old')]
  await createBaseline(plain, accounts)
  await createLedgerDatabase(empty, accounts)
  await createLedgerDatabase(old, accounts)
  await addHistory(old, accounts, entries)
  const ledger = openLedger(empty)
  const aged = openLedger(old)
  console.log(`${machine()}; PostgreSQL 18 with fsync on, everything on the same machine`)
  console.log(`${rounds} rounds of ${seconds} s each, ${accounts} accounts, ${callers} callers, ${entries.toLocaleString('en-NZ')} entries of history\n`)

  async function measure(run: () => Promise<number>): Promise<Sample> {
    const [serverBefore, ownBefore, began] = [await serverCpu(data), ownCpu(), performance.now()]
    const perSecond = await run()
    const done = (perSecond * (performance.now() - began)) / 1000
    return { perSecond, serverMicros: ((await serverCpu(data)) - serverBefore) * (1e6 / done), ownMicros: (ownCpu() - ownBefore) * (1e6 / done) }
  }
  const runPlain = (hot: boolean, clients: number, length = seconds) =>
    runBaseline(plain, { folder, accounts, hot, clients, seconds: Math.max(1, Math.round(length)) })
  const search = values.quick ? 1 : 4
  const clients = { even: await bestClients((count) => runPlain(false, count, search)), hot: await bestClients((count) => runPlain(true, count, search)) }

  const samples: Record<'plainEven' | 'even' | 'plainHot' | 'hot' | 'group3' | 'history', Sample[]> = {
    plainEven: [],
    even: [],
    plainHot: [],
    hot: [],
    group3: [],
    history: [],
  }
  const closed = (which: typeof ledger, mode: 'even' | 'hot' | 'group3') => measure(() => runClosed(which, { accounts, mode, callers, seconds }))
  for (const target of [ledger, aged]) await runClosed(target, { accounts, mode: 'even', callers, seconds: 0.5 }) // warms up plans and caches
  for (let round = 0; round < rounds; round++) {
    samples.plainEven.push(await measure(() => runPlain(false, clients.even)))
    samples.even.push(await closed(ledger, 'even'))
    samples.history.push(await closed(aged, 'even'))
    samples.group3.push(await closed(ledger, 'group3'))
    samples.plainHot.push(await measure(() => runPlain(true, clients.hot)))
    samples.hot.push(await closed(ledger, 'hot'))
  }

  console.log('| path | per second, median | spread | CPU in PostgreSQL, us | CPU in the client, us | ratio | ratio by CPU |')
  console.log('|---|---|---|---|---|---|---|')
  console.log(line(`plain PostgreSQL, even spread (pgbench, ${clients.even} clients)`, samples.plainEven))
  console.log(line('ledger, library call, even spread', samples.even, samples.plainEven))
  console.log(line('ledger, groups of three transfers', samples.group3, samples.plainEven))
  console.log(line(`plain PostgreSQL, 80 % to one merchant (pgbench, ${clients.hot} clients)`, samples.plainHot))
  console.log(line('ledger, library call, 80 % to one merchant', samples.hot, samples.plainHot))
  console.log(line(`ledger, even spread, after ${entries.toLocaleString('en-NZ')} entries (ratio to empty)`, samples.history, samples.even))

  console.log('\n| offered a second | p50, ms | p99, ms | answered a second | refused |')
  console.log('|---|---|---|---|---|')
  for (const rate of [500, 2000, 5000]) {
    const began = performance.now()
    const { latencies, refused } = await runOffered(ledger, { accounts, rate, seconds: values.quick ? 1 : 10 })
    const answered = (latencies.length / (performance.now() - began)) * 1000
    console.log(`| ${rate} | ${percentile(latencies, 0.5).toFixed(1)} | ${percentile(latencies, 0.99).toFixed(1)} | ${Math.round(answered)} | ${refused} |`)
  }
  await Promise.all([ledger.close(), aged.close()])

  const ratios = {
    even: ratio(samples.even, samples.plainEven),
    hot: ratio(samples.hot, samples.plainHot),
    history: ratio(samples.history, samples.even),
    group3: ratio(samples.group3, samples.plainEven),
  }
  console.log('')
  for (const [name, target] of Object.entries(targets)) {
    const value = ratios[name as keyof typeof ratios]
    console.log(`${name}: ${value.toFixed(2)}, target ${target}: ${value >= target ? 'reached' : 'missed'}`)
  }
  console.log(`${machine()} at the end`)
  console.log(JSON.stringify(Object.fromEntries(Object.entries(ratios).map(([name, value]) => [name, Number(value.toFixed(2))]))))
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
