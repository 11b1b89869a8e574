import { randomUUID } from 'node:crypto'
import { createPerson, fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPayer, createShop, createTokens, runningApi } from './fixtures.ts'
import { pairTill, startTurn } from './modules/tills/fixtures.ts'

const database = await testDatabase()
// A Saturday afternoon in Auckland.
const clock = fakeClock('2026-11-14T03:12:00Z')
const api = await runningApi(database, { clock, wallClock: { now: () => new Date() }, env: { RATE_LIMIT_SCALE: '1000', STEP_UP_SECONDS: '8640000' } })

const nzd = (amount: number) => ({ amount: String(amount), currency: 'NZD' })
const dayMs = 86_400_000

const goTo = (at: string) => clock.advance(new Date(at).getTime() - clock.now().getTime())

async function open() {
  const shop = await createShop(api, database)
  const tokens = await createTokens(database, clock, shop)
  const payer = await createPayer(api, database, 90_000)
  const till = await pairTill(api, shop)
  let turn = await startTurn(api, shop, till, shop.owner)
  const get = async (path: string, headers = turn) => (await api.get(`/api/tills/${till.id}${path}`, headers)).body
  const charge = async (amount: number, more: object = {}, headers = turn) => {
    clock.advance(1000)
    const { status, body } = await api.post(
      '/api/payment-requests',
      { configId: shop.configId, value: nzd(amount), idempotencyKey: randomUUID(), ...more },
      headers,
    )
    expect(status).toBe(200)
    return String(body.id)
  }
  const take = async (id: string, body: object, headers: Record<string, string> = turn) =>
    expect((await api.post(`/api/payment-requests/${id}/pay`, body, headers)).status).toBe(200)
  return {
    shop,
    tokens,
    payer,
    till,
    get,
    charge,
    take,
    turn: () => turn,
    /** The turn ends with the days that pass. */
    pass: async (ms: number) => {
      clock.advance(ms)
      turn = await startTurn(api, shop, till, shop.owner)
    },
    paid: async (amount: number, headers = turn) => {
      const id = await charge(amount, {}, headers)
      expect((await payer.pay(id)).status).toBe(200)
      return id
    },
    portal: async (day: string) => {
      const query = `where=till:${till.id}&from=${day}&to=${day}`
      return (await api.get(`/api/merchants/${shop.merchantId}/payments/totals?${query}`, shop.owner.headers)).body
    },
  }
}
/** Another till of the shop, with another person at it. */
async function openSecond({ shop }: Counter) {
  const person = await createPerson(database)
  await sql`insert into account_member (account_id, person_id, role, added_at) values (${shop.accountId}, ${person.personId}, 'cashier', now())`.execute(
    database.owner.db,
  )
  return await startTurn(api, shop, await pairTill(api, shop, 'Till 2'), person)
}

type Counter = Awaited<ReturnType<typeof open>>

/** $16.00: a token of the shop's own for $5.50, and the rest from a wallet. */
async function paidWithToken({ charge, tokens, payer }: Counter) {
  const coffee = { name: 'Flat white', sku: 'flat-white', qty: '1', price: '550' }
  const id = await charge(1600, { lineItems: [coffee, { name: 'Venison pie', qty: '1', price: '1050' }] })
  const assetId = await tokens.issue(payer.accountId)
  const mode = 'multi-asset-payment'
  const byToken = { assetType: 'nikau.token.test', assetId, mode, amount: '550', lineItems: [coffee] }
  expect((await api.post(`/api/payment-requests/${id}/pay`, byToken, payer.headers)).status).toBe(200)
  expect((await payer.pay(id, { mode, amount: '1050' })).status).toBe(200)
  return id
}

const byTill = (more: object = {}) => ({ assetType: 'external.test', transactionId: randomUUID(), idempotencyKey: randomUUID(), ...more })
const refund = (counter: Counter, id: string, amount: number) =>
  api.post(`/api/payment-requests/${id}/refund`, { value: nzd(amount), externalRef: randomUUID() }, counter.turn())

