import { randomUUID } from 'node:crypto'
import { fakeClock, testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { createPayer, createShop, runningApi } from './fixtures.ts'
import { pairTill, startTurn } from './modules/tills/fixtures.ts'

const database = await testDatabase()
const clock = fakeClock('2026-11-14T03:12:00Z')
const api = await runningApi(database, { clock, wallClock: { now: () => new Date() }, env: { RATE_LIMIT_SCALE: '1000', STEP_UP_SECONDS: '8640000' } })

async function open() {
  const shop = await createShop(api, database)
  const till = await pairTill(api, shop)
  const turn = await startTurn(api, shop, till, shop.owner)
  return {
    shop,
    till,
    makeSticker: (more: object = {}) =>
      api.post('/api/payment-links', { merchantId: shop.merchantId, name: 'Till 1', kind: 'till', tillId: till.id, ...more }, shop.owner.headers),
    charge: async (amount: number, more: object = {}, headers: Record<string, string> = turn) => {
      clock.advance(1000)
      const body = { configId: shop.configId, value: { amount: String(amount), currency: 'NZD' }, idempotencyKey: randomUUID(), ...more }
      return (await api.post('/api/payment-requests', body, headers)).body
    },
    waiting: async (linkId: string) => (await api.get(`/api/payment-links/${linkId}/summary`)).body.paymentRequest?.id,
  }
}

test('the sticker of a staff till leads to what that till waits for, whatever its device says, and stays a sale of the till [TILL-08, BIZ-52]', async () => {
  const { shop, till, makeSticker, charge, waiting } = await open()
  const sticker = (await makeSticker()).body
  expect(sticker).toMatchObject({ kind: 'till', tillId: till.id, name: 'Till 1' })
  expect(await waiting(sticker.id)).toBeUndefined()
  const second = await pairTill(api, shop, 'Till 2')
  const other = (await makeSticker({ tillId: second.id, name: 'Till 2' })).body
  const first = await charge(1650)
  expect(first.paymentLinkId).toBe(sticker.id)
  // The device names another till’s sticker: the server does not listen to it.
  const forged = await charge(900, { paymentLinkId: other.id })
  expect(forged.paymentLinkId).toBe(sticker.id)
  expect([await waiting(sticker.id), await waiting(other.id)]).toEqual([forged.id, undefined])
  const payer = await createPayer(api, database)
  const opened = await api.post(`/api/payment-links/${sticker.id}/payment-request`, {})
  expect((await payer.pay(opened.body.paymentRequestId)).status).toBe(200)
  const read = async (where: string) => (await api.get(`/api/merchants/${shop.merchantId}/payments?where=${where}&status=paid`, shop.owner.headers)).body.items
  expect(await read('till')).toMatchObject([{ id: forged.id, place: { kind: 'till', terminalId: till.id } }])
  expect(await read('link')).toEqual([])
  // What a customer’s code has bound, and what was noted, is nobody else’s to pay.
  const { barcode } = (await api.post('/api/patron-codes', {}, (await createPayer(api, database)).headers)).body
  expect((await charge(700, { barcode })).paymentLinkId).toBeUndefined()
  expect((await charge(800, { notedAt: clock.now().toISOString() })).paymentLinkId).toBeUndefined()
})

test('a till has one open sticker; closed, it leads nowhere and the till goes on, and the next one is another [BIZ-52]', async () => {
  const { shop, makeSticker, charge, waiting } = await open()
  const answers = await Promise.all([makeSticker(), makeSticker(), makeSticker({ name: 'Counter' })])
  const [id, ...others] = answers.map(({ body }) => String(body.id))
  expect(new Set(others)).toEqual(new Set([id]))
  expect((await api.post(`/api/payment-links/${id}/archive`, {}, shop.owner.headers)).status).toBe(200)
  expect((await charge(500)).paymentLinkId).toBeUndefined()
  expect((await api.get(`/api/payment-links/${id}/summary`)).body.message).toBe('PAYMENT_LINK_CLOSED')
  const next = (await makeSticker()).body.id
  expect(next).not.toBe(id)
  const { id: requestId } = await charge(600)
  expect(await waiting(next)).toBe(requestId)
})

test('a sticker is made only for a till of the shop, and for no other kind of link [BIZ-52]', async () => {
  const [mine, stranger] = [await open(), await open()]
  for (const tillId of [stranger.till.id, 'absent']) expect((await mine.makeSticker({ tillId })).body.message).toBe('FORBIDDEN')
  expect((await mine.makeSticker({ kind: 'typed' })).status).toBe(400)
})
