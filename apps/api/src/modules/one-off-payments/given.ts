// A running API and its worker in this process, the sandbox banks in another, a shop that takes them, and a customer with a browser.
import { createLedger } from '@nikau/ledger'
import { bankEntries, openBanks } from '@nikau/rails/pay-by-bank'
import { type Clock, type Database, randomIds, runJobs, Secret, systemClock } from '@nikau/runtime'
import { silent } from '@nikau/testing'
import { answerOf, startBanks } from '@nikau/testing/banks'
import { sql } from 'kysely'
import { afterAll, vi } from 'vitest'
import { givenShop, runningApi } from '../../given.ts'
import { inTransaction } from '../../http/refusal.ts'
import { advance } from './advance.ts'
import { oneOffJobs } from './jobs.ts'

export const webOrigin = 'http://wallet.test'
const families = ['quartz-one-off.nzd', 'asb-payap-one-off.nzd', 'westpac-payap-one-off.nzd']

export async function payingByBank(database: Database & { url: string }, options: { bank?: object; waitMs?: number } = {}) {
  vi.setConfig({ testTimeout: 90_000 }) // several processes take part, on whatever machine
  const banks = await startBanks({ webOrigin })
  afterAll(() => banks.stop())
  await banks.settings({ slowMs: 300, settleMs: 200, lateRejectMs: 400, pendingMs: 600 })
  const config = banks.config({ timeoutMs: 10_000, ...options.bank })
  const env = { PAY_BY_BANK: config, WEB_ORIGIN: webOrigin, PAY_BY_BANK_WAIT_MS: String(options.waitMs ?? 8000), RATE_LIMIT_SCALE: '1000' }
  const api = await runningApi(database, { env })
  const ledger = createLedger({ url: new Secret(database.url), name: 'work', log: silent })
  const bankOf = openBanks(bankEntries.parse(JSON.parse(config)), systemClock)
  const means = { db: database.db, ledger, clock: systemClock, ids: randomIds, log: silent, bankOf }
  let jobs = work()
  function work() {
    return runJobs({ database, tasks: { ...oneOffJobs(means).tasks }, log: silent, concurrency: 4, pollMs: 50 })
  }
  afterAll(async () => {
    await jobs.stop()
    await ledger.close()
  })
  const shop = await givenShop(api, database, { types: ['nikau.nzd', ...families, 'external'] })

  const begin = async (amount: number, bank = 'bnz', more: object = {}) => {
    const asked = await shop.ask(amount, { expirySeconds: 600, ...more })
    return { requestId: String(asked.id), ...(await beginOn(String(asked.id), bank)) }
  }
  const beginOn = async (requestId: string, bank = 'bnz', more: object = {}) => {
    const made = await api.post('/api/one-off-payments', { paymentRequestId: requestId, bank, ...more })
    return { status: made.status, body: made.body, id: String(made.body.id) }
  }
  const approve = async (authorizationUrl: string) => {
    const { url, links } = await banks.visit(authorizationUrl)
    return { url, links, ...answerOf(links[0] ?? url) }
  }
  const pay = (id: string, answer: { code?: string | undefined; idToken?: string | undefined }) =>
    api.post(`/api/one-off-payments/${id}/pay`, { code: answer.code, ...(answer.idToken !== undefined && { idToken: answer.idToken }) })
  /** The same call until the bank has said its last word. */
  const payToTheEnd = async (id: string, answer: Parameters<typeof pay>[1]) => {
    const deadline = Date.now() + 60_000
    for (;;) {
      const paid = await pay(id, answer)
      if (paid.body.status !== 'authorized' || Date.now() > deadline) return paid
    }
  }
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(database.db)).rows
  return {
    api,
    banks,
    shop,
    begin,
    beginOn,
    approve,
    pay: payToTheEnd,
    payOnce: pay,
    /** From nothing to the end. */
    async whole(amount: number, bank = 'bnz', more: object = {}) {
      const begun = await begin(amount, bank, more)
      const answer = await approve(begun.body.authorizationUrl)
      return { ...begun, answer, paid: await payToTheEnd(begun.id, answer) }
    },
    get: async (id: string) => (await api.get(`/api/one-off-payments/${id}`)).body,
    request: async (id: string) => (await api.get(`/api/payment-requests/${id}`, shop.till)).body,
    exceptions: async (ref: string) =>
      await rows(sql<{ kind: string; amount: bigint; closed: boolean }>`
        select kind, amount, closed_at is not null as closed from operator_exception where ref = ${ref} or refs ->> 'oneOffPaymentId' = ${ref} order by id`),
    balance: async (account: string) => (await rows(sql<{ balance: bigint }>`select balance from ledger.account where id = ${account}`))[0]?.balance ?? 0n,
    /** What the bank has done for one payment of ours. */
    atBank: async (id: string) => (await banks.payments()).filter((one) => one.initiation.EndToEndIdentification === id),
    /** An hour at the bank, whose clock is then as before: what was due in it has happened. */
    async bankHour() {
      await banks.control('clock', { advance: '1h' })
      await banks.payments()
      await banks.control('clock', { now: new Date().toISOString() })
    },
    /** The time of a request is over, a moment from now. */
    async runOut(requestId: string) {
      const at = new Date(Date.now() + 300)
      await inTransaction(database.db, async (tx) => {
        const { rows: found } = await sql<{ ceiling: bigint }>`select ceiling from ledger.account where id = ${`due:${requestId}`}`.execute(tx)
        const refused = await ledger.changeLimits(tx, `due:${requestId}`, { floor: 0n, ceiling: found[0]!.ceiling, closesAt: at })
        if (refused) throw new Error(refused)
        await sql`update payment_request set expires_at = ${at} where id = ${requestId}`.execute(tx)
      })
      await new Promise((resolve) => setTimeout(resolve, at.getTime() - Date.now() + 20))
    },
    stopWork: () => jobs.stop(),
    startWork: () => void (jobs = work()),
    /** One look at a payment at a time of the caller's choice. */
    advanceAt: (id: string, clock: Clock) => advance({ ...means, clock }, id),
  }
}
