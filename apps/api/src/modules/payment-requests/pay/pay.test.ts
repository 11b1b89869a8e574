import { randomUUID } from 'node:crypto'
import { assertLedgerInvariants } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { concurrently, createPayer, createShop, createTokens, retryUnavailable, runningApi } from '../../../fixtures.ts'
import { systemClock } from '@nikau/runtime'

const database = await testDatabase()
const api = await runningApi(database)
const shop = await createShop(api, database)
const issuer = await createShop(api, database)
const tokens = await createTokens(database, systemClock, { merchantId: shop.merchantId, accountId: issuer.accountId })

afterEach(() => assertLedgerInvariants(database.db))

const lines = [
  { name: 'Flat white', sku: 'flat-white', qty: '1', price: '550' },
  { name: 'Scone', sku: 'scone', qty: '1', price: '450' },
]
const readRequest = async (id: string) => (await api.get(`/api/payment-requests/${id}`, shop.till)).body
const settled = async () => {
  const { rows } = await sql<{ balance: bigint }>`select balance from ledger.account where id = ${`asset:${shop.settlementWallet}`}`.execute(database.db)
  return Number(rows[0]!.balance)
}

test('a wallet pays a request in full: the request is paid, the merchant is credited, the activity reports it [API-10, ENT-07]', async () => {
  const payer = await createPayer(api, database)
  const before = await settled()
  const request = await shop.createRequest(1500, { lineItems: [{ name: 'Lunch', qty: 1, price: 1500 }] })
  expect(request).toMatchObject({ status: 'new', remainingAmount: '1500', value: { amount: '1500', currency: 'NZD' }, merchantName: 'Kauri Cafe' })
  const paid = await payer.pay(request.id)
  expect(paid).toMatchObject({ status: 200 })
  expect(paid.body).toMatchObject({ type: 'payment', activityNumber: 2, value: { amount: '1500' }, assetType: 'nikau.nzd.test', paymentRequestId: request.id })
  expect(paid.body.shortCode).toBe(`${request.shortCode}-002`)
  expect(await readRequest(request.id)).toMatchObject({
    status: 'paid',
    remainingAmount: '0',
    paidBy: { assetTotals: [{ type: 'nikau.nzd.test', description: 'NZD', total: { amount: '1500' }, payerAccountId: payer.accountId }] },
  })
  expect(await payer.balance()).toBe(8500)
  expect((await settled()) - before).toBe(1500)
})

test('a paid request and its summary say when it was paid; a later refund does not change it [SUMM-05]', async () => {
  const payer = await createPayer(api, database)
  const request = await shop.createRequest(1500)
  await payer.pay(request.id, { mode: 'multi-asset-payment', amount: '500' })
  expect((await readRequest(request.id)).paidAt).toBeUndefined()
  const { createdAt } = (await payer.pay(request.id, { mode: 'multi-asset-payment', amount: '1000' })).body
  await api.post(`/api/payment-requests/${request.id}/refund`, { value: { amount: '100', currency: 'NZD' }, externalRef: 'r1' }, shop.till)
  const summary = (await api.get(`/api/payment-requests/${request.id}/summary`)).body
  expect([(await readRequest(request.id)).paidAt, summary.paidAt]).toEqual([createdAt, createdAt])
})

test('payments are refused with their own codes, in the order of the contract', async () => {
  const payer = await createPayer(api, database, 1000)
  const other = await createPayer(api, database)
  const code = async (answer: Promise<{ status: number; body: { message: string } }>) => `${(await answer).status} ${(await answer).body.message}`
  const request = await shop.createRequest(1200)
  expect(await code(payer.pay('nosuchrequest'))).toBe('404 REQUEST_NOT_FOUND')
  expect(await code(payer.pay(request.id, { assetType: 'farmlands.nzd.test', externalPaymentRef: 'x' }))).toBe('403 INVALID_ASSET_TYPE')
  expect(await code(payer.pay(request.id, { assetId: other.walletId }))).toBe('403 FORBIDDEN')
  expect(await code(payer.pay(request.id, { assetId: 'nosuchasset' }))).toBe('403 FORBIDDEN')
  expect(await code(payer.pay(request.id, { mode: 'partial-payment', amount: '500' }))).toBe('403 INVALID_AMOUNT')
  expect(await code(payer.pay(request.id, { mode: 'multi-asset-payment', amount: '1201' }))).toBe('403 INVALID_AMOUNT')
  expect(await code(payer.pay(request.id))).toBe('403 INSUFFICIENT_ASSET_VALUE')
  expect(await code(payer.pay(request.id, { assetId: undefined, transactionId: 'elsewhere' }))).toBe('403 PAYMENT_DECLINED')
  await sql`update asset set status = 'disabled' where id = ${payer.walletId}`.execute(database.db)
  expect(await code(payer.pay(request.id))).toBe('403 INACTIVE_ASSET')
  expect((await other.pay(request.id)).status).toBe(200)
  expect(await code(other.pay(request.id, { idempotencyKey: 'again' }))).toBe('403 REQUEST_PAID')
  expect(await payer.balance()).toBe(1000)
})

