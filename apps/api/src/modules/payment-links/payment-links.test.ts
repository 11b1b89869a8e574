import { randomUUID } from 'node:crypto'
import { createPerson, fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { concurrently, createPayer, createShop, runningApi } from '../../fixtures.ts'

const database = await testDatabase()
// A Saturday afternoon in Auckland.
const clock = fakeClock('2026-11-14T03:12:00Z')
const wallClock = { now: () => new Date() }
const api = await runningApi(database, { clock, wallClock, env: { RATE_LIMIT_SCALE: '1000', BUSINESS_LIMITS: '{"perDay":100000,"perPayment":50000}' } })
const limited = await runningApi(database, { clock, wallClock })

type Shop = Awaited<ReturnType<typeof createShop>>

async function makeLink(shop: Shop, more: object = {}, headers: Record<string, string> = shop.owner.headers) {
  return await api.post('/api/payment-links', { merchantId: shop.merchantId, name: 'Birthday cake deposit', kind: 'fixed', amount: '6400', ...more }, headers)
}
const typed = (more: object = {}) => ({ kind: 'typed', amount: undefined, ...more })
const tillLink = { kind: 'till', amount: undefined, name: 'Till 1' }

const listed = async (shop: Shop) => (await api.get(`/api/payment-links?merchantId=${shop.merchantId}`, shop.owner.headers)).body.items
const summary = (id: string) => api.get(`/api/payment-links/${id}/summary`)
const request = (id: string, body: object = {}) => api.post(`/api/payment-links/${id}/payment-request`, body)
const read = async (shop: Shop, id: string) => (await api.get(`/api/payment-requests/${id}`, shop.till)).body
const close = (shop: Shop, id: string) => api.post(`/api/payment-links/${id}/archive`, {}, shop.owner.headers)

async function join(shop: Shop, role: string) {
  const person = await createPerson(database)
  await sql`insert into account_member (account_id, person_id, role, added_at) values (${shop.accountId}, ${person.personId}, ${role}, now())`.execute(
    database.owner.db,
  )
  return person
}

test('a link has an id, an address and the terms it was made with, and is listed with what was paid by it [BIZ-50]', async () => {
  const shop = await createShop(api, database)
  const manager = await join(shop, 'manager')
  const made = await makeLink(shop, { uses: 'once', lastDay: '2026-11-28', partialAllowed: true, asksNote: true }, manager.headers)
  expect(made.status).toBe(200)
  const { id, ...link } = made.body
  expect(id).toMatch(/^pl_\w{22}$/)
  expect(link).toMatchObject({
    url: `http://localhost:4000/l/${id}`,
    name: 'Birthday cake deposit',
    kind: 'fixed',
    amount: '6400',
    uses: 'once',
    lastDay: '2026-11-28',
    partialAllowed: true,
    asksNote: true,
    liveness: 'test',
    status: 'open',
    count: 0,
    paid: '0',
  })
  clock.advance(1000)
  const open = (await makeLink(shop, typed({ name: 'School bread order', least: '500', most: '5000' }))).body
  const payers = [await createPayer(api, database), await createPayer(api, database)]
  for (const [place, amount] of [550, 1250].entries()) {
    const { body } = await request(open.id, { amount: String(amount) })
    expect((await payers[place]!.pay(body.paymentRequestId)).status).toBe(200)
  }
  // Not paid, so not counted.
  await request(open.id, { amount: '700' })
  const [newest, oldest] = await listed(shop)
  expect([newest, oldest]).toMatchObject([
    { id: open.id, least: '500', most: '5000', uses: 'many', count: 2, paid: '1800' },
    { id, count: 0 },
  ])
})

test('a request of a link has its amount, its name as the item, part payments and the note, and keeps the link [BIZ-50][BIZ-51]', async () => {
  const shop = await createShop(api, database)
  const link = (await makeLink(shop, { partialAllowed: true, asksNote: true })).body
  const { body } = await request(link.id, { note: ' Blue icing, please ' })
  expect(body.url).toBe(`http://localhost:4000/deimos/pay/${body.paymentRequestId}`)
  expect(await read(shop, body.paymentRequestId)).toMatchObject({
    paymentLinkId: link.id,
    value: { amount: '6400' },
    lineItems: [{ name: 'Birthday cake deposit', price: '6400' }],
    partialAllowed: true,
    expirySeconds: 900,
    liveness: 'test',
  })
  const payer = await createPayer(api, database)
  expect((await payer.pay(body.paymentRequestId, { mode: 'partial-payment', amount: '3200' })).status).toBe(200)
  const { items } = (await api.get(`/api/merchants/${shop.merchantId}/payments?where=link`, shop.owner.headers)).body
  expect(items).toMatchObject([{ id: body.paymentRequestId, place: { kind: 'link' }, note: 'Blue icing, please', received: '3200' }])
  expect(await listed(shop)).toMatchObject([{ count: 1, paid: '3200' }])
})

test('a link shows its shop, what it is for and its terms to everybody [BIZ-51]', async () => {
  const shop = await createShop(api, database)
  const link = (await makeLink(shop, typed({ least: '500' }))).body
  const { status, body } = await summary(link.id)
  expect(status).toBe(200)
  expect(body).toEqual({
    id: link.id,
    merchantName: 'Kauri Cafe',
    name: 'Birthday cake deposit',
    kind: 'typed',
    least: '500',
    partialAllowed: false,
    asksNote: false,
    liveness: 'test',
  })
})

test('an amount that the link does not ask for is refused [BIZ-51]', async () => {
  const shop = await createShop(api, database)
  const between = (await makeLink(shop, typed({ least: '500', most: '5000' }))).body
  for (const amount of ['499', '5001', undefined]) expect((await request(between.id, { amount })).body.message).toBe('INVALID_AMOUNT')
  for (const amount of ['500', '5000']) expect((await request(between.id, { amount })).status).toBe(200)
  const fixed = (await makeLink(shop)).body
  const refused = await request(fixed.id, { amount: '100' })
  expect([refused.status, refused.body.message]).toEqual([403, 'INVALID_AMOUNT'])
})

test('a link that can be paid once makes one request for all who ask at once, and is used when it is paid [BIZ-51]', async () => {
  const shop = await createShop(api, database)
  const link = (await makeLink(shop, { uses: 'once' })).body
  const answers = await concurrently(12, () => request(link.id, { idempotencyKey: randomUUID() }))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const ids = new Set(answers.map(({ body }) => body.paymentRequestId as string))
  expect(ids.size).toBe(1)
  const payer = await createPayer(api, database)
  expect((await payer.pay([...ids][0]!)).status).toBe(200)
  for (const refused of [await request(link.id), await summary(link.id)]) expect([refused.status, refused.body.message]).toEqual([403, 'PAYMENT_LINK_USED'])
  expect(await listed(shop)).toMatchObject([{ status: 'used', count: 1, paid: '6400' }])
})

test('requests of other amounts at once leave one that can be paid on a link of one use [BIZ-51]', async () => {
  const shop = await createShop(api, database)
  const link = (await makeLink(shop, typed({ uses: 'once' }))).body
  let amount = 1000
  const asking = concurrently(12, () => request(link.id, { amount: String(amount++) }))
  const payer = await createPayer(api, database, 50_000)
  const answers = await asking
  const paid = await Promise.all(answers.filter(({ status }) => status === 200).map(({ body }) => payer.pay(body.paymentRequestId)))
  expect(paid.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await listed(shop)).toMatchObject([{ status: 'used', count: 1 }])
})

test('a link of one use is paid once, whoever pays and asks at the same moment [BIZ-51]', { timeout: 60_000 }, async () => {
  const shop = await createShop(api, database)
  const payer = await createPayer(api, database, 100_000)
  for (let round = 0; round < 5; round++) {
    const link = (await makeLink(shop, typed({ uses: 'once' }))).body
    const first = (await request(link.id, { amount: '1000' })).body.paymentRequestId as string
    let amount = 1000
    const [paid, asked] = await Promise.all([payer.pay(first), concurrently(8, () => request(link.id, { amount: String(amount++) }))])
    const others = new Set(asked.map(({ body }) => body.paymentRequestId as string | undefined).filter((id) => id !== undefined && id !== first))
    const results = [paid, ...(await Promise.all([...others].map((id) => payer.pay(id!))))]
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await request(link.id, { amount: '1000' })).body.message).toBe('PAYMENT_LINK_USED')
  }
})

