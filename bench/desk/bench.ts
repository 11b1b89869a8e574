// `pnpm bench desk [--quick]`: the desk's overview over ten million ledger entries and ten thousand open exceptions, through a process of the
// desk; beside it the plain query for the same exceptions, asked by hand, and what the worker's reading of the sums takes. Then payments in
// paired rounds with and without operators who look. The last line is a JSON object.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { deskEndpoints } from '@nikau/contract/desk/endpoints'
import { createDatabase, startPostgres } from '@nikau/local-postgres'
import { urlAs } from '@nikau/local-postgres/logins'
import { createKeyRing, createLog, openDatabase, Secret, systemClock } from '@nikau/runtime'
import { createAccessToken, createPerson } from '@nikau/testing/fixtures'
import { freePort } from '@nikau/testing/free-port'
import pg from 'pg'
import { readDeskConfig } from '../../apps/api/src/desk-config.ts'
import { hashOf, openSession } from '../../apps/api/src/http/desk/session.ts'
import { countEntries } from '../../apps/api/src/modules/operations/store-books.ts'
import { readPosition } from '../../apps/api/src/modules/operations/books.ts'
import { machine, median } from '../ledger/report.ts'
import { createRequests, load, populate, startApi } from '../payments/environment.ts'
import { fillBooks } from './fill-books.ts'

const { values } = parseArgs({ args: process.argv.slice(3), options: { quick: { type: 'boolean', default: false }, rounds: { type: 'string' } } })
const entries = values.quick ? 1_000_000 : 10_000_000
const exceptions = 10_000
const looks = values.quick ? 7 : 15
const rounds = Number(values.rounds ?? (values.quick ? 4 : 8))
const seconds = 10
const allowedMs = 500
const allowedCost = 0.02
/** Measured too, once the desk has it. */
const queue = deskEndpoints.listExceptions

const folder = await mkdtemp(join(tmpdir(), 'nikau-bench-'))
await chmod(folder, 0o755)
const server = await startPostgres({
  folder: join(folder, 'data'),
  port: await freePort(),
  durable: true,
  settings: ['shared_buffers=1GB', 'max_wal_size=8GB', 'checkpoint_timeout=30min'],
})
const url = await createDatabase(server, 'nikau')
const { database, payers, sellers } = await populate(url, 200, 50)
const loadedAt = performance.now()
await fillBooks(url, { entries, exceptions })
console.log(
  `${machine()}; PostgreSQL 18 with fsync on; ${entries} entries, ${exceptions} open exceptions, made in ${Math.round((performance.now() - loadedAt) / 1000)} s`,
)

const worker = openDatabase({
  url: new Secret(urlAs(url, 'nikau_worker')),
  name: 'bench',
  log: createLog({ name: 'bench', level: 'silent' }),
  statementTimeoutMs: 600_000,
})
const cookie = await signIn()
const port = await freePort()
const desk = await startDesk()
const client = new pg.Client({ connectionString: url })
await client.connect()

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function look(path: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
}

const positionMs: number[] = []
for (let round = 0; round < 3; round++) positionMs.push(await timed(() => readPosition({ db: worker.db, clock: systemClock })))
const countMs = await timed(() => worker.db.transaction().execute(countEntries))

const byHand = `select kind, opened_at, amount from operator_exception where closed_at is null`
const [fresh, kept, hand, listed]: [number[], number[], number[], number[]] = [[], [], [], []]
for (let round = 0; round <= looks; round++) {
  const times = [await timed(() => look('/api/desk/overview')), await timed(() => look('/api/desk/overview')), await timed(() => client.query(byHand))] as const
  const listMs = queue && (await timed(() => look(queue.path)))
  // The first fills the caches.
  if (round > 0) {
    fresh.push(times[0])
    kept.push(times[1])
    hand.push(times[2])
    if (listMs !== undefined) listed.push(listMs)
  }
  // An answer is kept for ten seconds.
  if (round < looks) await sleep(10_050)
}
console.log(
  `overview: ${round1(median(fresh))} ms (max ${round1(Math.max(...fresh))}), kept ${round1(median(kept))} ms, the exceptions by hand ${round1(median(hand))} ms`,
)
if (listed.length > 0) console.log(`list of exceptions: ${round1(median(listed))} ms (max ${round1(Math.max(...listed))})`)
console.log(`position, once a minute: ${round1(median(positionMs))} ms; entries counted, every five minutes: ${round1(countMs)} ms`)

