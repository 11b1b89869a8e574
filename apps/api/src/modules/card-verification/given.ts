// A running API and its worker in this process, the card company in another, a shop that takes its cards, and a customer who has one.
import { createLedger } from '@nikau/ledger'
import { companyEntries, openCompanies } from '@nikau/rails/farmlands'
import { type Clock, type Database, randomIds, runJobs, Secret, systemClock } from '@nikau/runtime'
import { silent } from '@nikau/testing'
import { startFarmlands } from '@nikau/testing/farmlands'
import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, vi } from 'vitest'
import { givenShop, runningApi } from '../../given.ts'
import { charge } from './charge.ts'
import { cardJobs } from './jobs.ts'

export const assetType = 'farmlands.nzd.test'
export const cardOf = (serial: number) => ({ number: `600509100000000${serial}`, expiry: '12/30', cvv: '123' })

interface Verified {
  accessToken: string
  assetId: string
  externalPaymentRef: string
}

export async function payingByCard(database: Database & { url: string }, options: { rules?: object; waitMs?: number; clock?: Clock } = {}) {
  vi.setConfig({ testTimeout: 60_000 }) // several processes take part, on whatever machine
  const folder = mkdtempSync(join(tmpdir(), 'farm-'))
  const company = await startFarmlands({ folder })
  afterAll(async () => {
    await company.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const entries = [company.entry({ timeoutMs: 3000 })]
  const env = {
    FARMLANDS: JSON.stringify(entries),
    FARMLANDS_WAIT_MS: String(options.waitMs ?? 8000),
    CARD_VERIFICATION: JSON.stringify(options.rules ?? {}),
    RATE_LIMIT_SCALE: '1000',
    WEB_ORIGIN: 'http://wallet.test',
  }
  const clock = options.clock ?? systemClock
  const api = await runningApi(database, { env, clock })
  const ledger = createLedger({ url: new Secret(database.url), name: 'work', log: silent, ...(options.clock && { clock }) })
  const companyOf = openCompanies(companyEntries.parse(entries))
  const means = { db: database.db, ledger, clock, machine: systemClock, ids: randomIds, log: silent, companyOf }
  const work = () => runJobs({ database, tasks: { ...cardJobs(means).tasks }, log: silent, concurrency: 4, pollMs: 50 })
  let jobs = work()
  afterAll(async () => {
    await jobs.stop()
    await ledger.close()
  })
  const shop = await givenShop(api, database, { types: ['nikau.nzd', 'farmlands.nzd', 'external'] })
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(database.db)).rows

  const ask = async (amount: number, more: object = {}) => String((await shop.ask(amount, { expirySeconds: 600, ...more })).id)
  const show = (paymentRequestId: string, params: object = cardOf(1), more: object = {}) =>
    api.post('/api/auth/verify-farmlands-card', { challengeType: 'verify-farmlands-card', params, paymentRequestId, ...more })
  const give = (paymentRequestId: string, sessionId: string, otp: string) =>
    api.post('/api/auth/verify-farmlands-card', { challengeType: 'verify-farmlands-otp', params: { otp }, paymentRequestId, sessionId })
  /** What was written to the card's owner for a session, the last first. */
  const letters = async (sessionId: string) =>
    await rows(sql<{ channel: string; recipient: string; body: string; key: string }>`
      select channel, recipient, body, key from message where key like ${`card-code:${sessionId}:%`} order by queued_at desc, channel desc`)
  const codeOf = async (sessionId: string) => (await letters(sessionId))[0]!.body.match(/\b\d{6}\b/)![0]
  const verify = async (requestId: string, params: object = cardOf(1)): Promise<Verified> => {
    const shown = await show(requestId, params)
    if (shown.body.accessToken !== undefined) return shown.body
    const { body, status } = await give(requestId, shown.body.sessionId, await codeOf(shown.body.sessionId))
    if (status !== 200) throw new Error(`not verified: ${JSON.stringify(body)}`)
    return body
  }
  const pay = (requestId: string, { accessToken, assetId, externalPaymentRef }: Verified, more: object = {}) =>
    api.post(
      `/api/payment-requests/${requestId}/pay`,
      { assetType, assetId, externalPaymentRef, idempotencyKey: 'k1', ...more },
      { authorization: `Bearer ${accessToken}` },
    )

  return {
    api,
    company,
    shop,
    ask,
    show,
    give,
    letters,
    codeOf,
    verify,
    pay,
    rows,
    /** From nothing to the end. */
    async whole(amount: number, params: object = cardOf(1)) {
      const requestId = await ask(amount)
      return { requestId, paid: await pay(requestId, await verify(requestId, params)) }
    },
    request: async (id: string) => (await api.get(`/api/payment-requests/${id}`, shop.till)).body,
    payment: async (requestId: string) =>
      (
        await rows(
          sql<{ id: string; step: string; failure: string | null }>`select id, step, failure from card_payment where payment_request_id = ${requestId}`,
        )
      )[0],
    balance: async (account: string) => (await rows(sql<{ balance: bigint }>`select balance from ledger.account where id = ${account}`))[0]?.balance ?? 0n,
    /** What the company has charged for a request. */
    charged: async (requestId: string) => {
      const [payment] = await rows(sql<{ id: string }>`select id from card_payment where payment_request_id = ${requestId}`)
      return (await company.charges()).filter(({ key }) => key === payment?.id)
    },
    stopWork: () => jobs.stop(),
    startWork: () => void (jobs = work()),
    /** One look at a payment, without its job. */
    chargeNow: (id: string, change: object = {}) => charge({ ...means, ...change }, id),
    companyOf,
  }
}