test('a link of one use whose request has expired can be asked again, and the old request stays unpaid [BIZ-51]', async () => {
  const shop = await createShop(api, database)
  const link = (await makeLink(shop, { uses: 'once' })).body
  const first = (await request(link.id)).body.paymentRequestId
  clock.advance(16 * 60_000)
  const second = (await request(link.id)).body.paymentRequestId
  expect(second).not.toBe(first)
  const payer = await createPayer(api, database, 20_000)
  expect((await payer.pay(first)).body.message).toBe('REQUEST_EXPIRED')
  expect((await payer.pay(second)).status).toBe(200)
})

test('a link that can be paid many times makes a request for each who asks, and one for a repeated key [BIZ-51]', async () => {
  const shop = await createShop(api, database)
  const link = (await makeLink(shop)).body
  const idempotencyKey = randomUUID()
  const answers = [await request(link.id, { idempotencyKey }), await request(link.id, { idempotencyKey }), await request(link.id)]
  const [first, repeated, other] = answers.map(({ body }) => body.paymentRequestId)
  expect(repeated).toBe(first)
  expect(other).not.toBe(first)
})

test('a link is good until the end of its last day in Auckland [BIZ-50]', async () => {
  const own = fakeClock('2026-11-14T03:12:00Z')
  const other = await runningApi(database, { clock: own, wallClock, env: { RATE_LIMIT_SCALE: '1000' } })
  const shop = await createShop(other, database)
  const link = (await makeLink(shop, { lastDay: '2026-11-14' })).body
  own.advance(7 * 3600_000 + 47 * 60_000) // 23:59
  expect((await other.get(`/api/payment-links/${link.id}/summary`)).status).toBe(200)
  own.advance(60_000)
  expect((await other.get(`/api/payment-links/${link.id}/summary`)).body.message).toBe('PAYMENT_LINK_CLOSED')
  expect((await other.post(`/api/payment-links/${link.id}/payment-request`, {})).body.message).toBe('PAYMENT_LINK_CLOSED')
  expect((await makeLink(shop, { lastDay: '2026-11-13' })).body.message).toBe('PAYMENT_LINK_LAST_DAY_INVALID')
})

