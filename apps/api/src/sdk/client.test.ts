import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createNikau, createWebhookVerifier, eachItem, isRefusal, type NikauError, type VerifyWebhook, type WebhookResult } from '@nikau/sdk'
import { afterAll, expect, test } from 'vitest'
import { addPayout, deliverDue, listeningApi, losingAnswers, registerWebhook } from './fixtures.ts'

// The published client against the running API.

const running = await listeningApi()
const { shop, payer, address, key, ownerKey } = running
const nikau = createNikau({ api: address, apiKey: key })
const books = createNikau({ api: address, apiKey: ownerKey })
const NZD = 'NZD' as const
const value = (amount: number) => ({ amount, currency: NZD })
const { configId } = shop
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as NikauError,
  )

test('a payment request is created, found, paid, refunded and read, with amounts as text', async () => {
  const request = await nikau.paymentRequests.create({
    configId,
    value: value(1100),
    externalRef: 'order-1',
    lineItems: [{ name: 'Flat white', qty: 2, price: 1100, sku: 'flat-white', tax: '15' }],
  })
  expect(request).toMatchObject({ status: 'new', value: { amount: '1100', currency: 'NZD' }, lineItems: [{ qty: '2', price: '1100' }] })
  expect((await nikau.paymentRequests.list({ merchantAccountId: shop.accountId, externalRef: 'order-1' })).items.map(({ id }) => id)).toEqual([request.id])
  expect((await payer.pay(request.id)).status).toBe(200)
  expect(await nikau.paymentRequests.get(request.id)).toMatchObject({ status: 'paid', remainingAmount: '0' })
  expect(await nikau.refunds.options(request.id)).toMatchObject({ refundable: '1100' })
  expect(await nikau.refunds.create(request.id, { value: value(300), reason: 'Cold' })).toMatchObject({ type: 'refund', value: { amount: '300' } })
  expect((await nikau.paymentRequests.activities(request.id)).items.map(({ type }) => type)).toEqual(['refund', 'payment', 'request'])
  expect(await nikau.payments.get(shop.merchantId, request.id)).toMatchObject({ status: 'part-refunded', received: '1100', refunded: '300' })
  expect((await nikau.payments.list(shop.merchantId, { status: ['part-refunded', 'paid'] })).items.map(({ id }) => id)).toEqual([request.id])
  expect(await nikau.payments.totals(shop.merchantId)).toMatchObject({ taken: '1100', givenBack: '300' })
  expect((await nikau.merchants.config(configId)).merchantId).toBe(shop.merchantId)
})

test('cancel ends a new request; void ends one of any outcome, and again with the same answer', async () => {
  const [first, second] = [
    await nikau.paymentRequests.create({ configId, value: value(100) }),
    await nikau.paymentRequests.create({ configId, value: value(200) }),
  ]
  expect(await nikau.paymentRequests.cancel(first.id)).toMatchObject({ type: 'cancellation' })
  await payer.pay(second.id)
  const refused = await errorOf(nikau.paymentRequests.cancel(second.id))
  expect(isRefusal(refused, 'cancelPaymentRequest') && refused.code).toBe('REQUEST_PAID')
  const voided = await nikau.paymentRequests.void(second.id)
  expect(await nikau.paymentRequests.void(second.id)).toEqual(voided)
  expect((await nikau.paymentRequests.get(second.id)).status).toBe('cancelled')
})

test('a pre-authorisation is captured in part and the rest released', async () => {
  const request = await nikau.paymentRequests.create({ configId, value: value(900), preAuth: true })
  expect((await payer.pay(request.id)).status).toBe(200)
  expect(await nikau.paymentRequests.capture(request.id, { invoiceRef: 'inv-1', value: value(400) })).toMatchObject({
    type: 'confirmation',
    value: { amount: '400' },
  })
  expect(await nikau.paymentRequests.release(request.id)).toMatchObject({ type: 'release', value: { amount: '500' } })
})

test('answers that are lost take no money twice: the client’s key is kept over its retries', async () => {
  const { state, address } = await losingAnswers(running.address)
  const unlucky = createNikau({ api: address, apiKey: key })
  state.lose = 2
  const request = await unlucky.paymentRequests.create({ configId, value: value(700), externalRef: 'lost-1' })
  expect(state.seen).toHaveLength(3)
  expect((await nikau.paymentRequests.list({ merchantAccountId: shop.accountId, externalRef: 'lost-1' })).items.map(({ id }) => id)).toEqual([request.id])
  await payer.pay(request.id)
  state.lose = 1
  await unlucky.refunds.create(request.id, { value: value(200) })
  expect(await nikau.paymentRequests.get(request.id)).toMatchObject({ refundedAmount: '200' })
  state.lose = 1
  await unlucky.paymentRequests.void(request.id)
  expect(await nikau.paymentRequests.get(request.id)).toMatchObject({ refundedAmount: '700', status: 'cancelled' })
  // What is not safe to repeat is not: the caller reads what became of it.
  const other = await nikau.paymentRequests.create({ configId, value: value(100) })
  state.lose = 1
  expect(await errorOf(unlucky.paymentRequests.cancel(other.id))).toMatchObject({ kind: 'unanswered', code: 'NO_ANSWER' })
  expect((await nikau.paymentRequests.get(other.id)).status).toBe('cancelled')
})

