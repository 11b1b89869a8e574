import { randomUUID } from 'node:crypto'
import { pathOf } from '@nikau/contract'
import { endpoints } from '@nikau/contract/endpoints'
import { systemClock } from '@nikau/runtime'
import { createPerson, fakeClock, testDatabase, type TestPerson } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { concurrently, createPayer, createShop, runningApi } from '../../fixtures.ts'
import { pairTill, startTurn } from './fixtures.ts'

const database = await testDatabase()
// At noon in Auckland, so that no test runs over midnight.
const clock = fakeClock(`${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`)
const api = await runningApi(database, { clock, wallClock: systemClock, env: { RATE_LIMIT_SCALE: '1000', STEP_UP_SECONDS: '86400' } })

type Shop = Awaited<ReturnType<typeof createShop>>
type Headers = Record<string, string>
const nzd = (amount: number) => ({ amount: String(amount), currency: 'NZD' })
const charge = (shop: Shop, headers: Headers, amount: number, more: object = {}) =>
  api.post('/api/payment-requests', { configId: shop.configId, value: nzd(amount), idempotencyKey: randomUUID(), ...more }, headers)
const setLimits = async (shop: Shop, limits: object) =>
  expect(
    (
      await api.put(
        `/api/merchants/${shop.merchantId}/till-limits`,
        { perPayment: '200000', perDay: '2000000', refund: '200000', ...limits },
        shop.owner.headers,
      )
    ).status,
  ).toBe(200)

async function hire(shop: Shop, role: string): Promise<TestPerson> {
  const person = await createPerson(database, { givenName: 'Sione', familyName: 'Latu' })
  await sql`insert into account_member (account_id, person_id, role, added_at) values (${shop.accountId}, ${person.personId}, ${role}, now())`.execute(
    database.owner.db,
  )
  return person
}

async function open(role = 'cashier') {
  const shop = await createShop(api, database)
  const [till, person] = [await pairTill(api, shop), await hire(shop, role)]
  return { shop, till, person, turn: await startTurn(api, shop, till, person) }
}

const paid = async (shop: Shop, turn: Headers, amount: number) => {
  const { body } = await charge(shop, turn, amount)
  const payer = await createPayer(api, database, amount)
  expect((await payer.pay(body.id)).status).toBe(200)
  return String(body.id)
}

test('the limit per payment is $2,000.00 until the shop sets another, which applies at the next charge [TILL-24]', async () => {
  const { shop, turn } = await open()
  expect(await charge(shop, turn, 200_001)).toMatchObject({ status: 403, body: { message: 'TILL_LIMIT_EXCEEDED', limit: 'payment' } })
  expect((await charge(shop, turn, 200_000)).status).toBe(200)
  await setLimits(shop, { perPayment: '1000' })
  expect((await charge(shop, turn, 1001)).body.message).toBe('TILL_LIMIT_EXCEEDED')
  expect((await charge(shop, turn, 1000)).status).toBe(200)
  expect((await charge(shop, shop.till, 1001)).status).toBe(200)
})

