import { createHash } from 'node:crypto'
import { assertLedgerInvariants } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPayer, createShop } from '../../fixtures.ts'
import { startByName, stopByName } from '../controls/index.ts'
import { assetType, cardOf, startCardPayments } from './fixtures.ts'

const database = await testDatabase()
const harness = await startCardPayments(database, { rules: { unknownBarcodes: 3 } })
const { api, company, shop } = harness

beforeEach(() => sql`delete from card_limit`.execute(database.db))
afterEach(async () => {
  await company.clear()
  await assertLedgerInvariants(database.db)
})

const scan = (barcode: string, amount = 2500, more: object = {}, from: { configId: string; till: Record<string, string> } = shop) =>
  api.post('/api/payment-requests', { configId: from.configId, value: { amount: String(amount), currency: 'NZD' }, barcode, ...more }, from.till)
const scanned = async (barcode: string, amount?: number, more?: object) => {
  const { status, body } = await scan(barcode, amount, more)
  expect([status, body.status]).toEqual([200, 'new'])
  return body.id as string
}
const poll = harness.request
/** Polls as a till does until the request is no longer new. */
const settled = (id: string) =>
  vi.waitUntil(
    async () => {
      const request = await poll(id)
      return request.status !== 'new' && request
    },
    { timeout: 30_000, interval: 100 },
  )
const summary = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message].join(' ')

test('a scanned card is charged with the first poll of the account that created the request, and once [PAY-01]', async () => {
  const id = await scanned('424242424')
  expect((await api.get(`/api/payment-requests/${id}`, shop.till)).body.paymentOptions).toMatchObject([{ assetType, amount: '2500' }])
  const before = await scanned('424242424', 2600)
  const [stranger, other] = [await createPayer(api, database), await createShop(api, database)]
  await api.get(`/api/payment-requests/${before}`, stranger.headers)
  await api.get(`/api/payment-requests/${before}`, other.till)
  await api.get(`/api/payment-requests/${before}/summary`)
  expect(await harness.payment(before)).toMatchObject({ step: 'scanned' })
  await Promise.all(Array.from({ length: 8 }, () => poll(before)))
  for (const [request, amount] of [
    [await settled(id), '2500'],
    [await settled(before), '2600'],
  ])
    expect(request).toMatchObject({
      status: 'paid',
      remainingAmount: '0',
      paidBy: { assetTotals: [{ type: assetType, description: 'Farmlands Card ending 0001', total: { amount } }] },
    })
  expect(await harness.charged(before)).toMatchObject([{ cents: 2600, status: 'approved', card: 'fct_demo0001', merchantGst: '140107697' }])
  expect(await harness.charged(id)).toHaveLength(1)
})

test('a card that does not pay cancels the request with the reason', async () => {
  const reasonOf = async (barcode: string, amount?: number) => {
    const request = await settled(await scanned(barcode, amount))
    return [request.status, request.cancellationReason]
  }
  expect(await reasonOf('434343434')).toEqual(['cancelled', 'PAYMENT_DECLINED'])
  expect(await reasonOf('454545454')).toEqual(['cancelled', 'PATRON_CODE_EXPIRED'])
  expect(await reasonOf('464646464')).toEqual(['cancelled', 'INACTIVE_ASSET'])
  expect(await reasonOf('424242424', 2567)).toEqual(['cancelled', 'PAYMENT_DECLINED'])
})

test('unknown barcodes are refused and counted for each account; a company that does not answer is not a guess', async () => {
  await company.fault('lookup', 'down', 4)
  for (let call = 0; call < 4; call++) expect(summary(await scan('424242424'))).toBe('503 UNAVAILABLE')
  for (const barcode of ['100000001', '100000002', '100000003']) expect(summary(await scan(barcode))).toBe('403 PATRON_CODE_INVALID')
  expect(summary(await scan('424242424'))).toBe('429 RATE_LIMIT_EXCEEDED')
  const other = await createShop(api, database, { types: ['farmlands.nzd'] })
  expect(await scan('424242424', 2500, {}, other)).toMatchObject({ status: 200 })
})

test('only a merchant that takes the card may scan it, and no barcode of others reaches the company', async () => {
  const looked = async () => (await company.calls()).filter(({ path }) => path === '/v1/cards/lookup').length
  const before = await looked()
  const other = await createShop(api, database, { types: ['nikau.nzd'] })
  expect(summary(await scan('424242424', 2500, {}, other))).toBe('403 NO_AVAILABLE_PAYMENT_OPTIONS')
  expect(summary(await scan('424242424', 2500, {}, { configId: shop.configId, till: other.till }))).toBe('403 FORBIDDEN')
  // A grant that does not let it create requests.
  const grant = `/api/merchants/${shop.merchantId}/integrators/${other.accountId}`
  expect((await api.put(grant, { permissions: ['refund'] }, shop.owner.headers)).status).toBe(200)
  expect(summary(await scan('424242424', 2500, {}, { configId: shop.configId, till: other.till }))).toBe('403 FORBIDDEN')
  expect(await looked()).toBe(before)
  expect(summary(await scan('424242424', 2500, { preAuth: true }))).toBe('403 PATRON_CODE_INVALID')
})

