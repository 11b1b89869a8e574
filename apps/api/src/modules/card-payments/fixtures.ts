// Runs the API and its worker in this process and the sandbox card company in another, with a shop that accepts its cards.
import { createLedger } from '@nikau/ledger'
import { companyEntries, openCompanies } from '@nikau/rails/farmlands'
import { type Clock, randomIds, runJobs, Secret, systemClock } from '@nikau/runtime'
import { silent, type TestDatabase } from '@nikau/testing'
import { startFarmlands } from '@nikau/testing/farmlands'
import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, vi } from 'vitest'
import { createShop, noFees, runningApi, testVault } from '../../fixtures.ts'
import { charge } from './charge.ts'
import { cardJobs } from './jobs.ts'
import { cardMethod } from './method.ts'
import { refundCard } from './refund.ts'

export const assetType = 'farmlands.nzd.test'
export const cardOf = (serial: number) => ({ number: `600509100000000${serial}`, expiry: '12/30', cvv: '123' })

interface Verified {
  accessToken: string
  assetId: string
  externalPaymentRef: string
}

export async function startCardPayments(database: TestDatabase, options: { rules?: object; waitMs?: number; clock?: Clock; live?: boolean } = {}) {
  vi.setConfig({ testTimeout: 60_000 }) // several processes, on machines of any speed
  const folder = mkdtempSync(join(tmpdir(), 'farm-'))
  const company = await startFarmlands({ folder })
  afterAll(async () => {
    await company.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const liveness = options.live ? 'main' : 'test'
  const entries = [company.entry({ timeoutMs: 3000, liveness })]
  const env = {
    FARMLANDS: JSON.stringify(entries),
    FARMLANDS_WAIT_MS: String(options.waitMs ?? 8000),
    CARD_VERIFICATION: JSON.stringify(options.rules ?? {}),
    RATE_LIMIT_SCALE: '1000',
    TRUST_PROXY: '1',
    WEB_ORIGIN: 'http://wallet.test',
  }
  const clock = options.clock ?? systemClock
  const api = await runningApi(database, { env, clock, ...(options.live && { wallClock: systemClock }) })
  const worker = database.openAs('nikau_worker')
  const ledger = createLedger({ url: new Secret(database.urlAs('nikau_worker')), name: 'work', log: silent, ...(options.clock && { clock }) })
  const companyOf = openCompanies(companyEntries.parse(entries))
  const deps = {
    db: worker.db,
    ledger,
    fees: noFees,
    clock,
    wallClock: systemClock,
    ids: randomIds,
    log: silent,
    vault: testVault(),
    companyOf,
    externalMethods: [cardMethod],
  }
  const startWorkerProcess = () => runJobs({ database: worker, tasks: { ...cardJobs(deps).tasks }, log: silent, concurrency: 4, pollMs: 50 })
  let jobs = startWorkerProcess()
  afterAll(async () => {
    await jobs.stop()
    await ledger.close()
  })
  const shop = await createShop(api, database, { types: ['nikau.nzd', 'farmlands.nzd', 'external'], test: !options.live })
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(database.db)).rows

  const createRequest = async (amount: number, more: object = {}) => String((await shop.createRequest(amount, { expirySeconds: 600, ...more })).id)
  const submitCard = (paymentRequestId: string, params: object = cardOf(1), more: object = {}, from = '203.0.113.1') =>
    api.post('/api/auth/verify-farmlands-card', { challengeType: 'verify-farmlands-card', params, paymentRequestId, ...more }, { 'x-forwarded-for': from })
  const submitCode = (paymentRequestId: string, sessionId: string, otp: string) =>
    api.post('/api/auth/verify-farmlands-card', { challengeType: 'verify-farmlands-otp', params: { otp }, paymentRequestId, sessionId })
  /** The messages sent to the cardholder for a session, newest first. */
  const sentMessages = async (sessionId: string) =>
    await rows(sql<{ channel: string; recipient: string; body: string; key: string }>`
      select channel, recipient, body, key from message where key like ${`card-code:${sessionId}:%`} order by queued_at desc, channel desc`)
  const codeOf = async (sessionId: string) => (await sentMessages(sessionId))[0]!.body.match(/\b\d{6}\b/)![0]
  const verify = async (requestId: string, params: object = cardOf(1)): Promise<Verified> => {
    const submitted = await submitCard(requestId, params)
    if (submitted.body.accessToken !== undefined) return submitted.body
    const { body, status } = await submitCode(requestId, submitted.body.sessionId, await codeOf(submitted.body.sessionId))
    if (status !== 200) throw new Error(`not verified: ${JSON.stringify(body)}`)
    return body
  }
  const pay = (requestId: string, { accessToken, assetId, externalPaymentRef }: Verified, more: object = {}) =>
    api.post(
      `/api/payment-requests/${requestId}/pay`,
      { assetType: `farmlands.nzd.${liveness}`, assetId, externalPaymentRef, idempotencyKey: 'k1', ...more },
      { authorization: `Bearer ${accessToken}` },
    )

  return {
    api,
    company,
    shop,
    createRequest,
    submitCard,
    submitCode,
    sentMessages,
    codeOf,
    verify,
    pay,
    rows,
    /** Creates a request, verifies the card and pays. */
    async completePayment(amount: number, params: object = cardOf(1)) {
      const requestId = await createRequest(amount)
      return { requestId, paid: await pay(requestId, await verify(requestId, params)) }
    },
    request: async (id: string) => (await api.get(`/api/payment-requests/${id}`, shop.till)).body,
    payment: async (requestId: string) =>
      (
        await rows(
          sql<{ id: string; step: string; failure: string | null }>`select id, step, failure from card_payment where payment_request_id = ${requestId}`,
        )
      )[0],
    exceptions: async (ref: string) =>
      await rows(sql<{ kind: string; amount: bigint; closed: boolean }>`
        select kind, amount, closed_at is not null as closed from operator_exception where ref = ${ref} order by id`),
    balance: async (account: string) => (await rows(sql<{ balance: bigint }>`select balance from ledger.account where id = ${account}`))[0]?.balance ?? 0n,
    /** The company's charges for a request. */
    charged: async (requestId: string) => {
      const [payment] = await rows(sql<{ id: string }>`select id from card_payment where payment_request_id = ${requestId}`)
      return (await company.charges()).filter(({ key }) => key === payment?.id)
    },
    ledger,
    stopWorker: () => jobs.stop(),
    startWorker: () => void (jobs = startWorkerProcess()),
    /** Runs the charge job of a payment once. */
    chargeNow: (id: string, change: object = {}) => charge({ ...deps, ...change }, id),
    /** Runs the refund job of a refund once. */
    refundNow: (id: string, change: object = {}) => refundCard({ ...deps, ...change }, id),
    companyOf,
    deps,
  }
}