test('a closed link is refused like one that never was, keeps its address and names no shop [BIZ-50][BIZ-54]', async () => {
  const shop = await createShop(api, database)
  const link = (await makeLink(shop)).body
  const waiting = (await request(link.id)).body.paymentRequestId
  const closed = await close(shop, link.id)
  expect(closed.body).toMatchObject({ id: link.id, url: link.url, status: 'closed' })
  expect((await close(shop, link.id)).body).toEqual(closed.body)
  const unknown = 'pl_1111111111111111111111'
  for (const call of [summary, request]) {
    const [refused, none] = [await call(link.id), await call(unknown)]
    expect([refused.status, refused.body]).toEqual([403, none.body])
    expect(refused.body.message).toBe('PAYMENT_LINK_CLOSED')
    expect(JSON.stringify(refused.body)).not.toContain('Kauri')
  }
  // What was asked for before can still be paid.
  expect((await (await createPayer(api, database)).pay(waiting)).status).toBe(200)
  const audit = (await api.get(`/api/accounts/${shop.accountId}/audit`, shop.owner.headers)).body.items
  expect(audit.map(({ action }: { action: string }) => action)).toEqual(expect.arrayContaining(['payment-link-made', 'payment-link-closed']))
})

test('one link takes 20 calls a minute from one address, and another link still answers [BIZ-51]', async () => {
  const shop = await createShop(api, database)
  const [link, other] = [(await makeLink(shop)).body, (await makeLink(shop)).body]
  const from = (id: string, remoteAddress: string) =>
    limited.app.inject({ method: 'POST', url: `/api/payment-links/${id}/payment-request`, payload: {}, remoteAddress })
  const answers = []
  for (let call = 0; call < 21; call++) answers.push((await from(link.id, '203.0.113.9')).statusCode)
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  expect((await from(other.id, '203.0.113.9')).statusCode).toBe(200)
  expect((await from(link.id, '203.0.113.10')).statusCode).toBe(200)
})