test('an integrator whose grant was revoked after it created the request starts no charge', async () => {
  const integrator = await createShop(api, database)
  const grant = `/api/merchants/${shop.merchantId}/integrators/${integrator.accountId}`
  expect((await api.put(grant, { permissions: ['create'] }, shop.owner.headers)).status).toBe(200)
  const { id } = (await scan('424242424', 2500, {}, { configId: shop.configId, till: integrator.till })).body
  expect((await api.delete(grant, shop.owner.headers)).status).toBe(200)
  await api.get(`/api/payment-requests/${id}`, integrator.till)
  expect(await harness.payment(id)).toMatchObject({ step: 'scanned' })
  await api.put(grant, { permissions: ['create'] }, shop.owner.headers)
  await api.get(`/api/payment-requests/${id}`, integrator.till)
  expect(await settled(id)).toMatchObject({ status: 'paid' })
})

test('a repeated call under its key answers the same request, also when the company is down', async () => {
  const key = { idempotencyKey: 'till-1' }
  const id = await scanned('424242424', 2500, key)
  await company.fault('lookup', 'down')
  expect((await scan('424242424', 2500, key)).body.id).toBe(id)
  expect(summary(await scan('434343434', 2500, key))).toBe('422 IDEMPOTENT_OPERATION_FAILED')
})

test('a lost answer, a stopped worker and a later poll make one charge', async () => {
  await harness.stopWorker()
  const id = await scanned('424242424', 2564) // charged, and the answer is lost
  await poll(id)
  await poll(id)
  expect(await harness.payment(id)).toMatchObject({ step: 'charge' })
  expect(await harness.charged(id)).toEqual([])
  harness.startWorker()
  expect(await settled(id)).toMatchObject({ status: 'paid' })
  expect(await harness.charged(id)).toHaveLength(1)
})

test('a till that voids before its first poll charges nobody; after it, the money goes back to the card', async () => {
  const voidIt = (id: string) => api.post(`/api/payment-requests/${id}/void`, {}, shop.till)
  const unpolled = await scanned('424242424', 2700)
  expect((await voidIt(unpolled)).status).toBe(200)
  await poll(unpolled)
  expect(await harness.payment(unpolled)).toMatchObject({ step: 'scanned' })
  expect(await harness.charged(unpolled)).toEqual([])
  await harness.rows(sql`update card_payment set created_at = created_at - interval '25 hours' where payment_request_id = ${unpolled}`)
  await harness.rows(sql`select graphile_worker.add_job('delete-card-sessions')`)
  await vi.waitFor(async () => expect(await harness.payment(unpolled)).toMatchObject({ step: 'failed', failure: 'lapsed' }), 20_000)

  await harness.stopWorker()
  const polled = await scanned('424242424', 2800)
  await poll(polled)
  expect((await voidIt(polled)).status).toBe(200)
  harness.startWorker()
  await vi.waitFor(async () => expect(await harness.charged(polled)).toMatchObject([{ cents: 2800, refundedCents: 2800 }]), 20_000)
  expect(await poll(polled)).toMatchObject({ status: 'cancelled', cancellationReason: 'CANCELLED_BY_MERCHANT' })
})

test('the barcode is stored nowhere, and the token of the card sealed, until the charge is decided', async () => {
  const body = { configId: shop.configId, value: { amount: 2900n, currency: 'NZD' }, barcode: '424242424' }
  await harness.stopWorker()
  const id = await scanned('424242424', 2900, { idempotencyKey: 'kept' })
  const rows = async () => {
    const [payment] = await harness.rows(
      sql<{
        text: string
        sealed: boolean
      }>`select t::text as text, sealed_card_token is not null as sealed from card_payment t where payment_request_id = ${id}`,
    )
    const [request] = await harness.rows(sql<{ text: string }>`select t::text as text from payment_request t where id = ${id}`)
    const [call] = await harness.rows(sql<{ text: string; hash: Buffer }>`select t::text as text, request_hash as hash from idempotency t where key = 'kept'`)
    return { payment: payment!, request: request!, call: call! }
  }
  const { payment, request, call } = await rows()
  for (const { text } of [payment, request, call]) expect(text).not.toMatch(/424242424|fct_demo/)
  expect(payment.sealed).toBe(true)
  const plain = JSON.stringify([undefined, body], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
  expect(call.hash.equals(createHash('sha256').update(plain).digest())).toBe(false)
  await poll(id)
  harness.startWorker()
  await settled(id)
  expect((await rows()).payment.sealed).toBe(false)
})

test('while the farm card is stopped no card is verified or scanned; a card that was verified before pays [DESK-92]', async () => {
  const requestId = await harness.createRequest(1700)
  const card = await harness.verify(requestId, cardOf(1))
  const by = { name: 'farm-card', operator: null, proposalId: null, reason: 'The company is down', at: new Date() } as const
  await database.db.transaction().execute((tx) => stopByName(tx, by))
  expect(summary(await harness.submitCard(await harness.createRequest(1800), cardOf(2)))).toBe('403 PAUSED')
  expect(summary(await scan('424242424'))).toBe('403 PAUSED')
  expect((await harness.pay(requestId, card)).status).toBe(200)
  await database.db.transaction().execute((tx) => startByName(tx, by))
  await scanned('424242424')
})