const api = await startApi(url)
async function pay(): Promise<number> {
  const ids = await createRequests(database, sellers, 3000 * seconds, false)
  const calls = ids.map((id, index) => {
    const payer = payers[index % payers.length]!
    return {
      method: 'POST',
      path: `/api/payment-requests/${id}/pay`,
      headers: payer.headers,
      body: { assetType: 'nikau.nzd.test', assetId: payer.walletId, idempotencyKey: randomUUID() },
    }
  })
  const result = await load(api, folder, calls, { connections: 64, seconds })
  const failed = Object.entries(result.statuses).filter(([status]) => status !== '200')
  if (failed.length > 0) throw new Error(`payments failed: ${JSON.stringify(result.statuses)}`)
  return result.perSecond
}

/** As six operators on six screens: one in ten seconds of those is read from the database. */
async function payWhileLooking(): Promise<number> {
  const ended = new AbortController()
  const looking = (async () => {
    while (!ended.signal.aborted) {
      await look('/api/desk/overview')
      await sleep(10_000, undefined, { signal: ended.signal }).catch(() => undefined)
    }
  })()
  const rate = await pay()
  ended.abort()
  await looking
  return rate
}

await pay()
const ratios: number[] = []
for (let round = 0; round < rounds; round++) {
  // The order changes from round to round, so that what comes later has no advantage.
  const first = round % 2 === 0 ? await pay() : await payWhileLooking()
  const second = round % 2 === 0 ? await payWhileLooking() : await pay()
  const [alone, watched] = round % 2 === 0 ? [first, second] : [second, first]
  ratios.push(watched / alone)
  console.log(`payments a second: ${Math.round(alone)}, with the overview looked at ${Math.round(watched)}`)
}
const cost = 1 - median(ratios)
console.log(`cost to payments: ${(cost * 100).toFixed(1)} %`)

await api.stop()
await client.end()
desk.kill('SIGTERM')
await once(desk, 'exit')
await worker.close()
await database.close()
await server.stop()
await rm(folder, { recursive: true, force: true })
const problems = [
  ...(median(fresh) > allowedMs ? [`the overview takes ${round1(median(fresh))} ms, more than ${allowedMs}`] : []),
  ...(cost > allowedCost ? [`the overview costs payments ${(cost * 100).toFixed(1)} %, more than ${allowedCost * 100}`] : []),
]
for (const problem of problems) console.log(`FAILED ${problem}`)
console.log(
  JSON.stringify({
    entries,
    exceptions,
    overviewMs: round1(median(fresh)),
    overviewMaxMs: round1(Math.max(...fresh)),
    keptMs: round1(median(kept)),
    byHandMs: round1(median(hand)),
    ratio: round1(median(fresh) / median(hand)),
    ...(listed.length > 0 && { listMs: round1(median(listed)) }),
    positionMs: round1(median(positionMs)),
    countMs: round1(countMs),
    cost: Math.round(cost * 1000) / 1000,
  }),
)
if (problems.length > 0) process.exitCode = 1

/** An operator at the desk, as the provider signs them in. */
async function signIn(): Promise<string> {
  const owner = openDatabase({ url: new Secret(url), name: 'bench', log: createLog({ name: 'bench', level: 'silent' }) })
  const { personId } = await createPerson(owner)
  await owner.pool.query(
    `insert into operator (id, name, login, person_id, roles, created_at) values ('bench', 'Bench', 'desk-bench', $1, '{auditor}', now())`,
    [personId],
  )
  const now = new Date()
  const token = await createAccessToken(owner, personId, new Date(now.getTime() + 11 * 3_600_000), {
    amr: ['pop', 'user'],
    clientId: 'nikau-desk',
    signedInAt: now,
  })
  const secret = randomBytes(32).toString('base64url')
  const { DESK_KEYS: deskKeys } = readDeskConfig({ DATABASE_URL: url })
  const { sealed, keyId } = createKeyRing(deskKeys, { purpose: 'nikau desk sessions' }).seal(token, hashOf(secret).toString('hex'))
  const session = { tokenHash: createHash('sha256').update(token).digest('hex'), secretHash: hashOf(secret), sealedToken: sealed, keyId, now }
  const refusal = await openSession(owner.db, session)
  if (refusal) throw new Error(`not signed in: ${refusal}`)
  // It locks after a quarter of an hour without input, and the run takes longer.
  await owner.pool.query(`update desk_session set input_at = now() + interval '5 hours'`)
  await owner.close()
  return `__Secure-nikau-desk=${secret}`
}

async function startDesk(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../apps/api/src/serve-desk.ts')], {
    env: { DATABASE_URL: urlAs(url, 'nikau_desk_api'), DESK_PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('the desk did not start')
    await sleep(100)
  }
  return child
}

function round1(value: number): number {
  return Math.round(value * 10) / 10
}
