import { pathOf } from '@nikau/contract'
import { endpoints } from '@nikau/contract/endpoints'
import { assertLedgerInvariants } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPayer } from '../../fixtures.ts'
import { assetType, cardOf, startCardPayments } from './fixtures.ts'

const database = await testDatabase()
const harness = await startCardPayments(database)
const { api, company, shop, createRequest, verify, pay } = harness

beforeEach(() => sql`delete from card_limit`.execute(database.db))
afterEach(async () => {
  await company.clear()
  await assertLedgerInvariants(database.db)
})

const summary = ({ status, body }: { status: number; body: { message?: string; reason?: string } }) =>
  [status, body.message, body.reason].filter((part) => part !== undefined).join(' ')
const settledBalance = () => harness.balance(`asset:${shop.settlementWallet}`)
const bearer = (token: { accessToken: string }) => ({ authorization: `Bearer ${token.accessToken}` })
const until = (requestId: string, step: string) =>
  vi.waitFor(async () => expect((await harness.payment(requestId))?.step).toBe(step), { timeout: 20_000, interval: 50 })

describe('paying', () => {
  test('a payer without an account pays with card and code: the request is paid, the merchant has the money, one charge [PAY-01, API-44]', async () => {
    const before = await settledBalance()
    const requestId = await createRequest(4000)
    const paid = await pay(requestId, await verify(requestId))
    expect(paid).toMatchObject({
      status: 200,
      body: { type: 'payment', assetType, value: { amount: '4000' }, paymentRequestId: requestId, createdBy: 'crn::service:farm-card' },
    })
    expect(await harness.request(requestId)).toMatchObject({
      status: 'paid',
      remainingAmount: '0',
      paidBy: { assetTotals: [{ type: assetType, description: 'Farmlands Card ending 0001', total: { amount: '4000' } }] },
    })
    expect((await settledBalance()) - before).toBe(4000n)
    expect(await harness.charged(requestId)).toMatchObject([{ cents: 4000, status: 'approved', merchantGst: '140107697', card: 'fct_demo0001' }])
  })

  test('an approval of another amount than was asked for is not booked: an operator decides [MON-7]', async () => {
    const before = await settledBalance()
    await company.fault('charge', 'other-amount', 1)
    const requestId = await createRequest(23_000)
    const token = await verify(requestId)
    await pay(requestId, token)
    await until(requestId, 'indeterminate')
    expect(await harness.charged(requestId)).toMatchObject([{ cents: 2300, status: 'approved' }])
    expect(await settledBalance()).toBe(before)
    expect((await harness.request(requestId)).status).toBe('new')
    expect(await harness.exceptions((await harness.payment(requestId))!.id)).toEqual([{ kind: 'card-payment-indeterminate', amount: 23_000n, closed: false }])
  })

  test('after a lost response the amount that the company has is compared too [MON-7]', async () => {
    await company.fault('charge', 'other-amount', 1)
    await company.fault('charge', 'lose', 1)
    const requestId = await createRequest(23_000)
    await pay(requestId, await verify(requestId))
    await until(requestId, 'indeterminate')
    expect((await harness.request(requestId)).status).toBe('new')
  })

  test('a card that needs no code pays at once', async () => {
    const { paid } = await harness.completePayment(1200, cardOf(6))
    expect(paid.status).toBe(200)
  })

  test('repeated and concurrent calls make one payment', async () => {
    const requestId = await createRequest(2100)
    const token = await verify(requestId)
    const answers = await Promise.all(Array.from({ length: 12 }, () => pay(requestId, token)))
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect((await pay(requestId, token)).body).toEqual(answers[0]!.body)
    expect(await harness.charged(requestId)).toHaveLength(1)
    const posts = (await company.calls()).filter(({ method, path, key }) => method === 'POST' && path === '/v1/charges' && key !== null)
    expect(new Set(posts.map(({ key }) => key)).size).toBe(posts.length)
  })

  test('a decline has its own code, and the request can be paid in another way', async () => {
    const declined = async (status: string | undefined, amount: number, serial = 7) => {
      const requestId = await createRequest(amount)
      const token = await verify(requestId, cardOf(serial))
      if (status !== undefined) await company.control(`cards/fct_demo000${serial}/status`, { status })
      const answer = summary(await pay(requestId, token))
      await company.control(`cards/fct_demo000${serial}/status`, { status: 'active' })
      expect((await harness.request(requestId)).status).toBe('new')
      return { answer, requestId }
    }
    expect((await declined('expired', 1000)).answer).toBe('403 PATRON_CODE_EXPIRED')
    expect((await declined('inactive', 1000)).answer).toBe('403 PATRON_CODE_INVALID PATRON_CODE_INACTIVE')
    const { answer, requestId } = await declined(undefined, 1067)
    expect(answer).toBe('403 PAYMENT_DECLINED declined')
    const payer = await createPayer(api, database)
    const wallet = await api.post(`/api/payment-requests/${requestId}/pay`, { assetType: 'nikau.nzd.test', assetId: payer.walletId }, payer.headers)
    expect(wallet.status).toBe(200)
  })

  test('of two concurrent payments of the last credit one is refused', async () => {
    const [first, second] = [await createRequest(2000), await createRequest(2000)]
    const [a, b] = [await verify(first, cardOf(9)), await verify(second, cardOf(9))]
    const answers = await Promise.all([pay(first, a), pay(second, b)])
    expect(answers.map(summary).sort()).toEqual(['200', '403 INSUFFICIENT_ASSET_VALUE'])
  })

  test('a merchant without a GST number cannot be paid by card', async () => {
    const requestId = await createRequest(1000)
    const token = await verify(requestId)
    await sql`update payment_request set terms = terms - 'gstNumber' where id = ${requestId}`.execute(database.db)
    expect(summary(await pay(requestId, token))).toBe('403 INVALID_MERCHANT_CONFIG')
  })
})

