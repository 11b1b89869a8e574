// An API on a clock that tests move, a shop with a till, its tokens, and the calls that a till makes on a request.
import { assertLedgerInvariants, createLedger } from '@nikau/ledger'
import { randomIds, Secret } from '@nikau/runtime'
import { fakeClock, silent, type TestDatabase } from '@nikau/testing'
import { afterAll, afterEach } from 'vitest'
import { createShop, createTokens, runningApi } from '../../fixtures.ts'

export const lines = [
  { name: 'Flat white', sku: 'flat-white', qty: '1', price: '550' },
  { name: 'Scone', sku: 'scone', qty: '1', price: '450' },
]

export const nzd = (amount: number) => ({ amount: String(amount), currency: 'NZD' })

export async function startTill(database: TestDatabase) {
  // Each test leaves the rest of its minute to its own calls; sessions last for an hour of this clock.
  const clock = fakeClock(new Date().toISOString())
  const api = await runningApi(database, { clock })
  const shop = await createShop(api, database)
  const tokens = await createTokens(database, clock, shop)
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
    deps: { db: database.db, ledger, clock, ids: randomIds, externalMethods: [] },
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
