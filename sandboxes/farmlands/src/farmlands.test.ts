import { afterAll, expect, test } from 'vitest'
import { createFarmlands } from './app.ts'
import { caller, secret } from './caller.fixture.ts'

const app = await createFarmlands({ port: 0, origin: '', clientId: 'nikau', clientSecret: secret, dataFolder: undefined, walletOrigin: '' })
afterAll(() => app.close())
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const { check, charge, refund, call, control } = caller(origin)

test('a card check needs the right details', async () => {
  expect(await check('6005091000000001')).toMatchObject({
    status: 200,
    body: { card: 'fct_demo0001', lastFour: '0001', account: '40010001', status: 'active', availableCents: 2_500_000, codeNeeded: true },
  })
  const errorResponse = { status: 422, body: { code: 'CARD_NOT_RECOGNISED' } }
  expect(await check('6005091000000001', '12/30', '124')).toEqual(errorResponse)
  expect(await check('6005091000000001', '11/30')).toEqual(errorResponse)
  expect(await check('6005099999999999')).toEqual(errorResponse)
})

test('a barcode finds its card, and an unknown one does not', async () => {
  const lookUp = (barcode: string) => call('POST', '/v1/cards/lookup', { body: { barcode } })
  for (const [serial, barcode] of ['424242424', '434343434', '454545454', '464646464'].entries())
    expect(await lookUp(barcode)).toEqual({ status: 200, body: { card: `fct_demo000${serial + 1}`, lastFour: `000${serial + 1}` } })
  expect(await lookUp('424242425')).toEqual({ status: 422, body: { code: 'CARD_NOT_RECOGNISED' } })
})

test('each seeded card shows one error', async () => {
  const told = await Promise.all([2, 3, 4, 5, 6].map(async (serial) => (await check(`600509100000000${serial}`)).body))
  expect(told).toMatchObject([
    { availableCents: 0 },
    { status: 'expired' },
    { status: 'inactive' },
    { contact: { mobile: null, email: null } },
    { codeNeeded: false },
  ])
})

test('an unsigned call, a wrong signature and an old one are refused', async () => {
  expect((await fetch(`${origin}/v1/charges/k`)).status).toBe(401)
  expect(await caller(origin, 'another').check('6005091000000001')).toEqual({ status: 401, body: { code: 'NOT_SIGNED' } })
  expect((await call('GET', '/v1/charges/k', { at: Math.floor(Date.now() / 1000) - 600 })).status).toBe(401)
})

test('one key is one charge, and the same key for something else is refused', async () => {
  const [first, second] = [await charge('k1', 12_300), await charge('k1', 12_300)]
  expect(first).toMatchObject({ status: 201, body: { status: 'approved', cents: 12_300 } })
  expect(second).toEqual(first)
  expect(await charge('k1', 12_400)).toEqual({ status: 409, body: { code: 'KEY_USED' } })
  expect((await check('6005091000000001')).body.availableCents).toBe(2_500_000 - 12_300)
  expect((await call('GET', '/v1/charges/k1')).body).toMatchObject({ status: 'approved', id: first.body.id })
  expect((await call('GET', '/v1/charges/never')).body).toEqual({ code: 'NO_SUCH_CHARGE' })
})

test('a charge over the limit, on a blocked card or with a sentinel is declined for good', async () => {
  expect((await charge('k2', 3_100, 'fct_demo0009')).body).toMatchObject({ status: 'declined', decline: 'INSUFFICIENT_CREDIT' })
  expect((await charge('k3', 100, 'fct_demo0004')).body).toMatchObject({ decline: 'CARD_INACTIVE' })
  expect((await charge('k4', 100, 'fct_demo0003')).body).toMatchObject({ decline: 'CARD_EXPIRED' })
  expect((await charge('k5', 167)).body).toMatchObject({ decline: 'DECLINED' })
  expect((await charge('k5', 167)).body).toMatchObject({ decline: 'DECLINED' })
})

test('a charge whose response was lost is found by its key', async () => {
  await expect(charge('k6', 164)).rejects.toThrow('fetch failed')
  expect((await call('GET', '/v1/charges/k6')).body).toMatchObject({ status: 'approved' })
  expect((await charge('k6', 164)).status).toBe(201)
  expect((await charge('k7', 162)).status).toBe(503)
  expect((await call('GET', '/v1/charges/k7')).status).toBe(404)
})

test('refunds are limited to the charge, and a key refunds once', async () => {
  await charge('k8', 1000)
  const [first, second] = [await refund('r1', 'k8', 600), await refund('r1', 'k8', 600)]
  expect(second).toEqual(first)
  expect(await refund('r2', 'k8', 500)).toEqual({ status: 422, body: { code: 'REFUND_TOO_LARGE' } })
  expect(await refund('r3', 'k2', 100)).toEqual({ status: 404, body: { code: 'NO_SUCH_CHARGE' } })
})

test('a fault counts down, and the page shows cards and statements', async () => {
  await control('faults', { at: 'check', kind: 'down', times: 1 })
  expect((await check('6005091000000001')).status).toBe(503)
  expect((await check('6005091000000001')).status).toBe(200)
  const page = await (await fetch(`${origin}/control`)).text()
  expect(page).toContain('6005 0910 0000 0001')
  expect(await (await fetch(`${origin}/control/accounts/40010001`)).text()).toContain('Wairarapa Dairy Ltd')
})

test('a settlement lists what was approved and refunded since the last one, once', async () => {
  await control('settlements', { day: '2026-12-01' })
  await charge('s1', 2000)
  await charge('s2', 167)
  await refund('s1-r', 's1', 500)
  expect(await control('settlements', { day: '2026-12-02', payDay: '2026-12-03' })).toMatchObject({
    reference: 'FLS261202-01',
    netCents: 1500,
    lines: [
      { kind: 'charge', key: 's1', cents: 2000 },
      { kind: 'refund', key: 's1-r', cents: 500 },
    ],
  })
  expect(await control('settlements', { day: '2026-12-02' })).toMatchObject({ reference: 'FLS261202-02', netCents: 0, lines: [] })
  const { settlements } = (await call('GET', '/v1/settlements?after=1')).body as { settlements: { number: number }[] }
  expect(settlements.map(({ number }) => number)).toEqual([2, 3])
})
