import { randomInt } from 'node:crypto'
import { createPerson } from '@nikau/testing/fixtures'
import { freePort } from '@nikau/testing/free-port'
import { createClient } from '../harness/client.ts'
import { noFees } from '../harness/payments-environment.ts'
import { migrateWithLogins, openPatientDatabase, startServer } from '../harness/postgres.ts'
import { createProcesses } from '../harness/processes.ts'
import type { TrialContext } from '../harness/trial.ts'
import { medianOf, pause, until } from '../harness/wait.ts'
import { openPage, type Page } from './page.ts'

// Open pages of the merchant portal over several API processes, while payments go on and the processes are killed without warning and
// started again. Every page must be connected again within five seconds, and have every event of its account exactly once at the end.

const maxGapMs = 5000
const streamsOfPerson = 3

export async function run({ quick, check }: TrialContext): Promise<string> {
  const plan = quick ? { pages: 100, accounts: 10, kills: 3, everyMs: 4000 } : { pages: 1000, accounts: 50, kills: 10, everyMs: 6000 }
  const environment = await startEnvironment(quick ? 2 : 3)
  const { database, apis } = environment
  const shops = await Promise.all(Array.from({ length: plan.accounts }, () => environment.createShop()))
  const payers = await Promise.all(Array.from({ length: 8 }, () => environment.createPayer()))
  const openingAt = Date.now()
  const pages = await openPages(environment, shops, plan.pages)
  check(await until(async () => pages.every(({ isConnected, resets }) => isConnected && resets === 1), 60_000), 'not every page connected')
  console.log(`${pages.length} pages of ${shops.length} accounts open at ${apis.names.length} API processes after ${Date.now() - openingAt} ms`)

  const stopping = new AbortController()
  let paid = 0
  const paying = payers.map(async (payer) => {
    while (!stopping.signal.aborted) {
      await payer.pay(shops[randomInt(shops.length)]!)
      paid++
      await pause(quick ? 40 : 100)
    }
  })
  for (let kill = 0; kill < plan.kills; kill++) {
    await pause(plan.everyMs)
    const name = apis.names[kill % apis.names.length]!
    await apis.processes.kill(name)
    await apis.processes.ready(name)
  }
  await pause(2000)
  stopping.abort()
  await Promise.all(paying)

  const expected = await eventsOf(database, paid)
  const isComplete = (page: Page) => page.ids.length >= (expected.get(page.accountId)?.length ?? 0)
  await until(async () => pages.every((page) => page.isConnected && isComplete(page)), 30_000)
  judge(check, pages, expected, paid)
  await Promise.all(pages.map((page) => page.close()))
  await environment.stop()

  const [gaps, delays] = [pages.flatMap((page) => page.gaps), pages.flatMap((page) => page.delays)]
  const received = pages.reduce((sum, page) => sum + page.ids.length, 0)
  const slowest = delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.99)] ?? 0
  check(gaps.length > 0, 'no page lost its connection')
  const failed = Map.groupBy(
    pages.flatMap((page) => page.failed),
    (reason) => reason,
  )
  for (const [reason, all] of failed) console.log(`${all.length} attempts to connect failed: ${reason}`)
  return (
    `${plan.kills} API processes killed under ${pages.length} open pages and ${paid} payments: ${received} events received, 0 lost, 0 doubled; ` +
    `${gaps.length} connections lost, back after ${medianOf(gaps)} ms (median), ${Math.max(...gaps)} ms at most (limit ${maxGapMs}); ` +
    `from payment to page ${medianOf(delays)} ms (median), ${slowest} ms (99 %)`
  )
}

/** The ids of the events of each account, once the outbox is empty. */
async function eventsOf(database: ReturnType<typeof openPatientDatabase>, paid: number): Promise<Map<string, string[]>> {
  const count = async (text: string) => Number((await database.pool.query<{ n: string }>(text)).rows[0]!.n)
  const isDispatched = async () =>
    (await count('select count(*) as n from outbox_event')) === 0 && (await count('select count(*) as n from portal_event')) >= paid
  await until(isDispatched, 30_000)
  const { rows } = await database.pool.query<{ account: string; ids: string[] }>(
    'select account_id as account, array_agg(id::text order by id) as ids from portal_event group by account_id',
  )
  return new Map(rows.map(({ account, ids }) => [account, ids]))
}

function judge(check: TrialContext['check'], pages: Page[], expected: Map<string, string[]>, paid: number): void {
  const total = [...expected.values()].reduce((sum, ids) => sum + ids.length, 0)
  check(total === paid, `${total} events for ${paid} payments`)
  for (const { accountId, ids, gaps, resets } of pages) {
    const wanted = expected.get(accountId) ?? []
    const got = new Set(ids)
    const lost = wanted.filter((id) => !got.has(id)).length
    check(lost === 0, `a page lost ${lost} of ${wanted.length} events`)
    check(got.size === ids.length, `a page got ${ids.length - got.size} events twice`)
    check(lost > 0 || String(ids) === String(wanted), 'a page got events of another account, or out of order')
    check(resets === 1, `a page was reset ${resets} times`)
    for (const gap of gaps) check(gap <= maxGapMs, `a page was without connection for ${gap} ms`)
  }
}

