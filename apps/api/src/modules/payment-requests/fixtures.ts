// An API on a clock that tests move, a shop with a till, its tokens, and the calls that a till makes on a request.
import { assertLedgerInvariants, createLedger } from '@nikau/ledger'
import { randomIds, Secret } from '@nikau/runtime'
import { fakeClock, holdAccount, silent, type TestDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, onTestFinished } from 'vitest'
import { createShop, createTokens, noFees, runningApi } from '../../fixtures.ts'

export const lines = [
  { name: 'Flat white', sku: 'flat-white', qty: '1', price: '550' },
  { name: 'Scone', sku: 'scone', qty: '1', price: '450' },
]

export const nzd = (amount: number) => ({ amount: String(amount), currency: 'NZD' })

/** Makes calls that have all read the request before any of them can post. The answers are in the order of the calls. */
export async function whileAccountIsHeld<T>(database: TestDatabase, accountId: string, calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const letGo = await holdAccount(database.owner, accountId)
  const pending = calls.map((call) => call())
  const waiting = async () => {
    const query = sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await query.execute(database.owner.db)).rows[0]!.count
  }
  await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toBe(calls.length)
  await letGo()
  return await Promise.all(pending)
}

export async function startTill(database: TestDatabase, env: Record<string, string> = {}) {
  // Each test leaves the rest of its minute to its own calls; sessions last for an hour of this clock.
  const clock = fakeClock(new Date().toISOString())
  const api = await runningApi(database, { clock, env })
  const shop = await createShop(api, database)
  const issuer = await createShop(api, database)
  const tokens = await createTokens(database, clock, { merchantId: shop.merchantId, accountId: issuer.accountId })
  const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
  afterAll(() => ledger.close())
  afterEach(async () => {
    await assertLedgerInvariants(database.db)
    clock.advance(61_000)
  })
  return {
    api,
    clock,
    shop,
    tokens,
    deps: { db: database.db, ledger, fees: noFees, clock, ids: randomIds, externalMethods: [] },
    /** At another time, which the ledger agrees with. */
    depsAt: (iso: string) => {
      const at = fakeClock(iso)
      const another = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock: at })
      onTestFinished(() => another.close())
      return { db: database.db, ledger: another, fees: noFees, clock: at, ids: randomIds, externalMethods: [] }
    },
    read: async (id: string) => (await api.get(`/api/payment-requests/${id}`, shop.till)).body,
    call: (id: string, action: string, body: object = {}) => api.post(`/api/payment-requests/${id}/${action}`, body, shop.till),
    callWithoutBody: (id: string, action: string, headers: Record<string, string> = shop.till) =>
      api.post(`/api/payment-requests/${id}/${action}`, undefined!, headers),
    spendUsage: async (payer: { accountId: string; headers: Record<string, string> }) =>
      (await api.get(`/api/accounts/${payer.accountId}/quotas`, payer.headers)).body.find(
        (quota: { type: string; period: string }) => quota.type === 'spend' && quota.period === 'monthly',
      ).usage as string,
  }
}
