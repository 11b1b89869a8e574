// A running API and its worker in this process, the sandbox banks in another, a shop that takes them, and a customer with a browser.
import { createLedger } from '@nikau/ledger'
import { bankEntries, openBanks } from '@nikau/rails/pay-by-bank'
import { type Clock, type Database, randomIds, runJobs, Secret, systemClock } from '@nikau/runtime'
import { silent } from '@nikau/testing'
import { answerOf, startBanks } from '@nikau/testing/banks'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { givenShop, runningApi } from '../../given.ts'
import { advance } from './advance.ts'
import { oneOffJobs } from './jobs.ts'

export const webOrigin = 'http://wallet.test'
const families = ['quartz-one-off.nzd', 'asb-payap-one-off.nzd', 'westpac-payap-one-off.nzd']

export async function payingByBank(database: Database & { url: string }, options: { bank?: object; waitMs?: number } = {}) {
  const banks = await startBanks({ webOrigin })
  afterAll(() => banks.stop())
  await banks.settings({ slowMs: 300, settleMs: 200, lateRejectMs: 400, pendingMs: 600 })
  const config = banks.config({ timeoutMs: 2000, ...options.bank })
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
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(database.db)).rows
  return {
    api,
    banks,
    shop,
    begin,
    beginOn,
    approve,
    pay,
    /** From nothing to the answer of the pay call. */
    async whole(amount: number, bank = 'bnz', more: object = {}) {
      const begun = await begin(amount, bank, more)
      const answer = await approve(begun.body.authorizationUrl)
      return { ...begun, answer, paid: await pay(begun.id, answer) }
    },
    get: async (id: string) => (await api.get(`/api/one-off-payments/${id}`)).body,
    request: async (id: string) => (await api.get(`/api/payment-requests/${id}`, shop.till)).body,
    exceptions: async (ref: string) =>
      await rows(sql<{ kind: string; amount: bigint; closed: boolean }>`
        select kind, amount, closed_at is not null as closed from operator_exception where ref = ${ref} or refs ->> 'oneOffPaymentId' = ${ref} order by id`),
    balance: async (account: string) => (await rows(sql<{ balance: bigint }>`select balance from ledger.account where id = ${account}`))[0]?.balance ?? 0n,
    /** What the bank has done for one payment of ours. */
    atBank: async (id: string) => (await banks.payments()).filter((one) => one.initiation.EndToEndIdentification === id),
    stopWork: () => jobs.stop(),
    startWork: () => void (jobs = work()),
    /** One look at a payment at a time of the caller's choice. */
    advanceAt: (id: string, clock: Clock) => advance({ ...means, clock }, id),
  }
}
