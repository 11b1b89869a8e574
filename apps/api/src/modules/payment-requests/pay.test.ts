import { assertBooksInOrder } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { atOnce, givenPayer, givenShop, givenTokens, patiently, runningApi } from '../../given.ts'
import { systemClock } from '@nikau/runtime'

const database = await testDatabase()
const api = await runningApi(database)
const shop = await givenShop(api, database)
const tokens = await givenTokens(database, systemClock, shop)

afterEach(() => assertBooksInOrder(database.db))

const lines = [
  { name: 'Flat white', sku: 'flat-white', qty: '1', price: '550' },
  { name: 'Scone', sku: 'scone', qty: '1', price: '450' },
]
const request = async (id: string) => (await api.get(`/api/payment-requests/${id}`, shop.till)).body
const settled = async () => {
  const { rows } = await sql<{ balance: bigint }>`select balance from ledger.account where id = ${`asset:${shop.settlementWallet}`}`.execute(database.db)
  return Number(rows[0]!.balance)
}

test('a wallet pays a request in full: the request is paid, the merchant has the money, the activity says so [API-10, ENT-07]', async () => {
  const payer = await givenPayer(api, database)
  const before = await settled()
  const asked = await shop.ask(1500, { lineItems: [{ name: 'Lunch', qty: 1, price: 1500 }] })
  expect(asked).toMatchObject({ status: 'new', remainingAmount: '1500', value: { amount: '1500', currency: 'NZD' }, merchantName: 'Kauri Cafe' })
  const paid = await payer.pay(asked.id)
  expect(paid).toMatchObject({ status: 200 })
  expect(paid.body).toMatchObject({ type: 'payment', activityNumber: 2, value: { amount: '1500' }, assetType: 'nikau.nzd.test', paymentRequestId: asked.id })
  expect(paid.body.shortCode).toBe(`${asked.shortCode}-002`)
  expect(await request(asked.id)).toMatchObject({
    status: 'paid',
    remainingAmount: '0',
    paidBy: { assetTotals: [{ type: 'nikau.nzd.test', description: 'NZD', total: { amount: '1500' }, payerAccountId: payer.accountId }] },
  })
  expect(await payer.balance()).toBe(8500)
  expect((await settled()) - before).toBe(1500)
})

test('what a customer cannot pay is refused by name, in the order of the contract', async () => {
  const payer = await givenPayer(api, database, 1000)
  const other = await givenPayer(api, database)
  const code = async (answer: Promise<{ status: number; body: { message: string } }>) => `${(await answer).status} ${(await answer).body.message}`
  const asked = await shop.ask(1200)
  expect(await code(payer.pay('nosuchrequest'))).toBe('404 REQUEST_NOT_FOUND')
  expect(await code(payer.pay(asked.id, { assetType: 'farmlands.nzd.test', externalPaymentRef: 'x' }))).toBe('403 INVALID_ASSET_TYPE')
  expect(await code(payer.pay(asked.id, { assetId: other.walletId }))).toBe('403 FORBIDDEN')
  expect(await code(payer.pay(asked.id, { assetId: 'nosuchasset' }))).toBe('403 FORBIDDEN')
  expect(await code(payer.pay(asked.id, { mode: 'partial-payment', amount: '500' }))).toBe('403 INVALID_AMOUNT')
  expect(await code(payer.pay(asked.id, { mode: 'multi-asset-payment', amount: '1201' }))).toBe('403 INVALID_AMOUNT')
  expect(await code(payer.pay(asked.id))).toBe('403 INSUFFICIENT_ASSET_VALUE')
  expect(await code(payer.pay(asked.id, { assetId: undefined, transactionId: 'elsewhere' }))).toBe('403 PAYMENT_DECLINED')
  await sql`update asset set status = 'disabled' where id = ${payer.walletId}`.execute(database.db)
  expect(await code(payer.pay(asked.id))).toBe('403 INACTIVE_ASSET')
  expect((await other.pay(asked.id)).status).toBe(200)
  expect(await code(other.pay(asked.id, { idempotencyKey: 'again' }))).toBe('403 REQUEST_PAID')
  expect(await payer.balance()).toBe(1000)
})

test('a quota that a payment would exceed is told with what it would have become', async () => {
  const payer = await givenPayer(api, database, 90_000)
  await payer.pay((await shop.ask(80_000)).id)
  await api.post(`/api/wallets/${payer.walletId}/topup`, { amount: '10000' }, payer.headers)
  const answer = await payer.pay((await shop.ask(20_001)).id)
  expect(answer).toMatchObject({
    status: 403,
    body: { message: 'QUOTA_EXCEEDED', quotas: [{ period: 'monthly', type: 'spend', limit: '100000', usage: '100001' }] },
  })
})

test('the same key gives the same answer and moves money once; with another wish it is refused [API-04]', async () => {
  const payer = await givenPayer(api, database)
  const asked = await shop.ask(300)
  const answers = await atOnce(20, () => payer.pay(asked.id, { idempotencyKey: 'k1' }))
  expect(new Set(answers.map((one) => JSON.stringify(one.body))).size).toBe(1)
  expect(answers.every((one) => one.status === 200)).toBe(true)
  expect(await payer.balance()).toBe(9700)
  expect((await payer.pay((await shop.ask(300)).id, { idempotencyKey: 'k1' })).body.message).toBe('IDEMPOTENT_OPERATION_FAILED')
  expect(await payer.pay(asked.id, { idempotencyKey: 'k1', mode: 'multi-asset-payment', amount: '300' })).toMatchObject({ status: 422 })
  expect(await payer.balance()).toBe(9700)
})

