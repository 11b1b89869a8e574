import { testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { concurrently, createPayer } from '../../../fixtures.ts'
import { lines, nzd, startTill } from '../fixtures.ts'

const database = await testDatabase()
const { api, call, clock, read, shop, spendUsage, tokens } = await startTill(database)

test('refunds may be partial and repeated, never exceed the payment, and are idempotent by their reference', async () => {
  const payer = await createPayer(api, database)
  const request = await shop.createRequest(1000)
  expect((await call(request.id, 'refund', { value: nzd(100), externalRef: 'r0' })).body.message).toBe('NOT_PAID')
  await payer.pay(request.id)
  const first = await call(request.id, 'refund', { value: nzd(300), externalRef: 'r1' })
  expect(first).toMatchObject({
    status: 200,
    body: { type: 'refund', value: { amount: '300' }, externalRef: 'r1', strategy: { refunds: [{ assetId: payer.walletId, amount: '300' }] } },
  })
  expect((await call(request.id, 'refund', { value: nzd(300), externalRef: 'r1' })).body).toEqual(first.body)
  expect((await call(request.id, 'refund', { value: nzd(301), externalRef: 'r1' })).body.message).toBe('REPEAT_REFERENCE')
  expect((await call(request.id, 'refund', { value: nzd(701), externalRef: 'r2' })).body.message).toBe('INVALID_AMOUNT')
  expect((await call(request.id, 'refund', { value: nzd(5), externalRef: 'r2', lineItems: [{ name: 'x', qty: 1, price: 4 }] })).status).toBe(400)
  expect(await payer.balance()).toBe(9300)
  expect(await spendUsage(payer)).toBe('700')
  expect((await api.get(`/api/payment-requests/${request.id}`, payer.headers)).body).toMatchObject({ status: 'paid', refundedAmount: '300' })
  expect((await call(request.id, 'refund', { value: nzd(700), externalRef: 'r3' })).status).toBe(200)
  expect((await call(request.id, 'refund', { value: nzd(1), externalRef: 'r4' })).body.message).toBe('ALREADY_REFUNDED')
  expect(await payer.balance()).toBe(10_000)
  expect(await read(request.id)).toMatchObject({ status: 'paid', remainingAmount: '0' })
  const transactions = (await api.get(`/api/wallets/${payer.walletId}/transactions`, payer.headers)).body.items
  expect(transactions.map((item: { value: string; paymentRequestId?: string }) => [item.value, item.paymentRequestId])).toEqual([
    ['700', request.id],
    ['300', request.id],
    ['-1000', request.id],
    ['10000', undefined],
  ])
})

test('ten simultaneous calls of one refund move money once', async () => {
  const payer = await createPayer(api, database)
  const request = await shop.createRequest(1000)
  await payer.pay(request.id)
  const body = { value: nzd(600), externalRef: 'once' }
  const answers = await concurrently(10, () => call(request.id, 'refund', body))
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  expect(await payer.balance()).toBe(9600)
  const different = await Promise.all([1, 2].map((n) => call(request.id, 'refund', { ...body, value: nzd(400), externalRef: `d${n}` })))
  expect(different.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 403])
})

test('money is refunded before tokens, a token only whole; a refunded token can be spent again', async () => {
  const payer = await createPayer(api, database)
  const token = await tokens.issue(payer.accountId)
  const request = await shop.createRequest(1000, { lineItems: lines })
  await payer.pay(request.id, { assetType: 'nikau.token.test', assetId: token, mode: 'multi-asset-payment', amount: '550' })
  await payer.pay(request.id, { mode: 'multi-asset-payment', amount: '450' })
  expect((await call(request.id, 'refund', { value: nzd(500), externalRef: 't1' })).body.message).toBe('PARTIAL_REFUNDS_NOT_ALLOWED')
  const refunded = await call(request.id, 'refund', { value: nzd(1000), externalRef: 't2' })
  expect(refunded.body.strategy.refunds.map((item: { amount: string }) => item.amount)).toEqual(['450', '550'])
  expect(await payer.balance()).toBe(10_000)
  expect((await api.get(`/api/assets/${token}`, payer.headers)).body.status).toBe('active')
  expect((await payer.pay((await shop.createRequest(550, { lineItems: [lines[0]] })).id, { assetType: 'nikau.token.test', assetId: token })).status).toBe(200)
})

test('a capture can be refunded for a month, however long after the request it was made; a payment for a month from when it was paid [MON-12]', async () => {
  const payer = await createPayer(api, database)
  const [held, paid] = [await shop.createRequest(5000, { preAuth: true }), await shop.createRequest(1000)]
  await payer.pay(held.id)
  await payer.pay(paid.id)
  const days = (count: number) => clock.advance(count * 86_400_000)
  const refundCapture = (externalRef: string) => call(held.id, 'refund', { value: nzd(1000), externalRef, confirmationIdempotencyKey: 'c' })
  days(30)
  expect((await call(paid.id, 'refund', { value: nzd(100), externalRef: 'p1' })).status).toBe(200)
  days(30)
  expect((await call(paid.id, 'refund', { value: nzd(100), externalRef: 'p2' })).body.message).toBe('REFUND_WINDOW_EXCEEDED')
  expect((await call(held.id, 'confirm', { idempotencyKey: 'c', invoiceRef: 'inv', value: nzd(5000) })).status).toBe(200)
  expect((await refundCapture('c1')).status).toBe(200)
  days(30)
  expect((await refundCapture('c2')).status).toBe(200)
  days(2)
  expect((await refundCapture('c3')).body.message).toBe('REFUND_WINDOW_EXCEEDED')
})
