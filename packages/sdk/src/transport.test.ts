import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { nikauOver } from './client.ts'
import { isNikauError, isRefusal, type NikauError } from './errors.ts'
import { eachItem } from './pages.ts'
import { createTransport } from './transport.ts'

interface Call {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}
const calls: Call[] = []
let answer: (response: ServerResponse, call: Call) => void
const receive = async (request: IncomingMessage, response: ServerResponse) => {
  const sent = await text(request)
  const call = { method: request.method!, url: request.url!, headers: request.headers, body: sent ? (JSON.parse(sent) as Record<string, unknown>) : {} }
  calls.push(call)
  answer(response, call)
}
const server = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const pauses: number[] = []
const deps = { wait: async (ms: number) => void pauses.push(ms), random: () => 0.5 }
const options = { api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: 'nk_secret', timeoutMs: 300 }
const nikau = nikauOver(createTransport(options, deps))
const value = { amount: 100, currency: 'NZD' } as const
const json = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as NikauError,
  )

beforeEach(() => {
  calls.length = 0
  pauses.length = 0
})

test('a call without an answer is repeated under one key, with growing pauses', async () => {
  answer = (response) => (calls.length < 4 ? response.destroy() : json(response, 200, { id: 'pr_1' }))
  expect(await nikau.paymentRequests.create({ configId: 'mc_1', value })).toEqual({ id: 'pr_1' })
  const keys = calls.map(({ body }) => body.idempotencyKey)
  expect(keys).toHaveLength(4)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[\w-]{36}$/)
  expect(pauses).toEqual([187.5, 375, 750])
  expect(calls[0]!.headers).toMatchObject({ 'x-api-key': 'nk_secret', 'content-type': 'application/json' })
})

test('a refund and a capture have keys too, and the caller’s own key is kept', async () => {
  answer = (response) => json(response, 200, {})
  await nikau.refunds.create('pr_1', { value })
  await nikau.refunds.create('pr_1', { value, externalRef: 'mine' })
  await nikau.paymentRequests.capture('pr_1', { invoiceRef: 'i' })
  await nikau.paymentRequests.create({ configId: 'mc_1', value, idempotencyKey: 'order-1' })
  expect(calls.map(({ body }) => body.externalRef ?? body.idempotencyKey)).toEqual([
    expect.stringMatching(/^[\w-]{36}$/),
    'mine',
    expect.stringMatching(/^[\w-]{36}$/),
    'order-1',
  ])
})

test('what is not safe to repeat is sent once', async () => {
  answer = (response) => response.destroy()
  for (const call of [
    () => nikau.paymentRequests.cancel('pr_1'),
    () => nikau.paymentRequests.release('pr_1'),
    () => nikau.connections.create({ merchantId: 'm_1' }),
  ]) {
    calls.length = 0
    expect(await errorOf(call())).toMatchObject({ kind: 'unanswered', code: 'NO_ANSWER', status: 0 })
    expect(calls).toHaveLength(1)
  }
})

test('a call over the rate limit has not begun, and every one waits as long as it is told', async () => {
  answer = (response) => (calls.length < 2 ? json(response, 429, { message: 'RATE_LIMIT_EXCEEDED' }, { 'retry-after': '3' }) : json(response, 200, { id: 'a' }))
  expect(await nikau.paymentRequests.cancel('pr_1')).toEqual({ id: 'a' })
  expect(pauses).toEqual([3000])

  answer = (response) => json(response, 429, { message: 'RATE_LIMIT_EXCEEDED' }, { 'retry-after': '60' })
  expect(await errorOf(nikau.paymentRequests.get('pr_1'))).toMatchObject({ kind: 'refused', code: 'RATE_LIMIT_EXCEEDED', status: 429 })
  expect(pauses).toEqual([3000])
})

test('an attempt that takes too long is given up and repeated', async () => {
  answer = (response) => void (calls.length > 1 && json(response, 200, { id: 'pr_1' }))
  expect(await nikau.paymentRequests.get('pr_1')).toEqual({ id: 'pr_1' })
  expect(calls).toHaveLength(2)
})

test('a 5xx is repeated for as long as is allowed, and then says what is not known', async () => {
  answer = (response) => json(response, 503, { message: 'UNAVAILABLE' }, { 'x-request-id': 'req_9' })
  const error = await errorOf(nikau.paymentRequests.get('pr_1'))
  expect(calls).toHaveLength(4)
  expect(error).toMatchObject({
    kind: 'unavailable',
    code: 'UNAVAILABLE',
    status: 503,
    requestId: 'req_9',
    message: 'getPaymentRequest: UNAVAILABLE (request req_9)',
  })
})

test('a refusal is thrown at once, with code, status, request id and what else it says', async () => {
  answer = (response) =>
    json(response, 403, { statusCode: 403, error: 'Forbidden', message: 'MERCHANT_LIMIT_EXCEEDED', left: '500' }, { 'x-request-id': 'req_1' })
  const error = await errorOf(nikau.paymentRequests.create({ configId: 'mc_1', value }))
  expect(calls).toHaveLength(1)
  expect(isNikauError(error)).toBe(true)
  expect(error).toMatchObject({
    kind: 'refused',
    code: 'MERCHANT_LIMIT_EXCEEDED',
    status: 403,
    requestId: 'req_1',
    detail: { left: '500' },
    operation: 'createPaymentRequest',
  })
  expect([isRefusal(error), isRefusal(error, 'createPaymentRequest'), isRefusal(error, 'refundPaymentRequest'), isRefusal(new Error('x'))]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(JSON.stringify(error) + String(error)).not.toContain('nk_secret')

  answer = (response) => json(response, 400, { statusCode: 400, error: 'Bad Request', message: 'value.amount: must be above 0' })
  expect(await errorOf(nikau.paymentRequests.create({ configId: 'mc_1', value }))).toMatchObject({
    code: 'BAD_REQUEST',
    detail: { message: 'value.amount: must be above 0' },
  })
})

test('ids are escaped, lists are repeated parameters, and what is undefined is not sent', async () => {
  answer = (response) => json(response, 200, { items: [] })
  await nikau.paymentRequests.get('a/../b?c')
  await nikau.payments.list('m_1', { status: ['paid', 'refunded'], search: 'kūmara & co', from: undefined })
  expect(calls.map(({ url }) => url)).toEqual([
    '/api/payment-requests/a%2F..%2Fb%3Fc',
    '/api/merchants/m_1/payments?status=paid&status=refunded&search=k%C5%ABmara+%26+co',
  ])
})

test('a redirect is not followed: the key would go to another address', async () => {
  answer = (response) => response.writeHead(302, { location: `${options.api}/elsewhere` }).end()
  expect(await errorOf(nikau.paymentRequests.cancel('pr_1'))).toMatchObject({ kind: 'unanswered' })
  expect(calls.map(({ url }) => url)).toEqual(['/api/payment-requests/pr_1/cancel'])
})

test('a list is read page after page', async () => {
  answer = (response, { url }) =>
    json(response, 200, url.includes('pageKey=2') ? { items: [{ id: 'c' }] } : { items: [{ id: 'a' }, { id: 'b' }], nextPageKey: '2' })
  const found = []
  for await (const payout of eachItem((pageKey) => nikau.payouts.list('acc', { pageKey }))) found.push(payout.id)
  expect(found).toEqual(['a', 'b', 'c'])
})
