import { assertBooksInOrder } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { givenPayer } from '../../given.ts'
import { payingByBank } from './given.ts'

// A deployment that trusts the bank's first word: the merchant is told at once, and the bank may still change its mind.

const database = await testDatabase()
const world = await payingByBank(database, { bank: { paidWhen: 'accepted' } })
const { api, banks, shop } = world
await banks.settings({ lateRejectMs: 3_600_000 })

afterEach(() => assertBooksInOrder(database.db))

const settled = () => world.balance(`asset:${shop.settlementWallet}`)
const untilFailed = (id: string) => vi.waitFor(async () => expect((await world.get(id)).status).toBe('failed'), { timeout: 30_000 })
const told = async (requestId: string) =>
  (await sql<{ type: string }>`select type from webhook_delivery where payment_request_id = ${requestId} order by number`.execute(database.db)).rows.map(
    (row) => row.type,
  )

test('rejected after it was called paid: the request is open again and can be paid in another way; both sides are told', async () => {
  await api.post(`/api/accounts/${shop.accountId}/webhooks`, { url: 'https://shop.example/hook' }, shop.owner.headers)
  const before = await settled()
  const { id, requestId, paid } = await world.whole(1566)
  expect(paid).toMatchObject({ status: 200, body: { status: 'paid' } })
  expect((await world.request(requestId)).status).toBe('paid')
  expect((await settled()) - before).toBe(1566n)
  await world.bankHour()
  await untilFailed(id)
  expect(await world.request(requestId)).toMatchObject({ status: 'new', remainingAmount: '1566' })
  expect((await world.request(requestId)).paidBy).toBeUndefined()
  expect(await settled()).toBe(before)
  expect(await told(requestId)).toEqual(['payment-request:paid', 'payment-request:refund-completed'])
  expect(await world.exceptions(id)).toEqual([{ kind: 'bank-took-back', amount: 1566n, closed: false }])
  const payer = await givenPayer(api, database)
  expect((await payer.pay(requestId)).status).toBe(200)
})

test('what is paid for a request that was cancelled goes back when the bank has said its last word, and not before', async () => {
  await banks.settings({ settleMs: 3_600_000 })
  const gone = async (amount: number) => {
    const begun = await world.begin(amount)
    const answer = await world.approve(begun.body.authorizationUrl)
    await world.stopWork()
    const paying = world.pay(begun.id, answer)
    await vi.waitFor(async () => expect((await world.get(begun.id)).status).toBe('authorized'), 30_000)
    expect((await api.post(`/api/payment-requests/${begun.requestId}/cancel`, {}, shop.till)).status).toBe(200)
    world.startWork()
    await vi.waitFor(async () => expect(await world.atBank(begun.id)).toHaveLength(1), { timeout: 30_000 })
    await world.bankHour()
    return { id: begun.id, answer: (await paying).body }
  }
  const rejected = await gone(3066)
  expect(rejected.answer).toMatchObject({ message: 'PAYMENT_DECLINED', reason: 'declined' })
  expect(await world.exceptions(rejected.id)).toEqual([])
  const completed = await gone(3000)
  expect(completed.answer).toMatchObject({ message: 'PAYMENT_DECLINED', reason: 'returned' })
  expect(await world.exceptions(completed.id)).toEqual([{ kind: 'bank-surplus', amount: 3000n, closed: false }])
  await banks.settings({ settleMs: 200 })
})

test('with the time over it counts as refunded from the merchant', async () => {
  const { id, requestId } = await world.whole(2066, 'asb')
  await world.runOut(requestId)
  await world.bankHour()
  await untilFailed(id)
  expect(await world.request(requestId)).toMatchObject({ status: 'paid' })
  const { items } = (await api.get(`/api/payment-requests/${requestId}/activities`, shop.till)).body
  expect(items[0]).toMatchObject({ type: 'refund', value: { amount: '2066' } })
})

test('what the merchant had refunded meanwhile need not go back to the customer', async () => {
  const before = await settled()
  const { id, requestId } = await world.whole(1066)
  const body = { value: { amount: '400', currency: 'NZD' }, externalRef: 'r' }
  expect((await api.post(`/api/payment-requests/${requestId}/refund`, body, shop.till)).status).toBe(200)
  await world.bankHour()
  await untilFailed(id)
  expect(await settled()).toBe(before)
  expect(await world.exceptions(id)).toEqual([
    { kind: 'bank-refund', amount: 400n, closed: true },
    { kind: 'bank-took-back', amount: 1066n, closed: false },
  ])
})

test('a part that a wallet had paid waits with the request again', async () => {
  const payer = await givenPayer(api, database)
  const asked = await shop.ask(1066, { expirySeconds: 600 })
  await payer.pay(asked.id, { mode: 'multi-asset-payment', amount: '500' })
  const begun = await world.beginOn(asked.id)
  expect((await world.pay(begun.id, await world.approve(begun.body.authorizationUrl))).body.status).toBe('paid')
  await world.bankHour()
  await untilFailed(begun.id)
  expect(await world.request(asked.id)).toMatchObject({ status: 'new', remainingAmount: '566' })
  expect(await world.balance(`request:${asked.id}`)).toBe(500n)
})