test('a payment over quota is refused with the usage it would have led to', async () => {
  const payer = await createPayer(api, database, 90_000)
  await payer.pay((await shop.createRequest(80_000)).id)
  await api.post(`/api/wallets/${payer.walletId}/topup`, { idempotencyKey: randomUUID(), amount: '10000' }, payer.headers)
  const answer = await payer.pay((await shop.createRequest(20_001)).id)
  expect(answer).toMatchObject({
    status: 403,
    body: { message: 'QUOTA_EXCEEDED', quotas: [{ period: 'monthly', type: 'spend', limit: '100000', usage: '100001' }] },
  })
})

test('the same key gives the same answer and moves money once; reused for another payment it is refused [API-04]', async () => {
  const payer = await createPayer(api, database)
  const request = await shop.createRequest(300)
  const answers = await concurrently(20, () => payer.pay(request.id, { idempotencyKey: 'k1' }))
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  expect(answers.every((answer) => answer.status === 200)).toBe(true)
  expect(await payer.balance()).toBe(9700)
  expect((await payer.pay((await shop.createRequest(300)).id, { idempotencyKey: 'k1' })).body.message).toBe('IDEMPOTENT_OPERATION_FAILED')
  expect(await payer.pay(request.id, { idempotencyKey: 'k1', mode: 'multi-asset-payment', amount: '300' })).toMatchObject({ status: 422 })
  expect(await payer.balance()).toBe(9700)
})

test('identical simultaneous calls without a key are one payment [API-04]', async () => {
  const payer = await createPayer(api, database)
  const request = await shop.createRequest(900)
  const answers = await concurrently(10, () => payer.pay(request.id, { mode: 'multi-asset-payment', amount: '300' }))
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
  expect(await payer.balance()).toBe(9700)
  expect(await readRequest(request.id)).toMatchObject({ status: 'new', remainingAmount: '600' })
})

test('several assets pay in instalments; the request stays new until nothing remains due [SUG-12]', async () => {
  const [first, second] = [await createPayer(api, database), await createPayer(api, database)]
  const before = await settled()
  const request = await shop.createRequest(1000)
  expect((await first.pay(request.id, { mode: 'multi-asset-payment', amount: '400' })).status).toBe(200)
  expect(await readRequest(request.id)).toMatchObject({ status: 'new', remainingAmount: '600' })
  expect(await settled()).toBe(before)
  expect((await second.pay(request.id, { mode: 'multi-asset-payment', amount: '600' })).status).toBe(200)
  expect(await readRequest(request.id)).toMatchObject({ status: 'paid', remainingAmount: '0' })
  expect((await settled()) - before).toBe(1000)
})

test('a partial payment closes the request at once; the merchant collects the remainder [SUG-12]', async () => {
  const [payer, late] = [await createPayer(api, database), await createPayer(api, database)]
  const request = await shop.createRequest(1000, { partialAllowed: true, basketAmount: '1200' })
  expect((await payer.pay(request.id, { mode: 'partial-payment', amount: '400' })).status).toBe(200)
  expect(await readRequest(request.id)).toMatchObject({ status: 'paid', remainingAmount: '600' })
  expect((await late.pay(request.id, { mode: 'multi-asset-payment', amount: '600' })).body.message).toBe('REQUEST_PAID')
})

