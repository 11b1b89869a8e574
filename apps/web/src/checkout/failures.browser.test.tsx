import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CheckoutRouter } from './CheckoutRouter.tsx'
import { deployed } from '../lib/config.ts'
import type { Report } from '../lib/monitoring.ts'
import { startReporting } from '../lib/reporting.ts'
import { inTurn, noNetwork, refusal, server } from '../testing/mock-server.ts'
import { submitCard } from '../features/farm-card/fixtures.tsx'
import { clearVerification } from '../features/farm-card/verification-state.ts'
import { heading, mockCheckoutServerPerTest, press, renderCheckout, summary, summaryCall } from '../features/checkout/fixtures.tsx'

// The pages of the public checkout with its own routing, which has no query cache to subscribe to: what arrives at the configured address.

deployed.monitoring = { address: 'https://monitoring.example/reports', errors: 1, traces: 0 }
startReporting()

mockCheckoutServerPerTest()
const toMonitoring = 'POST /reports'
const testUrl = location.href
beforeEach(() => {
  clearVerification()
  server.answers[toMonitoring] = () => new Response(null, { status: 204 })
})
afterEach(() => history.replaceState(null, '', testUrl))

const open = async (path: string) => {
  history.replaceState(null, '', `/deimos${path}`)
  return await renderCheckout(<CheckoutRouter />)
}
const reports = () => server.bodies(toMonitoring) as Report[]
const failure = (screen: string, endpoint: string, detail: object) => [{ kind: 'error', name: 'callFailed', screen, detail: { endpoint, ...detail } }]
const unavailable = () => refusal('UNAVAILABLE', {}, 503)

test('a bank payment that cannot be created is reported from the checkout, after four attempts [ERR-33, API-03]', async () => {
  server.answers['POST /api/one-off-payments'] = unavailable
  await open('/pay/pr1')
  await press('BNZ')
  await expect.element(page.getByRole('alert').getByText('We couldn’t open BNZ')).toBeVisible()
  const keys = server.to('POST /api/one-off-payments').map(({ body }) => body?.idempotencyKey)
  expect([keys.length, new Set(keys).size]).toEqual([4, 1])
  await expect.poll(reports).toMatchObject(failure('checkout', 'POST /api/one-off-payments', { status: 503, code: 'UNAVAILABLE' }))
})

test('the merchant’s details are retried, then reported; the page works without them [ERR-33, API-03]', async () => {
  server.answers['GET /api/merchants/m1/summary'] = unavailable
  await open('/pay/pr1')
  await expect.element(page.getByRole('button', { name: /^BNZ/ })).toBeVisible()
  await expect.poll(reports).toMatchObject(failure('checkout', 'GET /api/merchants/:/summary', { status: 503 }))
  expect(server.to('GET /api/merchants/m1/summary')).toHaveLength(4)
})

test('a request that cannot be polled is reported once, when any other call would be given up; an unknown one is not [ERR-33, ERR-32]', async () => {
  server.answers[summaryCall] = inTurn(...Array.from({ length: 6 }, () => noNetwork), () => Response.json(summary()))
  const screen = await open('/pay/pr1')
  await expect.element(page.getByRole('button', { name: /^BNZ/ })).toBeVisible()
  expect(server.to(summaryCall).length).toBeGreaterThanOrEqual(7)
  expect(reports()).toMatchObject(failure('checkout', 'GET /api/payment-requests/:/summary', { status: 0, code: 'NETWORK' }))
  await screen.unmount()
  server.requests.length = 0
  server.answers[summaryCall] = refusal('REQUEST_NOT_FOUND', {}, 404)
  await open('/pay/pr1')
  await expect.element(page.getByText(/^Oops!/)).toBeVisible()
  expect(reports()).toEqual([])
})

test('a payment that the bank’s return cannot settle is reported [ERR-33]', async () => {
  server.answers['GET /api/one-off-payments/oo1'] = { id: 'oo1', paymentRequestId: 'pr1', bank: 'bnz', status: 'created', liveness: 'test' }
  server.answers['POST /api/one-off-payments/oo1/pay'] = refusal('PAYMENT_DECLINED')
  await open('/bnz/oidc-callback#code=c0de123&state=oo1')
  await expect.poll(reports).toMatchObject(failure('bank-return', 'POST /api/one-off-payments/:/pay', { status: 403, code: 'PAYMENT_DECLINED' }))
  expect(JSON.stringify(reports())).not.toContain('c0de123')
})

test.each([
  ['a refused card', () => refusal('CARD_VERIFICATION_FAILED'), 'Card verification failed', { status: 403, code: 'CARD_VERIFICATION_FAILED' }],
  ['a card company that does not answer', () => refusal('CARD_COMPANY_UNAVAILABLE', {}, 503), undefined, { status: 503, code: 'CARD_COMPANY_UNAVAILABLE' }],
])('%s is reported from the farm card’s page without anything of the card, after one attempt [ERR-33]', async (_, answer, title, detail) => {
  server.answers[summaryCall] = () => Response.json(summary({ paymentOptions: [{ assetType: 'farmlands.nzd.test', amount: '1600' }] }))
  server.answers['POST /api/auth/verify-farmlands-card'] = answer
  await submitCard()
  await expect.poll(reports).toMatchObject(failure('farm-card', 'POST /api/auth/verify-farmlands-card', detail))
  if (title !== undefined) await expect.element(heading(title)).toBeVisible()
  expect(server.to('POST /api/auth/verify-farmlands-card')).toHaveLength(1)
  expect(JSON.stringify(reports())).not.toMatch(/6005|412|05\/39/)
})

test('a page that is left reports no call that it gave up', async () => {
  server.answers['GET /api/merchants/m1/summary'] = () => new Promise(() => {})
  const screen = await open('/pay/pr1')
  await expect.element(page.getByRole('button', { name: /^BNZ/ })).toBeVisible()
  await screen.unmount()
  expect(reports()).toEqual([])
})