test('charges at the same time never take a till above its limit of the day; what is cancelled or expired is free again [TILL-24]', async () => {
  const { shop, turn, till } = await open()
  await setLimits(shop, { perDay: '5000' })
  const answers = await Promise.all(Array.from({ length: 12 }, () => concurrently(1, () => charge(shop, turn, 1000))))
  const made = answers.flat().filter(({ status }) => status === 200)
  expect(made).toHaveLength(5)
  expect(answers.flat().filter(({ body }) => body.message === 'TILL_LIMIT_EXCEEDED')).toHaveLength(7)
  expect((await api.post(`/api/payment-requests/${made[0]!.body.id}/cancel`, {}, turn)).status).toBe(200)
  expect((await charge(shop, turn, 1001)).body).toMatchObject({ limit: 'day', left: '1000' })
  expect((await charge(shop, turn, 1000)).status).toBe(200)
  const other = await startTurn(api, shop, await pairTill(api, shop, 'Till 2'), shop.owner)
  expect((await charge(shop, other, 1000)).status).toBe(200)
  clock.advance(121_000)
  expect((await charge(shop, turn, 1000)).status).toBe(200)
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from till_sale where till_id = ${till.id}`.execute(database.owner.db)
  expect(rows[0]!.count).toBe(7n)
})

test('a charge without an answer is found by its key, and given up for good [TILL-18]', async () => {
  const { shop, turn, till } = await open()
  const key = randomUUID()
  const sale = (name: string) => `/api/tills/${till.id}/sales/${name}`
  expect(await api.get(sale(key), till.headers)).toMatchObject({ status: 404, body: { message: 'REQUEST_NOT_FOUND' } })
  const { body: made } = await charge(shop, turn, 1600, { idempotencyKey: key })
  expect((await api.get(sale(key), till.headers)).body).toMatchObject({ id: made.id, status: 'new' })
  expect((await api.post(`${sale(key)}/abandon`, {}, till.headers)).body).toMatchObject({ paymentRequest: { id: made.id, status: 'cancelled' } })
  const late = randomUUID()
  expect((await api.post(`${sale(late)}/abandon`, {}, till.headers)).body).toEqual({})
  expect((await charge(shop, turn, 1600, { idempotencyKey: late })).body.message).toBe('SALE_ABANDONED')
  const paidKey = randomUUID()
  const { body: request } = await charge(shop, turn, 1600, { idempotencyKey: paidKey })
  await (await createPayer(api, database)).pay(request.id)
  expect((await api.post(`${sale(paidKey)}/abandon`, {}, till.headers)).body).toMatchObject({ paymentRequest: { status: 'paid' } })
  const other = await pairTill(api, shop, 'Till 2')
  expect((await api.get(`/api/tills/${other.id}/sales/${paidKey}`, other.headers)).status).toBe(404)
  expect((await api.get(sale(paidKey), other.headers)).body.message).toBe('FORBIDDEN')
})

test('a charge and giving it up at once leave no request that can be paid [TILL-18]', async () => {
  const { shop, turn, till } = await open()
  for (let round = 0; round < 8; round++) {
    const key = randomUUID()
    const [made, given] = await Promise.all([
      charge(shop, turn, 100, { idempotencyKey: key }),
      api.post(`/api/tills/${till.id}/sales/${key}/abandon`, {}, till.headers),
    ])
    expect(given.status).toBe(200)
    const requests = await sql<{ status: string }>`
      select r.status from payment_request r where r.merchant_id = ${shop.merchantId} and r.status = 'new'`.execute(database.owner.db)
    expect(requests.rows).toEqual([])
    expect(made.status === 200 ? given.body.paymentRequest.status : made.body.message).toMatch(/^(cancelled|SALE_ABANDONED)$/)
  }
})

test('undo within 24 hours and refunds obey the limit of the person at the till, and a manager’s code records both [TILL-12, TILL-20, TILL-21]', async () => {
  const { shop, turn, person } = await open()
  const manager = await hire(shop, 'manager')
  const code = async () => String((await api.post(`/api/accounts/${shop.accountId}/refund-approvals`, {}, manager.headers)).body.code)
  const small = await paid(shop, turn, 5000)
  const undone = await api.post(`/api/payment-requests/${small}/void`, {}, turn)
  expect(undone).toMatchObject({ status: 200, body: { createdBy: `crn::user:${person.personId}` } })
  const large = await paid(shop, turn, 6000)
  expect((await api.post(`/api/payment-requests/${large}/void`, {}, turn)).body).toMatchObject({ message: 'REFUND_LIMIT_EXCEEDED', limit: '5000' })
  expect((await api.get(`/api/payment-requests/${large}/refund-options`, turn)).body).toMatchObject({ limit: '5000' })
  const refund = (more: object) => api.post(`/api/payment-requests/${large}/refund`, { value: nzd(5500), externalRef: 'r1', ...more }, turn)
  expect((await refund({})).body.message).toBe('REFUND_LIMIT_EXCEEDED')
  expect((await refund({ approvalCode: '000000' })).body.message).toBe('REFUND_APPROVAL_INVALID')
  const approved = await refund({ approvalCode: await code() })
  expect(approved.body).toMatchObject({ createdBy: `crn::user:${person.personId}`, approvedBy: `crn::user:${manager.personId}` })
  const third = await paid(shop, turn, 6000)
  const voided = await api.post(`/api/payment-requests/${third}/void`, { approvalCode: await code() }, turn)
  expect(voided.body).toMatchObject({
    createdBy: `crn::user:${person.personId}`,
    approvedBy: `crn::user:${manager.personId}`,
    cancellationReason: 'CANCELLED_BY_MERCHANT',
  })
  await setLimits(shop, { refund: '400' })
  const fourth = await paid(shop, turn, 500)
  expect((await api.post(`/api/payment-requests/${fourth}/void`, { approvalCode: await code() }, turn)).body).toMatchObject({
    message: 'TILL_LIMIT_EXCEEDED',
    left: '400',
  })
  await setLimits(shop, {})
})

test.each(['cancel', 'void'] as const)(
  'giving back a part payment by %s obeys the limits of the person and the till like a refund, and a manager’s code records both [TILL-14, TILL-21, TILL-24]',
  async (how) => {
    const { shop, turn, person } = await open()
    const manager = await hire(shop, 'manager')
    const partPaid = async (amount: number) => {
      const { body } = await charge(shop, turn, 2 * amount, { partialAllowed: true, basketAmount: String(2 * amount) })
      const payer = await createPayer(api, database, amount)
      expect((await payer.pay(body.id, { mode: 'partial-payment', amount: String(amount) })).status).toBe(200)
      return { id: String(body.id), payer }
    }
    const stop = (id: string, more: object = {}) => api.post(`/api/payment-requests/${id}/${how}`, more, turn)
    const approvalCode = async () => String((await api.post(`/api/accounts/${shop.accountId}/refund-approvals`, {}, manager.headers)).body.code)
    const atLimit = await partPaid(5000)
    const stopped = await stop(atLimit.id)
    expect(stopped).toMatchObject({ status: 200, body: { createdBy: `crn::user:${person.personId}` } })
    expect([stopped.body.approvedBy, await atLimit.payer.balance()]).toEqual([undefined, 5000])
    const above = await partPaid(5001)
    expect((await stop(above.id)).body).toMatchObject({ message: 'REFUND_LIMIT_EXCEEDED', limit: '5000' })
    expect((await stop(above.id, { approvalCode: '000000' })).body.message).toBe('REFUND_APPROVAL_INVALID')
    expect((await api.get(`/api/payment-requests/${above.id}`, turn)).body).toMatchObject({ status: 'new', remainingAmount: '5001' })
    const both = { createdBy: `crn::user:${person.personId}`, approvedBy: `crn::user:${manager.personId}` }
    expect(await stop(above.id, { approvalCode: await approvalCode() })).toMatchObject({ status: 200, body: { type: 'cancellation', ...both } })
    expect(await above.payer.balance()).toBe(5001)
    const [ended] = (await api.get(`/api/payment-requests/${above.id}/activities`, shop.owner.headers)).body.items
    expect(ended).toMatchObject(both)
    // A till that gives nothing back stops no part payment, and still cancels what nobody has paid.
    await setLimits(shop, { refund: '0' })
    const small = await partPaid(1)
    expect((await stop(small.id, { approvalCode: await approvalCode() })).body).toMatchObject({ message: 'TILL_LIMIT_EXCEEDED', left: '0' })
    expect(await small.payer.balance()).toBe(0)
    expect((await stop((await charge(shop, turn, 100)).body.id)).status).toBe(200)
  },
)

test('a request of more than 24 hours is not undone, and one of seven days is not the till’s any more [TILL-12, TILL-20]', async () => {
  const { shop, till, turn, person } = await open()
  const id = await paid(shop, turn, 500)
  clock.advance(86_400_001)
  const later = await startTurn(api, shop, till, person)
  expect((await api.post(`/api/payment-requests/${id}/void`, {}, later)).body.message).toBe('VOID_WINDOW_EXCEEDED')
  expect((await api.get(`/api/payment-requests/${id}`, till.headers)).status).toBe(200)
  clock.advance(6 * 86_400_000)
  const last = await startTurn(api, shop, till, person)
  expect((await api.get(`/api/payment-requests/${id}`, till.headers)).body.message).toBe('FORBIDDEN')
  expect((await api.post(`/api/payment-requests/${id}/refund`, { value: nzd(500), externalRef: 'r' }, last)).body.message).toBe('FORBIDDEN')
})

test('a till reaches its own requests only: not those of another till, of the shop’s server, or of another shop [TILL-20]', async () => {
  const [{ shop, turn }, other] = [await open('account-owner'), await open()]
  const second = await startTurn(api, shop, await pairTill(api, shop, 'Till 2'), shop.owner)
  const ids = [await paid(shop, second, 500), String((await shop.createRequest(500)).id), await paid(other.shop, other.turn, 500)]
  for (const id of ids)
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', '/activities', undefined],
      ['GET', '/refund-options', undefined],
      ['POST', '/cancel', {}],
      ['POST', '/void', {}],
      ['POST', '/refund', { value: nzd(1), externalRef: 'r' }],
      ['POST', '/pay', { assetType: 'external.test', transactionId: 'x' }],
    ] as const) {
      const url = `/api/payment-requests/${id}${path}`
      const answer = method === 'GET' ? await api.get(url, turn) : await api.post(url, body, turn)
      expect({ path, message: answer.body.message }).toEqual({ path, message: expect.stringMatching(/^(FORBIDDEN|REQUEST_PAID)$/) })
      expect(answer.status).toBe(403)
    }
})

/** What a till reaches; a new endpoint is closed to tills until it is added here as well. */
const reached: Readonly<Record<string, 'device' | 'turn'>> = {
  getTill: 'device',
  listTillPeople: 'device',
  signOn: 'device',
  signOff: 'device',
  findTillSale: 'device',
  abandonTillSale: 'device',
  getPaymentRequest: 'device',
  createPaymentRequest: 'turn',
  payPaymentRequest: 'turn',
  offerRest: 'turn',
  cancelPaymentRequest: 'turn',
  voidPaymentRequest: 'turn',
  refundPaymentRequest: 'turn',
  getRefundOptions: 'turn',
  listPaymentRequestActivities: 'turn',
  listTillPayments: 'turn',
  getTillPayment: 'turn',
  getTillDay: 'turn',
  acceptCondition: 'turn',
  declineCondition: 'turn',
}

test('the session of a till reaches no other endpoint, by any call or event stream [TILL-02, BIZ-05, BIZ-58]', async () => {
  const { shop, till, turn } = await open('account-owner')
  const own = { accountId: shop.accountId, merchantId: shop.merchantId, userId: shop.owner.personId, tillId: till.id, id: shop.accountId }
  const guarded = Object.entries(endpoints).filter(([, { access }]) => access !== 'public')
  expect(Object.fromEntries(guarded.flatMap(([name, { till: need }]) => (need ? [[name, need]] : [])))).toEqual(reached)
  for (const [name, endpoint] of guarded) {
    const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, param]) => [param!, own[param as keyof typeof own] ?? 'x']))
    const call = (headers: Headers) =>
      api.app.inject({ method: endpoint.method, url: pathOf(endpoint, params), headers, ...(endpoint.method !== 'GET' && { payload: {} }) })
    const answer = await call(turn)
    const closed = endpoint.access === 'person' ? 401 : 403
    if (!(name in reached)) expect({ name, status: answer.statusCode }).toEqual({ name, status: closed })
    else if (reached[name] === 'turn') expect({ name, message: (await call(till.headers)).json().message }).toEqual({ name, message: 'TILL_SIGN_ON_REQUIRED' })
  }
})