test('refusals have the codes of the contract', async () => {
  expect(await errorOf(nikau.paymentRequests.get('pr_unknown'))).toMatchObject({ kind: 'refused', code: 'REQUEST_NOT_FOUND', status: 404 })
  expect(await errorOf(nikau.paymentRequests.create({ configId, value: value(0) }))).toMatchObject({
    code: 'BAD_REQUEST',
    status: 400,
    detail: { message: expect.stringContaining('value.amount') },
  })
  expect(await errorOf(createNikau({ api: address, apiKey: 'nk_wrong' }).paymentRequests.get('pr_1'))).toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
  const { id } = await nikau.paymentRequests.create({ configId, value: value(100) })
  expect(await errorOf(nikau.refunds.create(id, { value: value(100) }))).toMatchObject({ code: 'NOT_PAID', status: 403, operation: 'refundPaymentRequest' })
})

test('a key that may read payouts reads them; the key of a till does not', async () => {
  const id = await addPayout(running)
  const found = []
  for await (const payout of eachItem((pageKey) => books.payouts.list(shop.accountId, { pageKey }))) found.push(payout)
  expect(found).toMatchObject([{ id, status: 'carried', net: '0', carriedOut: '100' }])
  expect(await books.payouts.get(id)).toEqual(found[0])
  expect((await books.payouts.lines(id)).items.map(({ kind, net }) => [kind, net])).toEqual([
    ['carried-in', '100'],
    ['carried-out', '-100'],
  ])
  expect(Array.isArray(await books.payouts.next(shop.accountId))).toBe(true)
  for (const call of [
    () => nikau.payouts.list(shop.accountId),
    () => nikau.payouts.get(id),
    () => nikau.payouts.lines(id),
    () => nikau.payouts.next(shop.accountId),
  ])
    expect(await errorOf(call())).toMatchObject({ code: 'FORBIDDEN', status: 403 })
})

test('a payment link is made once under its key, listed, and closed', async () => {
  const link = { merchantId: shop.merchantId, name: 'Donation', kind: 'fixed', amount: 2000, idempotencyKey: 'link-1' } as const
  const made = await books.paymentLinks.create(link)
  expect(await books.paymentLinks.create(link)).toMatchObject({ id: made.id, amount: '2000' })
  expect((await books.paymentLinks.list({ merchantId: shop.merchantId })).items.map(({ id }) => id)).toEqual([made.id])
  const closed = await books.paymentLinks.archive(made.id)
  expect(await books.paymentLinks.archive(made.id)).toEqual(closed)
  expect(await errorOf(nikau.paymentLinks.create({ ...link, idempotencyKey: 'link-2' }))).toMatchObject({ code: 'FORBIDDEN' })
})

test('what the API signs is verified, the challenge too; a rotated key is found', async () => {
  const results: WebhookResult[] = []
  let verify: VerifyWebhook | undefined
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    verify ??= createWebhookVerifier({ jwksUrl: `${address}/.well-known/webhooks/${webhookId}/jwks.json`, url: webhookUrl })
    const result = await verify({ authorization: request.headers.authorization, body })
    results.push(result)
    const event = result.isValid ? result.event : undefined
    return event?.type === 'webhook:challenge' ? response.end(JSON.stringify({ challenge: event.data.challenge })) : response.writeHead(event ? 204 : 401).end()
  }
  const receiver = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  afterAll(() => void receiver.close())
  const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  // The id of the webhook is known once it is registered, and its challenge comes with the registration.
  let webhookId = ''
  const base = `/api/accounts/${shop.accountId}/webhooks`
  const webhook = await registerWebhook(running, webhookUrl, (id) => (webhookId = id))
  expect(webhook.status).toBe('active')
  expect(results).toMatchObject([{ isValid: true, event: { type: 'webhook:challenge' } }])

  const { id } = await nikau.paymentRequests.create({ configId, value: value(500) })
  await payer.pay(id)
  expect(await deliverDue(running, webhook.id)).toEqual(['delivered'])
  expect(results.at(-1)).toMatchObject({
    isValid: true,
    event: { type: 'payment-request:paid', data: { paymentRequestId: id, value: { amount: '500' } }, paymentStatus: 'paid', test: true },
  })
  await running.api.post(`${base}/${webhook.id}/rotate`, {}, shop.owner.headers)
  await nikau.refunds.create(id, { value: value(500) })
  expect(await deliverDue(running, webhook.id)).toEqual(['delivered'])
  expect(results.at(-1)).toMatchObject({ isValid: true, event: { type: 'payment-request:refund-completed' } })
}, 60_000)