describe('the token', () => {
  test('reads and pays its own request, and nothing else [API-44]', async () => {
    const [requestId, otherRequest] = [await createRequest(1500), await createRequest(1500)]
    const token = await verify(requestId)
    const own = await api.get(`/api/payment-requests/${requestId}`, bearer(token))
    expect(own).toMatchObject({ status: 200, body: { id: requestId, status: 'new' } })
    expect(summary(await api.get(`/api/payment-requests/${otherRequest}`, bearer(token)))).toBe('403 FORBIDDEN')
    expect(summary(await api.get('/api/payment-requests/nosuch', bearer(token)))).toBe('403 FORBIDDEN')
    expect(summary(await pay(otherRequest, token))).toBe('403 FORBIDDEN')
    const closed = Object.entries(endpoints).filter(([, endpoint]) => endpoint.access !== 'public' && endpoint.bearer !== 'payment-token')
    expect(closed.length).toBeGreaterThan(40)
    const ids = { id: requestId, accountId: shop.accountId, merchantId: shop.merchantId, walletId: shop.settlementWallet, configId: shop.configId }
    for (const [, endpoint] of closed) {
      const { statusCode } = await api.app.inject({ method: endpoint.method, url: pathOf(endpoint, ids), headers: bearer(token) })
      expect(`${endpoint.method} ${endpoint.path} ${statusCode}`).toBe(`${endpoint.method} ${endpoint.path} 401`)
    }
    expect((await pay(requestId, token)).status).toBe(200)
  })

  test('pays only with the card and reference it was issued with, in full', async () => {
    const requestId = await createRequest(1500)
    const token = await verify(requestId)
    const stranger = await verify(await createRequest(1500), cardOf(8))
    expect(summary(await pay(requestId, token, { assetId: stranger.assetId }))).toBe('403 FORBIDDEN')
    expect(summary(await pay(requestId, token, { externalPaymentRef: stranger.externalPaymentRef }))).toBe('403 FORBIDDEN')
    expect(summary(await pay(requestId, token, { assetType: 'nikau.nzd.test' }))).toBe('403 INVALID_ASSET_TYPE')
    expect(summary(await pay(requestId, token, { mode: 'partial-payment', amount: '100' }))).toBe('403 INVALID_AMOUNT')
    expect((await harness.payment(requestId))?.step).toBeUndefined()
  })

  test('pays once: another idempotency key is refused, also after a refusal', async () => {
    const requestId = await createRequest(1067)
    const token = await verify(requestId)
    expect(summary(await pay(requestId, token))).toBe('403 PAYMENT_DECLINED declined')
    expect(summary(await pay(requestId, token, { idempotencyKey: 'k2' }))).toBe('403 FORBIDDEN')
    expect(summary(await pay(requestId, token))).toBe('403 PAYMENT_DECLINED declined')
    expect(await harness.charged(requestId)).toHaveLength(1)
  })

  test('is valid for at most ten minutes, and cannot be forged', async () => {
    const requestId = await createRequest(1500)
    const token = await verify(requestId)
    const [row] = await harness.rows(
      sql<{
        life: number
      }>`select extract(epoch from token_expires_at - updated_at)::int as life from card_session where token_hash is not null and payment_request_id = ${requestId}`,
    )
    expect(row!.life).toBeLessThanOrEqual(600)
    expect((await pay(requestId, { ...token, accessToken: `ct_${'A'.repeat(43)}` })).status).toBe(401)
    await sql`update card_session set token_expires_at = now() - interval '1 second' where payment_request_id = ${requestId}`.execute(database.db)
    expect((await pay(requestId, token)).status).toBe(401)
    expect((await api.get(`/api/payment-requests/${requestId}`, bearer(token))).status).toBe(401)
  })
})