test('a till lists its own payments of 7 days, newest first and page by page, and opens their receipts [TILL-20]', async () => {
  const counter = await open()
  const { shop, till, get, paid, charge, pass } = counter
  const first = await paid(500)
  await pass(3 * dayMs)
  const second = await openSecond(counter)
  const ofOther = await paid(700, second)
  await shop.createRequest(900)
  const ids = [first]
  for (let n = 0; n < 55; n++) ids.push(await charge(100 + n))
  const receiptId = await paidWithToken(counter)
  ids.push(receiptId)
  const page = await get('/payments')
  expect(page.items).toHaveLength(50)
  const next = await get(`/payments?pageKey=${page.nextPageKey}`)
  expect([...page.items, ...next.items].map(({ id }: { id: string }) => id)).toEqual(ids.toReversed())
  expect(next.nextPageKey).toBeUndefined()
  expect(page.items[0]).toMatchObject({ status: 'paid', amount: '1600', place: { kind: 'till', terminalId: till.id, operatorId: shop.owner.personId } })
  const receipt = await get(`/payments/${receiptId}`)
  expect(receipt).toMatchObject({
    shortCode: expect.stringMatching(/^NK-/),
    gstNumber: '140107697',
    legs: [{ method: 'own-token', amount: '550' }, { method: 'wallet', amount: '1050' }], // prettier-ignore
    lineItems: [{ name: 'Flat white', gst: '72' }, { name: 'Venison pie', gst: '137' }], // prettier-ignore
  })
  for (const kept of ['whatYouGet', 'payout']) expect(receipt).not.toHaveProperty(kept)
  expect(JSON.stringify(receipt)).not.toContain(counter.payer.personId)
  for (const strange of [ofOther, 'absent']) expect(await get(`/payments/${strange}`)).toMatchObject({ message: 'FORBIDDEN' })
  // Of another till, with its key.
  expect(await get('/payments', second)).toMatchObject({ message: 'FORBIDDEN' })
  await pass(4 * dayMs)
  expect((await get(`/payments?pageKey=${page.nextPageKey}`)).items.map(({ id }: { id: string }) => id)).not.toContain(first)
  expect(await get(`/payments/${first}`)).toMatchObject({ message: 'FORBIDDEN' })
})

test('closing the day has count and sum per method, equal to the portal’s for that till to the cent [TILL-20]', async () => {
  goTo('2026-11-28T03:12:00Z')
  const counter = await open()
  const { shop, till, get, charge, take, paid, payer, portal, pass, turn } = counter
  const saturday = '2026-11-28'
  // Other places, which the till does not count.
  const other = await openSecond(counter)
  await paid(777, other)
  await payer.pay((await shop.createRequest(888)).id)
  await paidWithToken(counter)
  const refunded = await paid(2345)
  expect((await refund(counter, refunded, 345)).status).toBe(200)
  await paid(1001)
  const split = await charge(3860, { partialAllowed: true, basketAmount: '3860' })
  expect((await payer.pay(split, { mode: 'multi-asset-payment', amount: '2500' })).status).toBe(200)
  await take(split, byTill({ tender: 'eftpos' }))
  const cash = await charge(1603)
  await take(cash, byTill({ tender: 'cash' }))
  await take(await charge(1296), byTill({ tender: 'cash' }))
  await take(await charge(450), byTill())
  expect((await refund(counter, cash, 600)).status).toBe(200)
  // Undone, declined, and still open.
  expect((await api.post(`/api/payment-requests/${await paid(5000)}/void`, {}, turn())).status).toBe(200)
  expect((await api.post(`/api/payment-requests/${await charge(100)}/cancel`, {}, turn())).status).toBe(200)
  await charge(4000)
  const day = await get('/day')
  expect(day).toEqual({
    day: saturday,
    at: clock.now().toISOString(),
    paidCount: 8,
    openCount: 1,
    taken: '17156',
    givenBack: '5945',
    rounding: '-1',
    methods: [
      { method: 'wallet', count: 5, taken: String(1050 + 2345 + 1001 + 2500 + 5000), givenBack: '5345' },
      { method: 'own-token', count: 1, taken: '550', givenBack: '0' },
      { method: 'eftpos', count: 1, taken: '1360', givenBack: '0' },
      { method: 'cash', count: 2, taken: String(1600 + 1300), givenBack: '600' },
      { method: 'external', count: 1, taken: '450', givenBack: '0' },
    ],
  })
  const equalsPortal = async (on: string) => {
    const [ours, theirs] = [await get(`/day?day=${on}`), await portal(on)]
    const of = (name: string) => ours.methods.find(({ method }: { method: string }) => method === name) ?? { taken: '0', givenBack: '0' }
    const left = (name: string) => String(BigInt(of(name).taken) - BigInt(of(name).givenBack))
    expect({
      ...ours,
      ownTokens: left('own-token'),
      takenAtTill: String(['eftpos', 'cash', 'external'].reduce((sum, name) => sum + BigInt(left(name)), 0n)),
    }).toMatchObject({
      taken: theirs.taken,
      givenBack: theirs.givenBack,
      paidCount: theirs.paidCount,
      ownTokens: theirs.ownTokens,
      takenAtTill: theirs.takenAtTill,
    })
    return theirs
  }
  expect((await equalsPortal(saturday)).taken).toBe('17156')
  // A refund on the next day belongs to the day of its payment, here and there; the day is that of Auckland.
  goTo('2026-11-28T11:00:00Z')
  await pass(0)
  await paid(1500)
  expect((await refund(counter, split, 1000)).status).toBe(200)
  expect(await equalsPortal(saturday)).toMatchObject({ givenBack: '6945' })
  expect(await equalsPortal('2026-11-29')).toMatchObject({ taken: '1500', givenBack: '0' })
  for (const unseen of ['2026-11-22', '2026-11-30']) expect(await get(`/day?day=${unseen}`)).toMatchObject({ message: 'FORBIDDEN' })
  expect((await get('/day?day=2026-11-23')).methods).toEqual([])
  expect((await api.get(`/api/tills/${till.id}/day`, till.headers)).body.message).toBe('TILL_SIGN_ON_REQUIRED')
})