test('a token covers its line and money the rest; the issuer, another business, owes what the token paid [ENT-06, ENT-07, BIZ-81]', async () => {
  const payer = await createPayer(api, database)
  const token = await tokens.issue(payer.accountId)
  const owed = await tokens.issuerOwes()
  const before = await settled()
  const request = await shop.createRequest(1000, { lineItems: lines })
  const option = request.paymentOptions.find((item: { assetType: string }) => item.assetType === 'nikau.token.test')
  expect(option).toMatchObject({ amount: '550', acceptedCollections: [{ id: tokens.collectionId, lineItems: [{ sku: 'flat-white' }] }] })
  const byToken = { assetType: 'nikau.token.test', assetId: token, mode: 'multi-asset-payment', amount: '550', lineItems: [lines[0]] }
  expect((await payer.pay(request.id, { ...byToken, lineItems: [lines[1]] })).body.message).toBe('ASSET_REDEMPTION_DENIED')
  expect((await payer.pay(request.id, byToken)).status).toBe(200)
  expect((await payer.pay(request.id, { mode: 'multi-asset-payment', amount: '450' })).status).toBe(200)
  const paid = await readRequest(request.id)
  expect(paid.status).toBe('paid')
  expect(paid.paidBy.assetTotals).toEqual([
    {
      type: 'nikau.token.test',
      description: expect.stringMatching(/\w/),
      total: { amount: '550', currency: 'NZD' },
      lineItems: [lines[0]],
      payerAccountId: payer.accountId,
    },
    { type: 'nikau.nzd.test', description: 'NZD', total: { amount: '450', currency: 'NZD' }, payerAccountId: payer.accountId },
  ])
  expect((await settled()) - before).toBe(1000)
  expect(Number(await tokens.issuerOwes()) - Number(owed)).toBe(550)
  expect((await api.get(`/api/assets/${token}`, payer.headers)).body.status).toBe('spent')
  const again = await shop.createRequest(1000, { lineItems: lines })
  expect((await payer.pay(again.id, byToken)).body.message).toBe('INACTIVE_ASSET')
})

test('a token redeemed at its own issuer brings no money, is owed by nobody, and comes back with a refund [BIZ-81]', async () => {
  const payer = await createPayer(api, database)
  const ownTokens = await createTokens(database, systemClock, shop, 'scone')
  const byToken = { assetType: 'nikau.token.test', assetId: await ownTokens.issue(payer.accountId), lineItems: [lines[1]] }
  const before = await settled()
  const alone = await shop.createRequest(450, { lineItems: [lines[1]] })
  expect((await payer.pay(alone.id, byToken)).body).toMatchObject({ type: 'payment', value: { amount: '450' } })
  const paid = await readRequest(alone.id)
  expect([paid.status, paid.paidBy.assetTotals.length, paid.paidBy.assetTotals[0].total.amount]).toEqual(['paid', 1, '450'])
  expect([await settled(), Number(await ownTokens.issuerOwes())]).toEqual([before, 0])
  const refund = { value: { amount: '450', currency: 'NZD' }, externalRef: 'own-token' }
  expect((await api.post(`/api/payment-requests/${alone.id}/refund`, refund, shop.till)).status).toBe(200)
  expect((await api.get(`/api/assets/${byToken.assetId}`, payer.headers)).body.status).toBe('active')
  expect([await settled(), Number(await ownTokens.issuerOwes())]).toEqual([before, 0])

  const mixed = await shop.createRequest(1000, { lineItems: lines })
  expect((await payer.pay(mixed.id, { mode: 'multi-asset-payment', amount: '550' })).status).toBe(200)
  expect((await payer.pay(mixed.id, { ...byToken, mode: 'multi-asset-payment', amount: '450' })).status).toBe(200)
  expect(await readRequest(mixed.id)).toMatchObject({ status: 'paid' })
  expect((await settled()) - before).toBe(550)
})

test('only a till of the merchant can record cash that it has taken', async () => {
  const payer = await createPayer(api, database)
  const request = await shop.createRequest(700)
  const cash = { assetType: 'external.test', transactionId: 'drawer-1' }
  expect((await api.post(`/api/payment-requests/${request.id}/pay`, cash, payer.headers)).body.message).toBe('FORBIDDEN')
  const answer = await api.post(`/api/payment-requests/${request.id}/pay`, cash, shop.till)
  expect(answer).toMatchObject({ status: 200, body: { external: true } })
  expect(await readRequest(request.id)).toMatchObject({ status: 'paid' })
})

// Creating fifty payers one after the other takes most of the time.
test('fifty payers on one request: one pays, the others are refused, no one is charged twice', { timeout: 60_000 }, async () => {
  const payers: Awaited<ReturnType<typeof createPayer>>[] = []
  for (let n = 0; n < 50; n++) payers.push(await createPayer(api, database, 500))
  const request = await shop.createRequest(500)
  const answers = await Promise.all(payers.map((payer) => retryUnavailable(() => payer.pay(request.id))))
  expect(answers.filter((answer) => answer.status === 200).length).toBe(1)
  expect(new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.body.message))).toEqual(new Set(['REQUEST_PAID']))
  const balances = await Promise.all(payers.map((payer) => payer.balance()))
  expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(49 * 500)
})