test('without a key two of the same call at once are one payment [API-04]', async () => {
  const payer = await givenPayer(api, database)
  const asked = await shop.ask(900)
  const answers = await atOnce(10, () => payer.pay(asked.id, { mode: 'multi-asset-payment', amount: '300' }))
  expect(answers.map((one) => one.status)).toEqual(answers.map(() => 200))
  expect(await payer.balance()).toBe(9700)
  expect(await request(asked.id)).toMatchObject({ status: 'new', remainingAmount: '600' })
})

test('several assets pay in instalments; the request stays new until nothing remains [SUG-12]', async () => {
  const [first, second] = [await givenPayer(api, database), await givenPayer(api, database)]
  const before = await settled()
  const asked = await shop.ask(1000)
  expect((await first.pay(asked.id, { mode: 'multi-asset-payment', amount: '400' })).status).toBe(200)
  expect(await request(asked.id)).toMatchObject({ status: 'new', remainingAmount: '600' })
  expect(await settled()).toBe(before)
  expect((await second.pay(asked.id, { mode: 'multi-asset-payment', amount: '600' })).status).toBe(200)
  expect(await request(asked.id)).toMatchObject({ status: 'paid', remainingAmount: '0' })
  expect((await settled()) - before).toBe(1000)
})

test('a part payment closes the request at once; the rest stays for the merchant [SUG-12]', async () => {
  const [payer, late] = [await givenPayer(api, database), await givenPayer(api, database)]
  const asked = await shop.ask(1000, { partialAllowed: true, basketAmount: '1200' })
  expect((await payer.pay(asked.id, { mode: 'partial-payment', amount: '400' })).status).toBe(200)
  expect(await request(asked.id)).toMatchObject({ status: 'paid', remainingAmount: '600' })
  expect((await late.pay(asked.id, { mode: 'multi-asset-payment', amount: '600' })).body.message).toBe('REQUEST_PAID')
})

test('a token covers its line and money the rest; the issuer owes what the token paid [ENT-06, ENT-07]', async () => {
  const payer = await givenPayer(api, database)
  const token = await tokens.issue(payer.accountId)
  const owed = await tokens.issuerOwes()
  const before = await settled()
  const asked = await shop.ask(1000, { lineItems: lines })
  const option = asked.paymentOptions.find((one: { assetType: string }) => one.assetType === 'nikau.token.test')
  expect(option).toMatchObject({ amount: '550', acceptedCollections: [{ id: tokens.collectionId, lineItems: [{ sku: 'flat-white' }] }] })
  const byToken = { assetType: 'nikau.token.test', assetId: token, mode: 'multi-asset-payment', amount: '550', lineItems: [lines[0]] }
  expect((await payer.pay(asked.id, { ...byToken, lineItems: [lines[1]] })).body.message).toBe('ASSET_REDEMPTION_DENIED')
  expect((await payer.pay(asked.id, byToken)).status).toBe(200)
  expect((await payer.pay(asked.id, { mode: 'multi-asset-payment', amount: '450' })).status).toBe(200)
  expect(await request(asked.id)).toMatchObject({ status: 'paid', paidBy: { assetTotals: [{ lineItems: [{ sku: 'flat-white' }] }, {}] } })
  expect((await settled()) - before).toBe(1000)
  expect(Number(await tokens.issuerOwes()) - Number(owed)).toBe(550)
  expect((await api.get(`/api/assets/${token}`, payer.headers)).body.status).toBe('spent')
  const again = await shop.ask(1000, { lineItems: lines })
  expect((await payer.pay(again.id, byToken)).body.message).toBe('INACTIVE_ASSET')
})

test('a till writes down cash that it has taken itself, and nobody else can', async () => {
  const payer = await givenPayer(api, database)
  const asked = await shop.ask(700)
  const cash = { assetType: 'external.test', transactionId: 'drawer-1' }
  expect((await api.post(`/api/payment-requests/${asked.id}/pay`, cash, payer.headers)).body.message).toBe('FORBIDDEN')
  const answer = await api.post(`/api/payment-requests/${asked.id}/pay`, cash, shop.till)
  expect(answer).toMatchObject({ status: 200, body: { external: true } })
  expect(await request(asked.id)).toMatchObject({ status: 'paid' })
})

// Fifty people with money are made one after the other first, which is most of its time.
test('fifty payers on one request: one pays, the others are told so, nobody is charged twice', { timeout: 60_000 }, async () => {
  const payers: Awaited<ReturnType<typeof givenPayer>>[] = []
  for (let n = 0; n < 50; n++) payers.push(await givenPayer(api, database, 500))
  const asked = await shop.ask(500)
  const answers = await Promise.all(payers.map((payer) => patiently(() => payer.pay(asked.id))))
  expect(answers.filter((one) => one.status === 200).length).toBe(1)
  expect(new Set(answers.filter((one) => one.status !== 200).map((one) => one.body.message))).toEqual(new Set(['REQUEST_PAID']))
  const balances = await Promise.all(payers.map((payer) => payer.balance()))
  expect(balances.reduce((sum, one) => sum + one, 0)).toBe(49 * 500)
})