test('a sale that was noted without a connection is a request with its time, which only the till records as paid, once [TILL-19]', async () => {
  goTo('2026-12-12T03:12:00Z')
  const { shop, payer, get, turn } = await open()
  const key = randomUUID()
  const body = { configId: shop.configId, value: nzd(1603), notedAt: '2026-12-11T10:30:00.000Z', idempotencyKey: key }
  const create = (more: object = {}, headers = turn()) => api.post('/api/payment-requests', { ...body, ...more }, headers)
  const { body: made } = await create()
  expect(made).toMatchObject({ notedAt: body.notedAt, paymentOptions: [], status: 'new' })
  // The answer was lost, and somebody else is at the till now.
  expect((await create()).body.id).toBe(made.id)
  expect((await payer.pay(made.id)).body.message).toBe('INVALID_ASSET_TYPE')
  const pay = () =>
    api.post(`/api/payment-requests/${made.id}/pay`, { assetType: 'external.test', transactionId: key, tender: 'cash', idempotencyKey: key }, turn())
  const answers = await Promise.all([pay(), pay()])
  expect(answers.map(({ status, body: { value } }) => [status, value])).toEqual([[200, nzd(1600)], [200, nzd(1600)]]) // prettier-ignore
  expect((await get('/payments')).items).toMatchObject([{ status: 'paid', amount: '1603', rounding: '3', notedAt: body.notedAt }])
  // It counts on the day that it was sent.
  expect(await get('/day')).toMatchObject({ day: '2026-12-12', taken: '1600', rounding: '3', methods: [{ method: 'cash', count: 1, taken: '1600' }] })
  expect((await get('/day?day=2026-12-11')).methods).toEqual([])
  // A clock that is ahead or was reset says nothing; 90 days ago is the longest.
  const noted = async (at: string) => (await create({ notedAt: at, idempotencyKey: randomUUID() })).body.notedAt
  const ago = (ms: number) => new Date(clock.now().getTime() - ms).toISOString()
  for (const wrong of ['2026-12-12T09:00:00.000Z', ago(90 * dayMs + 1), '1970-01-01T00:00:00.000Z']) expect(await noted(wrong)).toBe(clock.now().toISOString())
  for (const right of [ago(90 * dayMs), ago(1)]) expect(await noted(right)).toBe(right)
  // No customer's code pays it, and no key but a till's notes a sale.
  expect((await create({ barcode: '9990001234567890', idempotencyKey: randomUUID() })).status).not.toBe(200)
  expect((await api.post('/api/payment-requests', { ...body, idempotencyKey: randomUUID() }, shop.till)).body.message).toBe('FORBIDDEN')
})

test('while the rest of a part payment can be taken it is open at closing, and its receipt says until when and by which charge [TILL-13, TILL-14, TILL-20]', async () => {
  goTo('2027-01-09T03:12:00Z')
  const { shop, till, payer, get, pass, turn } = await open()
  const key = randomUUID()
  const body = { configId: shop.configId, value: nzd(3862), partialAllowed: true, basketAmount: '3862', idempotencyKey: key }
  const { body: made } = await api.post('/api/payment-requests', body, turn())
  expect((await payer.pay(made.id, { mode: 'partial-payment', amount: '2500' })).status).toBe(200)
  const until = new Date(Date.parse(made.createdAt) + dayMs).toISOString()
  expect(await get(`/payments/${made.id}`)).toMatchObject({ status: 'part-paid', remaining: '1362', restUntil: until, idempotencyKey: key })
  expect(await get('/day')).toMatchObject({ paidCount: 1, openCount: 1, taken: '2500' })
  expect((await api.get(`/api/merchants/${shop.merchantId}/payments/${made.id}`, shop.owner.headers)).body).not.toHaveProperty('idempotencyKey')
  // A day later it is the shop’s: nothing is open, and it goes back like any payment.
  await pass(dayMs + 1000)
  expect((await api.get(`/api/payment-requests/${made.id}`, till.headers)).body.status).toBe('paid')
  const closed = await get(`/payments/${made.id}`)
  expect(closed).toMatchObject({ status: 'part-paid', remaining: '1362' })
  expect([closed.restUntil, closed.idempotencyKey]).toEqual([undefined, undefined])
  expect(await get('/day?day=2027-01-09')).toMatchObject({ openCount: 0, taken: '2500' })
  expect((await api.post(`/api/payment-requests/${made.id}/void`, {}, turn())).body.message).toBe('VOID_WINDOW_EXCEEDED')
  const back = { value: nzd(2500), externalRef: 'r1' }
  expect((await api.post(`/api/payment-requests/${made.id}/refund`, back, turn())).status).toBe(200)
})