test('a link of a till leads to its newest waiting request, and says when there is none [BIZ-52]', async () => {
  const shop = await createShop(api, database)
  const link = (await makeLink(shop, tillLink)).body
  expect((await summary(link.id)).body).not.toHaveProperty('paymentRequest')
  expect((await request(link.id)).body.message).toBe('ASK_AT_TILL')
  const older = await shop.createRequest(1000, { paymentLinkId: link.id, terminalId: 'till-1' })
  clock.advance(1000)
  const newer = await shop.createRequest(1650, { paymentLinkId: link.id, terminalId: 'till-1' })
  expect(newer.paymentLinkId).toBe(link.id)
  expect((await summary(link.id)).body.paymentRequest).toEqual({ id: newer.id, url: newer.url })
  expect((await request(link.id)).body).toEqual({ paymentRequestId: newer.id, url: newer.url })
  expect((await (await createPayer(api, database)).pay(newer.id)).status).toBe(200)
  expect((await summary(link.id)).body.paymentRequest.id).toBe(older.id)
  clock.advance(121_000)
  expect((await summary(link.id)).body).not.toHaveProperty('paymentRequest')
  expect(await listed(shop)).toMatchObject([{ count: 1, paid: '1650', kind: 'till' }])
})

test('a till names only a link of its own shop that is for a till, and closing the sticker never stops it [BIZ-52]', async () => {
  const [shop, other] = [await createShop(api, database), await createShop(api, database)]
  const own = (await makeLink(shop, tillLink)).body
  const create = (paymentLinkId: string) =>
    api.post('/api/payment-requests', { configId: shop.configId, value: { amount: '500', currency: 'NZD' }, paymentLinkId }, shop.till)
  for (const id of [(await makeLink(other, tillLink)).body.id, (await makeLink(shop)).body.id, 'pl_none'])
    expect([(await create(id)).status, (await create(id)).body.message]).toEqual([403, 'FORBIDDEN'])
  await close(shop, own.id)
  expect((await create(own.id)).status).toBe(200)
  expect((await summary(own.id)).body.message).toBe('PAYMENT_LINK_CLOSED')
})

test('the requests of links count to what a new business may take, without telling how much that is [BIZ-51]', async () => {
  const shop = await createShop(api, database, { test: false })
  await sql`insert into business_limit (account_id, since) values (${shop.accountId}, now())
    on conflict (account_id) do update set lifted_at = null, operator = null, proposal_id = null`.execute(database.owner.db)
  const link = (await makeLink(shop, typed())).body
  expect(link.liveness).toBe('main')
  const answers = await concurrently(6, () => request(link.id, { amount: '30000' }))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  const refused = answers.find(({ status }) => status === 403)!
  expect(refused.body.message).toBe('MERCHANT_LIMIT_EXCEEDED')
  expect(refused.body).not.toHaveProperty('left')
  expect((await request(link.id, { amount: '50001' })).body.message).toBe('MERCHANT_LIMIT_EXCEEDED')
})

test('a link takes the liveness of its shop, and test money never pays a live one [BIZ-50]', async () => {
  const [practice, live] = [await createShop(api, database), await createShop(api, database, { test: false })]
  const link = (await makeLink(live, { amount: '100' })).body
  const { body } = await request(link.id)
  const payer = await createPayer(api, database)
  expect((await payer.pay(body.paymentRequestId)).status).toBe(403)
  const ofOther = { configId: live.configId }
  expect((await makeLink(practice, ofOther)).body.message).toBe('FORBIDDEN')
})

test('owners and managers make, list and close links; others may not [BIZ-50]', async () => {
  const shop = await createShop(api, database)
  const link = (await makeLink(shop)).body
  for (const role of ['cashier', 'accountant', 'developer']) {
    const { headers } = await join(shop, role)
    const calls = [
      await makeLink(shop, {}, headers),
      await api.get(`/api/payment-links?merchantId=${shop.merchantId}`, headers),
      await api.post(`/api/payment-links/${link.id}/archive`, {}, headers),
    ]
    expect(calls.map(({ body }) => body.message)).toEqual(calls.map(() => 'FORBIDDEN'))
  }
  expect((await listed(shop))[0].status).toBe('open')
})

test('the code of an open link is printed as a file with the address of the link, and that of a closed one is not [BIZ-53][BIZ-54]', async () => {
  const shop = await createShop(api, database)
  const link = (await makeLink(shop, tillLink)).body
  const print = (paper: string) => api.app.inject({ url: `/api/payment-links/${link.id}/print?paper=${paper}`, headers: shop.owner.headers })
  for (const [paper, name] of [
    ['a6', 'sticker'],
    ['a4', 'poster'],
  ] as const) {
    const { statusCode, headers, rawPayload } = await print(paper)
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(headers['content-disposition']).toContain(`nikau-${name}-${link.id}.pdf`)
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  }
  await close(shop, link.id)
  expect((await print('a6')).json().message).toBe('PAYMENT_LINK_CLOSED')
})
