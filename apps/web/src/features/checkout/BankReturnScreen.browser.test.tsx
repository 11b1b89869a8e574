import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { takeOutcome } from '../../lib/payment-outcome.ts'
import { noNetwork, refusal, server } from '../../testing/mock-server.ts'
import { BankReturnScreen } from './BankReturnScreen.tsx'
import { heading, mockCheckoutServerPerTest, renderCheckout } from './fixtures.tsx'

mockCheckoutServerPerTest()

const payment = (status: string, fields: object = {}) => ({ id: 'oo1', paymentRequestId: 'pr1', bank: 'bnz', status, liveness: 'test', ...fields })
const getCall = 'GET /api/one-off-payments/oo1'
const payCall = 'POST /api/one-off-payments/oo1/pay'
const cancelCall = 'POST /api/one-off-payments/oo1/cancel'
const oneOffCalls = () => server.requests.map(({ call }) => call).filter((call) => call.includes('/one-off-payments'))

async function openReturn(hash: string, bank = 'bnz') {
  const onDone = vi.fn<(id: string) => void>()
  const onUnknown = vi.fn<() => void>()
  const screen = await renderCheckout(<BankReturnScreen bank={bank} hash={hash} onDone={onDone} onUnknown={onUnknown} />)
  return { onDone, onUnknown, screen }
}

test('with a code, the payment is found by its state and paid; the outcome can be read once [ONE-02, ONE-04, ONE-06, ONE-07]', async () => {
  server.answers[getCall] = payment('created')
  server.answers[payCall] = payment('paid')
  const { onDone, onUnknown } = await openReturn('#code=c0de&id_token=t0ken&state=oo1', 'westpac')
  await expect.poll(() => onDone.mock.calls).toEqual([['pr1']])
  expect(oneOffCalls()).toEqual([getCall, payCall])
  expect(server.to(payCall)[0]?.body).toEqual({ code: 'c0de', idToken: 't0ken', idempotencyKey: 'pay-oo1' })
  expect(onUnknown).not.toHaveBeenCalled()
  expect(takeOutcome('pr1')).toEqual({ kind: 'paid' })
  expect(takeOutcome('pr1')).toBeUndefined()
})

test('until the bank confirms, the payment is sent again with the same id and code [ONE-09]', async () => {
  let attempts = 0
  server.answers[getCall] = payment('created')
  server.answers[payCall] = () => {
    attempts++
    if (attempts === 1) return noNetwork()
    if (attempts === 2) return refusal('UNAVAILABLE', {}, 503)
    if (attempts === 3) return refusal('PAYMENT_UNCONFIRMED')
    return payment(attempts === 4 ? 'authorized' : 'paid')
  }
  const { onDone } = await openReturn('#code=c0de&state=oo1', 'asb')
  await expect.element(heading('Checking with BNZ…')).toBeVisible()
  await expect.element(page.getByText('$16.00 to Corner Loaf')).toBeVisible()
  await expect.poll(() => onDone.mock.calls).toEqual([['pr1']])
  const bodies = server.to(payCall).map(({ body }) => JSON.stringify(body))
  expect([bodies.length, new Set(bodies).size]).toEqual([5, 1])
  expect(takeOutcome('pr1')).toEqual({ kind: 'paid' })
}, 20_000)

test('without a code nothing is paid: the payment is cancelled, and so is the outcome [ONE-05, ONE-07]', async () => {
  server.answers[getCall] = payment('created')
  server.answers[cancelCall] = payment('failed', { failure: 'cancelled' })
  const { onDone } = await openReturn('#error=access_denied&state=oo1')
  await expect.poll(() => onDone.mock.calls).toEqual([['pr1']])
  expect(oneOffCalls()).toEqual([getCall, cancelCall])
  expect(takeOutcome('pr1')).toEqual({ kind: 'cancelled' })
})

test.each([
  ['a refusal', () => refusal('REQUEST_EXPIRED'), 'REQUEST_EXPIRED'],
  ['a refusal with a reason', () => refusal('PAYMENT_DECLINED', { reason: 'bank-unavailable' }), 'bank-unavailable'],
  ['a payment that failed', () => payment('failed', { failure: 'returned' }), 'returned'],
])('%s: the outcome is the refusal, and the request’s page opens [ONE-06, ONE-07]', async (_, answer, code) => {
  server.answers[getCall] = payment('created')
  server.answers[payCall] = answer
  const { onDone } = await openReturn('#code=c0de&state=oo1')
  await expect.poll(() => onDone.mock.calls).toEqual([['pr1']])
  expect(takeOutcome('pr1')).toEqual({ kind: 'refused', code })
})

test.each(['#state=oo1&code=c', '#code=c', ''])('%s of an unknown payment is Not Found [ONE-03]', async (hash) => {
  server.answers[getCall] = () => refusal('ONE_OFF_PAYMENT_NOT_FOUND', {}, 404)
  const { onDone, onUnknown } = await openReturn(hash)
  await expect.poll(() => onUnknown.mock.calls.length).toBe(1)
  expect(onDone).not.toHaveBeenCalled()
  expect(server.to(payCall)).toEqual([])
})

test('a lookup without a response is tried again', async () => {
  let attempts = 0
  server.answers[getCall] = () => (++attempts < 3 ? new Response('', { status: 502 }) : payment('created'))
  server.answers[payCall] = payment('paid')
  const { onDone, onUnknown } = await openReturn('#code=c0de&state=oo1')
  await expect.element(page.getByText('We can’t reach Nikau')).toBeVisible()
  await expect.poll(() => onDone.mock.calls).toEqual([['pr1']])
  expect(onUnknown).not.toHaveBeenCalled()
}, 20_000)
