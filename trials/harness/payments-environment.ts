import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { startBanks } from '@nikau/testing/banks'
import { startFarmlands } from '@nikau/testing/farmlands'
import { createPerson } from '@nikau/testing/fixtures'
import { freePort } from '@nikau/testing/free-port'
import { createClient } from './client.ts'
import { migrateWithLogins, openPatientDatabase, startServer } from './postgres.ts'
import { createProcesses } from './processes.ts'

export type PaymentsEnvironment = Awaited<ReturnType<typeof startPaymentsEnvironment>>
export type Shop = Awaited<ReturnType<PaymentsEnvironment['createShop']>>

const webOrigin = 'http://wallet.test'

/** PostgreSQL, the API and the worker as separate processes, with sandbox banks and the sandbox card company. */
/** Merchants get what was paid, so that every cent of a trial can be counted at both ends. */
export const noFees = JSON.stringify({
  prices: Object.fromEntries(['wallet', 'token', 'pay-by-bank', 'farm-card'].map((method) => [method, { rate: 0, fixed: 0 }])),
})

export async function startPaymentsEnvironment() {
  const server = await startServer({ durable: true })
  const url = await server.createDatabase('nikau')
  const database = openPatientDatabase(url)
  await migrateWithLogins(database, url)
  const banks = await startBanks({ webOrigin })
  await banks.settings({ slowMs: 500, settleMs: 300, lateRejectMs: 800, pendingMs: 1200 })
  const cardCompany = await startFarmlands({ folder: join(server.folder, 'farmlands') })

  const [apiPort, workPort] = [await freePort(), await freePort()]
  const common = {
    DATABASE_URL: url,
    WEBHOOK_LOOPBACK: 'true',
    PAY_BY_BANK: banks.config({ timeoutMs: 3000, alertAfterSeconds: 3 }),
    FARMLANDS: JSON.stringify([cardCompany.entry()]),
    FEES: noFees,
  }
  const processes = createProcesses({
    api: {
      file: 'apps/api/src/serve.ts',
      port: apiPort,
      readyPath: '/readyz',
      env: {
        ...common,
        API_PORT: String(apiPort),
        RATE_LIMIT_SCALE: '1000000',
        WEB_ORIGIN: webOrigin,
        TRUST_PROXY: '1',
        // Many customers use the same few cards, from one address.
        CARD_VERIFICATION: JSON.stringify({ codesOfCard: 1_000_000, failuresOfSource: 1_000_000 }),
      },
    },
    work: {
      file: 'apps/api/src/work.ts',
      port: workPort,
      readyPath: '/readyz',
      env: {
        ...common,
        WORK_PORT: String(workPort),
        JOB_CONCURRENCY: '10',
        WEBHOOK_CONCURRENCY: '10',
        SMTP_URL: 'smtp://127.0.0.1:9',
        SMS_URL: 'http://127.0.0.1:9',
        SMS_SECRET: 'trial',
      },
    },
  })
  await processes.start('api', 'work')
  const origin = `http://127.0.0.1:${apiPort}`
  const client = createClient(origin)
  const { callOk, callWhileBusy, callUntilAnswered } = client

  async function createShop(types = ['nikau.nzd.test', 'external.test']) {
    const owner = await createPerson(database)
    const org = await callOk('POST', '/api/accounts', owner.headers, { name: 'Trial Ltd', type: 'org', test: true })
    // Farm cards are charged with the GST number, which only a verified business may use.
    await database.pool.query(`insert into business (account_id, status, updated_at) values ($1, 'verified', now())`, [org.id])
    const merchant = await callOk('POST', '/api/merchants', owner.headers, {
      accountId: org.id,
      name: 'Trial',
      country: 'NZ',
      test: true,
      type: 'e-commerce',
      gstNumber: '140107697',
    })
    const config = await callOk('POST', `/api/merchants/${merchant.id}/configs`, owner.headers, {
      paymentOptions: types.map((type) => ({ type })),
      allowedRedirectUrls: ['https://shop.example/pay'],
    })
    const key = await callOk('POST', `/api/accounts/${org.id}/api-keys`, owner.headers, { name: 'till', role: 'merchant-terminal' })
    /** Headers of a call by the shop's server. */
    const merchantHeaders = { 'x-api-key': String(key.secret) }
    return {
      owner,
      accountId: String(org.id),
      merchantId: String(merchant.id),
      configId: String(config.id),
      walletId: String(config.paymentOptions[0].walletId),
      merchantHeaders,
      createRequest: async (amount: number, more: object = {}): Promise<string> =>
        (
          await callOk('POST', '/api/payment-requests', merchantHeaders, {
            configId: config.id,
            value: { amount: String(amount), currency: 'NZD' },
            expirySeconds: 3600,
            ...more,
          })
        ).id,
    }
  }

  async function createPayer(balance: number) {
    const person = await createPerson(database)
    const account = await callOk('POST', '/api/accounts', person.headers, { name: 'Payer', type: 'individual' })
    const wallet = await callOk('POST', '/api/wallet-assets', person.headers, { accountId: account.id, ledgerId: 'nikau.nzd.test' })
    // No limits on top-ups and spending, unless a trial sets its own.
    await database.pool.query(
      `insert into quota_limit select $1, t, 'nikau.nzd.test', p, 100000000000 from unnest(array['topup', 'spend']) t, unnest(array['monthly', 'yearly']) p`,
      [account.id],
    )
    const topUp = (amount: number) =>
      callOk('POST', `/api/wallets/${wallet.id}/topup`, person.headers, { amount: String(amount), idempotencyKey: randomUUID() })
    if (balance > 0) await topUp(balance)
    const body = (more: object) => ({ assetType: 'nikau.nzd.test', assetId: wallet.id, ...more })
    return {
      ...person,
      accountId: String(account.id),
      walletId: String(wallet.id),
      topUp,
      pay: (requestId: string, more: object = {}) =>
        callWhileBusy('POST', `/api/payment-requests/${requestId}/pay`, person.headers, body({ idempotencyKey: randomUUID(), ...more })),
      payUntilAnswered: (requestId: string, more: object = {}) =>
        callUntilAnswered('POST', `/api/payment-requests/${requestId}/pay`, person.headers, body(more)),
      balance: async () => Number((await callOk('GET', `/api/assets/${wallet.id}`, person.headers)).balance),
    }
  }

  return {
    ...client,
    origin,
    url,
    database,
    processes,
    banks,
    cardCompany,
    createShop,
    createPayer,
    async stop() {
      await processes.stop()
      await banks.stop()
      await cardCompany.stop()
      await database.close()
      await server.remove()
    },
  }
}
