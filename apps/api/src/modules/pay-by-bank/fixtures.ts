// Runs the API and its worker in this process and the sandbox banks in another, with a shop that accepts payments by bank.
import { createLedger } from '@nikau/ledger'
import { bankEntries, openBanks } from '@nikau/rails/pay-by-bank'
import { type Clock, randomIds, runJobs, Secret, systemClock } from '@nikau/runtime'
import { silent, type TestDatabase } from '@nikau/testing'
import { parseCallback, startBanks } from '@nikau/testing/banks'
import { sql } from 'kysely'
import { afterAll, vi } from 'vitest'
import { createShop, noFees, runningApi, testVault } from '../../fixtures.ts'
import { inTransaction } from '../../http/refusal.ts'
import { createFees, feeTerms } from '../fees/index.ts'
import { advance } from './advance.ts'
import { payByBankJobs } from './jobs.ts'
import { payByBankMethod } from './method.ts'

export const webOrigin = 'http://wallet.test'
const families = ['quartz-one-off.nzd', 'asb-payap-one-off.nzd', 'westpac-payap-one-off.nzd']

export async function startPayByBank(database: TestDatabase, options: { bank?: object; waitMs?: number; fees?: true; live?: true } = {}) {
  vi.setConfig({ testTimeout: 90_000 }) // several processes, on machines of any speed
  const banks = await startBanks({ webOrigin })
  afterAll(() => banks.stop())
  await banks.settings({ slowMs: 300, settleMs: 200, lateRejectMs: 400, pendingMs: 600 })
  const config = banks.config({ timeoutMs: 10_000, ...(options.live && { liveness: 'main' }), ...options.bank })
  const env = {
    PAY_BY_BANK: config,
    WEB_ORIGIN: webOrigin,
    PAY_BY_BANK_WAIT_MS: String(options.waitMs ?? 8000),
    RATE_LIMIT_SCALE: '1000',
    ...(options.fees && { FEES: '{}' }),
  }
  const api = await runningApi(database, { env })
  const worker = database.openAs('nikau_worker')
  const ledger = createLedger({ url: new Secret(database.urlAs('nikau_worker')), name: 'work', log: silent })
  const bankOf = openBanks(bankEntries.parse(JSON.parse(config)), systemClock)
  const fees = options.fees ? createFees({ db: worker.db, clock: systemClock, terms: feeTerms.parse({}) }) : noFees
  const deps = {
    db: worker.db,
    ledger,
    fees,
    clock: systemClock,
    ids: randomIds,
    log: silent,
    vault: testVault(),
    bankOf,
    externalMethods: [payByBankMethod],
  }
  let jobs = startWorkerProcess()
  function startWorkerProcess() {
    return runJobs({ database: worker, tasks: { ...payByBankJobs(deps).tasks }, log: silent, concurrency: 4, pollMs: 50 })
  }
  afterAll(async () => {
    await jobs.stop()
    await ledger.close()
  })
  const shop = await createShop(api, database, { test: !options.live, types: ['nikau.nzd', ...families, 'external'] })

  const start = async (amount: number, bank = 'bnz', more: object = {}) => {
    const request = await shop.createRequest(amount, { expirySeconds: 600, ...more })
    return { requestId: String(request.id), ...(await startFor(String(request.id), bank)) }
  }
  /** The cookies of the browser that started each payment. */
  const browsers = new Map<string, string>()
  const startFor = async (requestId: string, bank = 'bnz', more: object = {}) => {
    const created = await api.post('/api/one-off-payments', { paymentRequestId: requestId, bank, ...more })
    if (created.status === 200) browsers.set(String(created.body.id), String(created.headers['set-cookie']).split(';')[0]!)
    return { status: created.status, body: created.body, id: String(created.body.id) }
  }
  const approve = async (authorizationUrl: string) => {
    const { url, links } = await banks.visit(authorizationUrl)
    return { url, links, ...parseCallback(links[0] ?? url) }
  }
  const pay = (id: string, answer: { code?: string | undefined; idToken?: string | undefined }, cookie = browsers.get(id)) =>
    api.post(
      `/api/one-off-payments/${id}/pay`,
      { code: answer.code, ...(answer.idToken !== undefined && { idToken: answer.idToken }) },
      cookie ? { cookie } : {},
    )
  /** Repeats the call until the payment is final. */
  const payUntilFinal = async (id: string, answer: Parameters<typeof pay>[1]) => {
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
    start,
    startFor,
    approve,
    pay: payUntilFinal,
    payOnce: pay,
    cookieOf: (id: string) => browsers.get(id)!,
    /** Creates a request and pays it. */
    async completePayment(amount: number, bank = 'bnz', more: object = {}) {
      const started = await start(amount, bank, more)
      const answer = await approve(started.body.authorizationUrl)
      return { ...started, answer, paid: await payUntilFinal(started.id, answer) }
    },
    get: async (id: string) => (await api.get(`/api/one-off-payments/${id}`)).body,
    request: async (id: string) => (await api.get(`/api/payment-requests/${id}`, shop.till)).body,
    exceptions: async (ref: string) =>
      await rows(sql<{ kind: string; amount: bigint; closed: boolean }>`
        select kind, amount, closed_at is not null as closed from operator_exception where ref = ${ref} or refs ->> 'oneOffPaymentId' = ${ref} order by id`),
    /** What of a payment has to go back to its payer. */
    returns: async (id: string) =>
      await rows(
        sql<{ state: string; amount: bigint; reason: string }>`select state, amount, reason from bank_return where bank_payment_id = ${id} order by created_at`,
      ),
    balance: async (account: string) => (await rows(sql<{ balance: bigint }>`select balance from ledger.account where id = ${account}`))[0]?.balance ?? 0n,
    /** The bank's payments for one payment of ours. */
    paymentsAtBank: async (id: string) => (await banks.payments()).filter((payment) => payment.initiation.EndToEndIdentification === id),
    /** Moves the bank's clock an hour ahead, so that everything due happens, and back again. */
    async advanceBankHour() {
      await banks.control('clock', { advance: '1h' })
      await banks.payments()
      await banks.control('clock', { now: new Date().toISOString() })
    },
    /** Lets a request expire in 300 ms. */
    async expireRequest(requestId: string) {
      const at = new Date(Date.now() + 300)
      await inTransaction(database.db, async (tx) => {
        const { rows: found } = await sql<{ ceiling: bigint }>`select ceiling from ledger.account where id = ${`due:${requestId}`}`.execute(tx)
        const refused = await ledger.changeLimits(tx, `due:${requestId}`, { floor: 0n, ceiling: found[0]!.ceiling, closesAt: at })
        if (refused) throw new Error(refused)
        await sql`update payment_request set expires_at = ${at} where id = ${requestId}`.execute(tx)
      })
      await new Promise((resolve) => setTimeout(resolve, at.getTime() - Date.now() + 20))
    },
    stopWorker: () => jobs.stop(),
    startWorker: () => void (jobs = startWorkerProcess()),
    /** Runs the sweep of returns, and the jobs that it starts. */
    async sendReturns() {
      await payByBankJobs(deps).tasks['send-bank-returns']!(undefined, undefined as never)
    },
    deps,
    /** Runs the job of a payment once, with another clock. */
    advanceAt: (id: string, clock: Clock) => advance({ ...deps, clock }, id),
  }
}
