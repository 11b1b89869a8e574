import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createFarmlands } from './app.ts'
import { secret } from './caller.fixture.ts'

const calls: { path: string; authorization: string | undefined; body: Record<string, unknown> }[] = []
let refusal: string | undefined
const wallet = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => (text += String(chunk)))
  request.on('end', () => {
    const path = request.url!
    if (text !== '') calls.push({ path, authorization: request.headers.authorization, body: JSON.parse(text) as Record<string, unknown> })
    const answers: Record<string, object> = {
      '/api/payment-requests/pr1/summary': { merchantName: '<b>Market</b>', status: 'new', remainingAmount: '1900' },
      '/api/auth/verify-farmlands-card': { accessToken: 'token', assetId: 'a1', assetType: 'farmlands.nzd.test', externalPaymentRef: 'ref1' },
      '/api/payment-requests/pr1/pay': refusal === undefined ? { id: 'act1' } : { message: refusal },
    }
    response.writeHead(answers[path] ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answers[path] ?? {}))
  })
}).listen(0, '127.0.0.1')
await once(wallet, 'listening')
afterAll(() => wallet.close())
const walletOrigin = `http://127.0.0.1:${(wallet.address() as AddressInfo).port}`
const app = await createFarmlands({ port: 0, origin: '', clientId: 'nikau', clientSecret: secret, dataFolder: undefined, walletOrigin })
afterAll(() => app.close())
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const pay = (card: string) => fetch(`${origin}/pay/pr1`, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' })

test('the app shows the payment and the cards that need no code, and its form may end at the wallet only', async () => {
  const response = await fetch(`${origin}/pay/pr1`)
  const page = await response.text()
  expect(page).toContain('Pay $19.00 to &lt;b&gt;Market&lt;/b&gt;')
  expect([...page.matchAll(/value="(fct_[^"]+)"/g)].map(([, card]) => card)).toEqual(['fct_demo0006'])
  expect(response.headers.get('content-security-policy')).toContain(`form-action 'self' ${walletOrigin};`)
  expect((await fetch(`${origin}/control`)).headers.get('content-security-policy')).not.toContain('http')
  expect((await fetch(`${origin}/pay/pr2`)).status).toBe(404)
})

test('the app pays under one key and returns to the wallet; a refusal and a card that needs a code stay on the page', async () => {
  const paid = await pay('fct_demo0006')
  expect([paid.status, paid.headers.get('location')]).toEqual([303, `${walletOrigin}/deimos/pay/pr1`])
  expect(calls.at(-1)).toEqual({
    path: '/api/payment-requests/pr1/pay',
    authorization: 'Bearer token',
    body: { assetId: 'a1', assetType: 'farmlands.nzd.test', externalPaymentRef: 'ref1', idempotencyKey: 'ref1' },
  })
  refusal = 'REQUEST_EXPIRED'
  expect(await (await pay('fct_demo0006')).text()).toContain('Not paid: REQUEST_EXPIRED')
  const before = calls.length
  expect(await (await pay('fct_demo0001')).text()).toContain('Not paid: NO_CARD')
  expect(calls.length).toBe(before)
})
