import { pathOf } from '@nikau/contract'
import { endpoints } from '@nikau/contract/endpoints'
import { assertBooksInOrder } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { givenPayer } from '../../given.ts'
import { assetType, cardOf, payingByCard } from './given.ts'

const database = await testDatabase()
const world = await payingByCard(database)
const { api, company, shop, ask, verify, pay } = world

beforeEach(() => sql`delete from card_limit`.execute(database.db))
afterEach(async () => {
  await company.clear()
  await assertBooksInOrder(database.db)
})

const said = ({ status, body }: { status: number; body: { message?: string; reason?: string } }) =>
  [status, body.message, body.reason].filter((one) => one !== undefined).join(' ')
const settled = () => world.balance(`asset:${shop.settlementWallet}`)
const bearer = (token: { accessToken: string }) => ({ authorization: `Bearer ${token.accessToken}` })
const until = (requestId: string, step: string) =>
  vi.waitFor(async () => expect((await world.payment(requestId))?.step).toBe(step), { timeout: 20_000, interval: 50 })

describe('paying', () => {
  test('a stranger pays with card and code: the request is paid, the merchant has the money, the company has charged once [PAY-01, API-44]', async () => {
    const before = await settled()
    const requestId = await ask(4000)
    const paid = await pay(requestId, await verify(requestId))
    expect(paid).toMatchObject({
      status: 200,
      body: { type: 'payment', assetType, value: { amount: '4000' }, paymentRequestId: requestId, createdBy: 'crn::service:farm-card' },
    })
    expect(await world.request(requestId)).toMatchObject({
      status: 'paid',
      remainingAmount: '0',
      paidBy: { assetTotals: [{ type: assetType, description: 'Farmlands Card ending 0001', total: { amount: '4000' } }] },
    })
    expect((await settled()) - before).toBe(4000n)
    expect(await world.charged(requestId)).toMatchObject([{ cents: 4000, status: 'approved', merchantGst: '140107697', card: 'fct_demo0001' }])
  })

  test('a card that needs no code pays straight away', async () => {
    const { paid } = await world.whole(1200, cardOf(6))
    expect(paid.status).toBe(200)
  })

  test('the same call again, and many at once, are one payment', async () => {
    const requestId = await ask(2100)
    const token = await verify(requestId)
    const answers = await Promise.all(Array.from({ length: 12 }, () => pay(requestId, token)))
    expect(new Set(answers.map((one) => JSON.stringify([one.status, one.body]))).size).toBe(1)
    expect((await pay(requestId, token)).body).toEqual(answers[0]!.body)
    expect(await world.charged(requestId)).toHaveLength(1)
    const posts = (await company.calls()).filter(({ method, path, key }) => method === 'POST' && path === '/v1/charges' && key !== null)
    expect(new Set(posts.map(({ key }) => key)).size).toBe(posts.length)
  })

  test('what the company declines is said by name, and the request can be paid in another way', async () => {
    const declined = async (status: string | undefined, amount: number, serial = 7) => {
      const requestId = await ask(amount)
      const token = await verify(requestId, cardOf(serial))
      if (status !== undefined) await company.control(`cards/fct_demo000${serial}/status`, { status })
      const answer = said(await pay(requestId, token))
      await company.control(`cards/fct_demo000${serial}/status`, { status: 'active' })
      expect((await world.request(requestId)).status).toBe('new')
      return { answer, requestId }
    }
    expect((await declined('expired', 1000)).answer).toBe('403 PATRON_CODE_EXPIRED')
    expect((await declined('inactive', 1000)).answer).toBe('403 PATRON_CODE_INVALID PATRON_CODE_INACTIVE')
    const { answer, requestId } = await declined(undefined, 1067)
    expect(answer).toBe('403 PAYMENT_DECLINED declined')
    const payer = await givenPayer(api, database)
    const wallet = await api.post(`/api/payment-requests/${requestId}/pay`, { assetType: 'nikau.nzd.test', assetId: payer.walletId }, payer.headers)
    expect(wallet.status).toBe(200)
  })

  test('of two who spend the last credit one is refused', async () => {
    const [first, second] = [await ask(2000), await ask(2000)]
    const [a, b] = [await verify(first, cardOf(9)), await verify(second, cardOf(9))]
    const answers = await Promise.all([pay(first, a), pay(second, b)])
    expect(answers.map(said).sort()).toEqual(['200', '403 INSUFFICIENT_ASSET_VALUE'])
  })

  test('a merchant without a tax number cannot be paid by this card', async () => {
    const requestId = await ask(1000)
    const token = await verify(requestId)
    await sql`update payment_request set terms = terms - 'gstNumber' where id = ${requestId}`.execute(database.db)
    expect(said(await pay(requestId, token))).toBe('403 INVALID_MERCHANT_CONFIG')
  })
})