describe('an unknown outcome', () => {
  test.each([
    [1064, 'the response is lost after the charge'],
    [1061, 'the response is late'],
    [1062, 'the company is down for a while'],
    [1076, 'a gateway responds instead'],
  ])('%i: %s; one charge', async (amount) => {
    const { requestId, paid } = await harness.completePayment(amount)
    expect(paid.status).toBe(200)
    const charges = await harness.charged(requestId)
    expect(charges).toMatchObject([{ cents: amount, status: 'approved' }])
    expect((await company.charges()).filter(({ cents }) => cents === amount)).toHaveLength(1)
  })

  test('while it lasts the call returns PAYMENT_UNCONFIRMED, no other payment is accepted, and it settles when the company is back', async () => {
    const requestId = await createRequest(3300)
    const token = await verify(requestId)
    await company.fault('charge', 'lose', 1)
    await company.fault('charge-status', 'down')
    expect(summary(await pay(requestId, token))).toBe('403 PAYMENT_UNCONFIRMED')
    const payer = await createPayer(api, database)
    const wallet = await api.post(`/api/payment-requests/${requestId}/pay`, { assetType: 'nikau.nzd.test', assetId: payer.walletId }, payer.headers)
    expect(summary(wallet)).toBe('403 PAYMENT_UNCONFIRMED')
    await company.clear()
    expect((await pay(requestId, token)).status).toBe(200)
    expect(await harness.charged(requestId)).toHaveLength(1)
    expect(await payer.balance()).toBe(10_000)
  })

  test('after a crash between charge and commit the job settles it, with one charge', async () => {
    await harness.stopWorker()
    const requestId = await createRequest(2700)
    const token = await verify(requestId)
    const answer = pay(requestId, token)
    const found = await vi.waitFor(async () => (await harness.payment(requestId))!.id, { timeout: 10_000, interval: 50 })
    const real = harness.companyOf('test')!
    // The charge is made, and the process dies before it handles the response.
    const dying = { ...real, rail: { ...real.rail, charge: async (request: never) => (await real.rail.charge(request), Promise.reject(new Error('killed'))) } }
    await expect(harness.chargeNow(found, { companyOf: () => dying })).rejects.toThrow('killed')
    expect(await harness.charged(requestId)).toHaveLength(1)
    expect((await harness.payment(requestId))!.step).toBe('charge')
    harness.startWorker()
    expect((await answer).status).toBe(200)
    expect(await harness.charged(requestId)).toHaveLength(1)
  })

  test('a restart of the card company keeps its charges', async () => {
    await company.fault('charge', 'lose', 1)
    await company.fault('charge-status', 'down', 2)
    const requestId = await createRequest(2900)
    const token = await verify(requestId)
    const answer = pay(requestId, token)
    await vi.waitFor(async () => expect(await harness.charged(requestId)).toHaveLength(1), { timeout: 10_000, interval: 50 })
    await company.restart()
    expect((await answer).status === 200 || (await pay(requestId, token)).status === 200).toBe(true)
    expect(await harness.charged(requestId)).toHaveLength(1)
  })

  test('a removed job is enqueued again', async () => {
    await harness.stopWorker()
    const requestId = await createRequest(800)
    const token = await verify(requestId)
    const answer = pay(requestId, token)
    const id = await vi.waitFor(async () => (await harness.payment(requestId))!.id, { timeout: 10_000, interval: 50 })
    await sql`select graphile_worker.remove_job(${`card-payment:${id}`})`.execute(database.db)
    await sql`update card_payment set next_attempt_at = now() - interval '1 minute' where id = ${id}`.execute(database.db)
    await sql`select graphile_worker.add_job('resume-card-payments')`.execute(database.db)
    harness.startWorker()
    expect((await answer).status).toBe(200)
  })

  test('a key that the company has used for another charge raises an exception, and the request stays reserved', async () => {
    await harness.stopWorker()
    const requestId = await createRequest(500)
    const token = await verify(requestId)
    const answer = pay(requestId, token)
    const id = await vi.waitFor(async () => (await harness.payment(requestId))!.id, { timeout: 10_000, interval: 50 })
    await harness.chargeNow(id, {
      companyOf: () => ({ alertAfterSeconds: 1, rail: { charge: async () => ({ outcome: 'refused', reason: 'charge: 409 KEY_USED' }) } }),
    })
    harness.startWorker()
    expect(summary(await answer)).toBe('403 PAYMENT_UNCONFIRMED')
    expect(await harness.rows(sql`select kind from operator_exception where ref = ${id}`)).toEqual([{ kind: 'card-payment-indeterminate' }])
  })

  test('a company that does not decide raises an exception, which closes when it does', async () => {
    await harness.stopWorker()
    const requestId = await createRequest(900)
    const token = await verify(requestId)
    const answer = pay(requestId, token)
    const id = await vi.waitFor(async () => (await harness.payment(requestId))!.id, { timeout: 10_000, interval: 50 })
    const silentRail = { charge: async () => ({ outcome: 'unknown', reason: 'charge: TimeoutError' }) }
    await harness.chargeNow(id, { companyOf: () => ({ alertAfterSeconds: -1, rail: silentRail }) })
    const exceptions = () =>
      harness.rows(sql<{ open: boolean }>`select closed_at is null as open from operator_exception where kind = 'card-payment-unconfirmed' and ref = ${id}`)
    expect(await exceptions()).toEqual([{ open: true }])
    harness.startWorker()
    expect((await answer).status).toBe(200)
    expect(await exceptions()).toEqual([{ open: false }])
  })
})