type Environment = Awaited<ReturnType<typeof startEnvironment>>
type Shop = Awaited<ReturnType<Environment['createShop']>>

/** Pages in turn at the processes, as a balancer would spread them; each person has as many as they may. */
async function openPages(environment: Environment, shops: Shop[], count: number): Promise<Page[]> {
  const pages: Page[] = []
  let headers: Record<string, string> = {}
  for (let n = 0; n < count; n++) {
    const shop = shops[Math.floor(n / streamsOfPerson) % shops.length]!
    if (n % streamsOfPerson === 0) headers = await environment.createMember(shop)
    pages.push(openPage({ accountId: shop.accountId, headers, nextOrigins: environment.apis.nextOrigins }))
  }
  return pages
}

async function startEnvironment(count: number) {
  const server = await startServer({ durable: false })
  const url = await server.createDatabase('nikau')
  const database = openPatientDatabase(url)
  await migrateWithLogins(database, url)
  const common = { DATABASE_URL: url, FEES: noFees }
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()))
  const workPort = await freePort()
  const api = (port: number) => ({
    file: 'apps/api/src/serve.ts',
    port,
    readyPath: '/readyz',
    env: { ...common, API_PORT: String(port), RATE_LIMIT_SCALE: '1000000', RATE_LIMIT_SOURCE: '1000000000' },
  })
  const work = {
    file: 'apps/api/src/work.ts',
    port: workPort,
    readyPath: '/readyz',
    env: { ...common, WORK_PORT: String(workPort), SMTP_URL: 'smtp://127.0.0.1:9', SMS_URL: 'http://127.0.0.1:9', SMS_SECRET: 'trial' },
  }
  const names = ports.map((_, nth) => `api${nth}`)
  const processes = createProcesses<string>({ ...Object.fromEntries(ports.map((port, nth) => [names[nth]!, api(port)])), work })
  await processes.start(...names, 'work')
  let next = 0
  const origins = ports.map((port) => `http://127.0.0.1:${port}`)
  /** All processes, beginning with another one each time. */
  const nextOrigins = () => {
    const first = next++ % origins.length
    return [...origins.slice(first), ...origins.slice(0, first)]
  }
  /** Any process that answers, as behind a balancer. */
  const clients = origins.map(createClient)
  const callOk = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
      const answer = await clients[next++ % clients.length]!.call(method, path, headers, body).catch(() => undefined)
      if (answer?.status === 200) return answer.body
      if (answer && answer.status < 500) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      await pause(50)
    }
    throw new Error(`no answer to ${method} ${path}`)
  }

  return {
    database,
    apis: { names, processes, nextOrigins },
    async createShop() {
      const owner = await createPerson(database)
      const org = await callOk('POST', '/api/accounts', owner.headers, { name: 'Trial Ltd', type: 'org', test: true })
      const merchant = await callOk('POST', '/api/merchants', owner.headers, {
        accountId: org.id,
        name: 'Trial',
        country: 'NZ',
        test: true,
        type: 'e-commerce',
      })
      const config = await callOk('POST', `/api/merchants/${merchant.id}/configs`, owner.headers, { paymentOptions: [{ type: 'nikau.nzd.test' }], allowedRedirectUrls: [] }) // prettier-ignore
      const key = await callOk('POST', `/api/accounts/${org.id}/api-keys`, owner.headers, { name: 'till', role: 'merchant-terminal' })
      return { accountId: String(org.id), configId: String(config.id), till: { 'x-api-key': String(key.secret) } }
    },
    /** Somebody else who looks at the shop's payments. */
    async createMember({ accountId }: { accountId: string }) {
      const person = await createPerson(database)
      await database.pool.query(`insert into account_member (account_id, person_id, role, added_at) values ($1, $2, 'accountant', now())`, [
        accountId,
        person.personId,
      ])
      return person.headers
    },
    async createPayer() {
      const person = await createPerson(database)
      const account = await callOk('POST', '/api/accounts', person.headers, { name: 'Payer', type: 'individual' })
      const wallet = await callOk('POST', '/api/wallet-assets', person.headers, { accountId: account.id, ledgerId: 'nikau.nzd.test' })
      await callOk('POST', `/api/wallets/${wallet.id}/topup`, person.headers, { amount: '100000', idempotencyKey: crypto.randomUUID() })
      return {
        /** Each of the two calls is repeated under its key until it is answered. */
        async pay({ configId, till }: { configId: string; till: Record<string, string> }) {
          const idempotencyKey = crypto.randomUUID()
          const request = await callOk('POST', '/api/payment-requests', till, { configId, value: { amount: '1', currency: 'NZD' }, idempotencyKey })
          await callOk('POST', `/api/payment-requests/${request.id}/pay`, person.headers, { assetType: 'nikau.nzd.test', assetId: wallet.id, idempotencyKey })
        },
      }
    },
    async stop() {
      await processes.stop('SIGKILL')
      await database.close()
      await server.remove()
    },
  }
}