describe('the token', () => {
  test('reads and pays its own request, and nothing else [API-44]', async () => {
    const [requestId, elsewhere] = [await ask(1500), await ask(1500)]
    const token = await verify(requestId)
    const own = await api.get(`/api/payment-requests/${requestId}`, bearer(token))
    expect(own).toMatchObject({ status: 200, body: { id: requestId, status: 'new' } })
    expect(said(await api.get(`/api/payment-requests/${elsewhere}`, bearer(token)))).toBe('403 FORBIDDEN')
    expect(said(await api.get('/api/payment-requests/nosuch', bearer(token)))).toBe('403 FORBIDDEN')
    expect(said(await pay(elsewhere, token))).toBe('403 FORBIDDEN')
    const closed = Object.entries(endpoints).filter(([, one]) => one.access !== 'public' && !one.cardToken)
    expect(closed.length).toBeGreaterThan(40)
    const ids = { id: requestId, accountId: shop.accountId, merchantId: shop.merchantId, walletId: shop.settlementWallet, configId: shop.configId }
    for (const [, endpoint] of closed) {
      const { statusCode } = await api.app.inject({ method: endpoint.method, url: pathOf(endpoint, ids), headers: bearer(token) })
      expect(`${endpoint.method} ${endpoint.path} ${statusCode}`).toBe(`${endpoint.method} ${endpoint.path} 401`)
    }
    expect((await pay(requestId, token)).status).toBe(200)
  })

  test('pays with the card and reference that it was given out with, in full', async () => {
    const requestId = await ask(1500)
    const token = await verify(requestId)
    const stranger = await verify(await ask(1500), cardOf(8))
    expect(said(await pay(requestId, token, { assetId: stranger.assetId }))).toBe('403 FORBIDDEN')
    expect(said(await pay(requestId, token, { externalPaymentRef: stranger.externalPaymentRef }))).toBe('403 FORBIDDEN')
    expect(said(await pay(requestId, token, { assetType: 'nikau.nzd.test' }))).toBe('403 INVALID_ASSET_TYPE')
    expect(said(await pay(requestId, token, { mode: 'partial-payment', amount: '100' }))).toBe('403 INVALID_AMOUNT')
    expect((await world.payment(requestId))?.step).toBeUndefined()
  })

  test('pays once: another key with it is turned away, also after a refusal', async () => {
    const requestId = await ask(1067)
    const token = await verify(requestId)
    expect(said(await pay(requestId, token))).toBe('403 PAYMENT_DECLINED declined')
    expect(said(await pay(requestId, token, { idempotencyKey: 'k2' }))).toBe('403 FORBIDDEN')
    expect(said(await pay(requestId, token))).toBe('403 PAYMENT_DECLINED declined')
    expect(await world.charged(requestId)).toHaveLength(1)
  })

  test('is good for ten minutes at most, and for nobody who makes one up', async () => {
    const requestId = await ask(1500)
    const token = await verify(requestId)
    const [row] = await world.rows(
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

describe('an outcome that is not known', () => {
  test.each([
    [1064, 'the answer is lost after the card was charged'],
    [1061, 'the answer comes too late'],
    [1062, 'the company is away for a while'],
    [1076, 'a gateway answers instead'],
  ])('%i: %s, and it is one charge', async (amount) => {
    const { requestId, paid } = await world.whole(amount)
    expect(paid.status).toBe(200)
    const charges = await world.charged(requestId)
    expect(charges).toMatchObject([{ cents: amount, status: 'approved' }])
    expect((await company.charges()).filter(({ cents }) => cents === amount)).toHaveLength(1)
  })

  test('while it lasts the customer is told so, nobody else can pay, and it is settled when the company is back', async () => {
    const requestId = await ask(3300)
    const token = await verify(requestId)
    await company.fault('charge', 'lose', 1)
    await company.fault('charge-status', 'down')
    expect(said(await pay(requestId, token))).toBe('403 PAYMENT_UNCONFIRMED')
    const payer = await givenPayer(api, database)
    const wallet = await api.post(`/api/payment-requests/${requestId}/pay`, { assetType: 'nikau.nzd.test', assetId: payer.walletId }, payer.headers)
    expect(said(wallet)).toBe('403 PAYMENT_UNCONFIRMED')
    await company.clear()
    expect((await pay(requestId, token)).status).toBe(200)
    expect(await world.charged(requestId)).toHaveLength(1)
    expect(await payer.balance()).toBe(10_000)
  })

  test('killed after the charge and before it was written down: the job settles it, with one charge', async () => {
    await world.stopWork()
    const requestId = await ask(2700)
    const token = await verify(requestId)
    const answer = pay(requestId, token)
    const found = await vi.waitFor(async () => (await world.payment(requestId))!.id, { timeout: 10_000, interval: 50 })
    const real = world.companyOf('test')!
    // The company is asked, and whoever asked is gone before the answer is heard.
    const dying = { ...real, rail: { ...real.rail, charge: async (words: never) => (await real.rail.charge(words), Promise.reject(new Error('killed'))) } }
    await expect(world.chargeNow(found, { companyOf: () => dying })).rejects.toThrow('killed')
    expect(await world.charged(requestId)).toHaveLength(1)
    expect((await world.payment(requestId))!.step).toBe('charge')
    world.startWork()
    expect((await answer).status).toBe(200)
    expect(await world.charged(requestId)).toHaveLength(1)
  })

  test('the company itself killed and started again knows what it charged', async () => {
    await company.fault('charge', 'lose', 1)
    await company.fault('charge-status', 'down', 2)
    const requestId = await ask(2900)
    const token = await verify(requestId)
    const answer = pay(requestId, token)
    await vi.waitFor(async () => expect(await world.charged(requestId)).toHaveLength(1), { timeout: 10_000, interval: 50 })
    await company.restart()
    expect((await answer).status === 200 || (await pay(requestId, token)).status === 200).toBe(true)
    expect(await world.charged(requestId)).toHaveLength(1)
  })

  test('a job that got lost is found again', async () => {
    await world.stopWork()
    const requestId = await ask(800)
    const token = await verify(requestId)
    const answer = pay(requestId, token)
    const id = await vi.waitFor(async () => (await world.payment(requestId))!.id, { timeout: 10_000, interval: 50 })
    await sql`select graphile_worker.remove_job(${`card-payment:${id}`})`.execute(database.db)
    await sql`update card_payment set next_at = now() - interval '1 minute' where id = ${id}`.execute(database.db)
    await sql`select graphile_worker.add_job('resume-card-payments')`.execute(database.db)
    world.startWork()
    expect((await answer).status).toBe(200)
  })

  test('a key that means something else at the company is an operator’s, and the request stays held', async () => {
    await world.stopWork()
    const requestId = await ask(500)
    const token = await verify(requestId)
    const answer = pay(requestId, token)
    const id = await vi.waitFor(async () => (await world.payment(requestId))!.id, { timeout: 10_000, interval: 50 })
    await world.chargeNow(id, {
      companyOf: () => ({ patienceSeconds: 1, rail: { charge: async () => ({ outcome: 'refused', why: 'charge: 409 KEY_USED' }) } }),
    })
    world.startWork()
    expect(said(await answer)).toBe('403 PAYMENT_UNCONFIRMED')
    expect(await world.rows(sql`select kind from operator_exception where ref = ${id}`)).toEqual([{ kind: 'card-lost' }])
  })

  test('an operator is told of a company that does not decide, and it is taken off the list when it does', async () => {
    await world.stopWork()
    const requestId = await ask(900)
    const token = await verify(requestId)
    const answer = pay(requestId, token)
    const id = await vi.waitFor(async () => (await world.payment(requestId))!.id, { timeout: 10_000, interval: 50 })
    const silentRail = { charge: async () => ({ outcome: 'unknown', why: 'charge: TimeoutError' }) }
    await world.chargeNow(id, { companyOf: () => ({ patienceSeconds: -1, rail: silentRail }) })
    const listed = () =>
      world.rows(sql<{ open: boolean }>`select closed_at is null as open from operator_exception where kind = 'card-undecided' and ref = ${id}`)
    expect(await listed()).toEqual([{ open: true }])
    world.startWork()
    expect((await answer).status).toBe(200)
    expect(await listed()).toEqual([{ open: false }])
  })
})

describe('going back', () => {
  const refund = (requestId: string, amount: number, externalRef: string) =>
    api.post(`/api/payment-requests/${requestId}/refund`, { value: { amount: String(amount), currency: 'NZD' }, externalRef }, shop.till)
  const refunds = (requestId: string) =>
    world.rows(sql<{ step: string; amount: bigint }>`
      select r.step, r.amount from card_refund r join card_payment c on c.id = r.card_payment_id where c.payment_request_id = ${requestId} order by r.created_at`)
  const refusedSoFar = async () =>
    (await world.rows(sql<{ sum: bigint }>`select coalesce(sum(amount), 0)::bigint as sum from card_refund where step = 'refused'`))[0]!.sum
  const backAtCard = async (requestId: string) => (await world.charged(requestId))[0]!.refundedCents

  test('a refund goes back to the card, once, part by part', async () => {
    const before = await world.balance('card:farmlands:nzd.test')
    const { requestId } = await world.whole(5000)
    expect((await refund(requestId, 1200, 'r1')).status).toBe(200)
    expect((await refund(requestId, 1200, 'r1')).status).toBe(200)
    expect((await refund(requestId, 3800, 'r2')).status).toBe(200)
    await vi.waitFor(async () => expect(await backAtCard(requestId)).toBe(5000), { timeout: 10_000, interval: 50 })
    await vi.waitFor(async () => expect((await refunds(requestId)).map(({ step }) => step)).toEqual(['done', 'done']), { timeout: 10_000, interval: 50 })
    expect(await world.balance('card:farmlands:nzd.test')).toBe(before)
    expect(said(await refund(requestId, 100, 'r3'))).toBe('403 ALREADY_REFUNDED')
  })

  test('a refund whose answer is lost is one refund', async () => {
    const { requestId } = await world.whole(4100)
    await company.fault('refund', 'lose', 2)
    await refund(requestId, 4100, 'r1')
    await vi.waitFor(async () => expect(await refunds(requestId)).toMatchObject([{ step: 'done' }]), { timeout: 10_000, interval: 50 })
    expect(await backAtCard(requestId)).toBe(4100)
  })

  test('a refund that the company does not take is an operator’s, and the money waits', async () => {
    const { requestId } = await world.whole(4200)
    const { id } = (await world.payment(requestId))!
    // The company has given it back already, on somebody's call.
    const rail = world.companyOf('test')!.rail
    await rail.refund({ key: 'by-phone', chargeKey: id, amount: 4200n as never, reference: 'phone' })
    await refund(requestId, 4200, 'r1')
    await vi.waitFor(async () => expect(await refunds(requestId)).toMatchObject([{ step: 'refused' }]), { timeout: 10_000, interval: 50 })
    expect(await world.rows(sql`select kind, amount from operator_exception where refs ->> 'cardPaymentId' = ${id}`)).toEqual([
      { kind: 'card-refund', amount: 4200n },
    ])
  })

  test('a request that is cancelled while the company decides: what was charged goes back to the card', async () => {
    await world.stopWork()
    const requestId = await ask(3700)
    const token = await verify(requestId)
    const answer = pay(requestId, token)
    await until(requestId, 'charge')
    expect((await api.post(`/api/payment-requests/${requestId}/cancel`, {}, shop.till)).status).toBe(200)
    world.startWork()
    expect(said(await answer)).toBe('403 PAYMENT_DECLINED returned')
    await vi.waitFor(async () => expect(await backAtCard(requestId)).toBe(3700), { timeout: 10_000, interval: 50 })
    await vi.waitFor(async () => expect(await refunds(requestId)).toMatchObject([{ step: 'done' }]), { timeout: 10_000, interval: 50 })
    expect((await world.request(requestId)).status).toBe('cancelled')
  })

  test('a payment and a cancellation at the same moment: it is one or the other, and whoever lost is told so by name', async () => {
    const ready: { requestId: string; token: Awaited<ReturnType<typeof verify>> }[] = []
    for (let i = 0; i < 12; i++) {
      const requestId = await ask(1100)
      ready.push({ requestId, token: await verify(requestId, cardOf(6)) })
    }
    const answers = await Promise.all(
      ready.map(async ({ requestId, token }) => {
        const [paid] = await Promise.all([pay(requestId, token), api.post(`/api/payment-requests/${requestId}/cancel`, {}, shop.till)])
        const { status } = await world.request(requestId)
        const charges = await world.charged(requestId)
        return `${said(paid)}, ${status}, ${charges.length === 0 ? 'not charged' : 'charged'}`
      }),
    )
    const good = ['200, paid, charged', '403 REQUEST_CANCELLED, cancelled, not charged', '403 PAYMENT_DECLINED returned, cancelled, charged']
    expect(answers.filter((one) => !good.includes(one))).toEqual([])
    await vi.waitFor(async () => expect(await world.balance('card-refunds:nzd.test')).toBe(await refusedSoFar()), { timeout: 20_000, interval: 100 })
  })

  test('voided by the till, everything goes back', async () => {
    const { requestId } = await world.whole(2300)
    expect((await api.post(`/api/payment-requests/${requestId}/void`, {}, shop.till)).status).toBe(200)
    await vi.waitFor(async () => expect(await backAtCard(requestId)).toBe(2300), { timeout: 10_000, interval: 50 })
  })
})