describe('refunds', () => {
  const refund = (requestId: string, amount: number, externalRef: string) =>
    api.post(`/api/payment-requests/${requestId}/refund`, { value: { amount: String(amount), currency: 'NZD' }, externalRef }, shop.till)
  const refunds = (requestId: string) =>
    harness.rows(sql<{ step: string; amount: bigint }>`
      select r.step, r.amount from card_refund r join card_payment c on c.id = r.card_payment_id where c.payment_request_id = ${requestId} order by r.created_at`)
  const refusedTotal = async () =>
    (await harness.rows(sql<{ sum: bigint }>`select coalesce(sum(amount), 0)::bigint as sum from card_refund where step = 'refused'`))[0]!.sum
  const refundedToCard = async (requestId: string) => (await harness.charged(requestId))[0]!.refundedCents

  test('partial refunds are made once each', async () => {
    const before = await harness.balance('card:farmlands:nzd.test')
    const { requestId } = await harness.completePayment(5000)
    expect((await refund(requestId, 1200, 'r1')).status).toBe(200)
    expect((await refund(requestId, 1200, 'r1')).status).toBe(200)
    expect((await refund(requestId, 3800, 'r2')).status).toBe(200)
    await vi.waitFor(async () => expect(await refundedToCard(requestId)).toBe(5000), { timeout: 10_000, interval: 50 })
    await vi.waitFor(async () => expect((await refunds(requestId)).map(({ step }) => step)).toEqual(['done', 'done']), { timeout: 10_000, interval: 50 })
    expect(await harness.balance('card:farmlands:nzd.test')).toBe(before)
    expect(summary(await refund(requestId, 100, 'r3'))).toBe('403 ALREADY_REFUNDED')
  })

  test('a refund whose response is lost is made once', async () => {
    const { requestId } = await harness.completePayment(4100)
    await company.fault('refund', 'lose', 2)
    await refund(requestId, 4100, 'r1')
    await vi.waitFor(async () => expect(await refunds(requestId)).toMatchObject([{ step: 'done' }]), { timeout: 10_000, interval: 50 })
    expect(await refundedToCard(requestId)).toBe(4100)
  })

  test('a refund that stays without an answer raises an exception, which ends with the answer [MON-13]', async () => {
    const { requestId } = await harness.completePayment(4200)
    await harness.stopWorker()
    await refund(requestId, 4200, 'r1')
    const [{ id }] = (await harness.rows(sql<{ id: string }>`
      select r.id from card_refund r join card_payment c on c.id = r.card_payment_id where c.payment_request_id = ${requestId}`)) as [{ id: string }]
    await company.fault('refund', 'error')
    const inMinutes = (minutes: number) => ({ clock: { now: () => new Date(Date.now() + minutes * 60_000) } })
    await harness.refundNow(id, inMinutes(9))
    expect(await harness.exceptions(id)).toEqual([])
    await harness.refundNow(id, inMinutes(11))
    await harness.refundNow(id, inMinutes(12))
    expect(await harness.exceptions(id)).toEqual([{ kind: 'card-refund-unconfirmed', amount: 4200n, closed: false }])
    await company.clear()
    await harness.refundNow(id, inMinutes(13))
    expect(await harness.exceptions(id)).toEqual([{ kind: 'card-refund-unconfirmed', amount: 4200n, closed: true }])
    expect(await refundedToCard(requestId)).toBe(4200)
    harness.startWorker()
  })

  test('a refund that the company refuses raises an exception, and the money stays in the returns account', async () => {
    const { requestId } = await harness.completePayment(4200)
    const { id } = (await harness.payment(requestId))!
    // The company has already refunded it, on a phone call.
    const rail = harness.companyOf('test')!.rail
    await rail.refund({ key: 'by-phone', chargeKey: id, amount: 4200n as never, reference: 'phone' })
    await refund(requestId, 4200, 'r1')
    await vi.waitFor(async () => expect(await refunds(requestId)).toMatchObject([{ step: 'refused' }]), { timeout: 10_000, interval: 50 })
    expect(await harness.rows(sql`select kind, amount from operator_exception where refs ->> 'cardPaymentId' = ${id}`)).toEqual([
      { kind: 'card-refund-refused', amount: 4200n },
    ])
  })

  test('the charge for a request that is cancelled meanwhile is refunded to the card', async () => {
    await harness.stopWorker()
    const requestId = await createRequest(3700)
    const token = await verify(requestId)
    const answer = pay(requestId, token)
    await until(requestId, 'charge')
    expect((await api.post(`/api/payment-requests/${requestId}/cancel`, {}, shop.till)).status).toBe(200)
    harness.startWorker()
    expect(summary(await answer)).toBe('403 PAYMENT_DECLINED returned')
    await vi.waitFor(async () => expect(await refundedToCard(requestId)).toBe(3700), { timeout: 10_000, interval: 50 })
    await vi.waitFor(async () => expect(await refunds(requestId)).toMatchObject([{ step: 'done' }]), { timeout: 10_000, interval: 50 })
    expect((await harness.request(requestId)).status).toBe('cancelled')
  })

  test('a concurrent payment and cancellation: exactly one wins, and the other gets its own refusal', async () => {
    const ready: { requestId: string; token: Awaited<ReturnType<typeof verify>> }[] = []
    for (let i = 0; i < 12; i++) {
      const requestId = await createRequest(1100)
      ready.push({ requestId, token: await verify(requestId, cardOf(6)) })
    }
    const answers = await Promise.all(
      ready.map(async ({ requestId, token }) => {
        const [paid] = await Promise.all([pay(requestId, token), api.post(`/api/payment-requests/${requestId}/cancel`, {}, shop.till)])
        const { status } = await harness.request(requestId)
        const charges = await harness.charged(requestId)
        return `${summary(paid)}, ${status}, ${charges.length === 0 ? 'not charged' : 'charged'}`
      }),
    )
    const expected = ['200, paid, charged', '403 REQUEST_CANCELLED, cancelled, not charged', '403 PAYMENT_DECLINED returned, cancelled, charged']
    expect(answers.filter((answer) => !expected.includes(answer))).toEqual([])
    await vi.waitFor(async () => expect(await harness.balance('card-refunds:nzd.test')).toBe(await refusedTotal()), { timeout: 20_000, interval: 100 })
  })

  test('a void refunds everything', async () => {
    const { requestId } = await harness.completePayment(2300)
    expect((await api.post(`/api/payment-requests/${requestId}/void`, {}, shop.till)).status).toBe(200)
    await vi.waitFor(async () => expect(await refundedToCard(requestId)).toBe(2300), { timeout: 10_000, interval: 50 })
  })
})
