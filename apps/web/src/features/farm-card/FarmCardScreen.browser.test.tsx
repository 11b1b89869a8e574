import { verifyFarmlandsCard } from '@nikau/contract/card-verification'
import { payPaymentRequest } from '@nikau/contract/payment-request-actions'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { endpoints } from './endpoints.ts'
import { clearVerification, readVerification, updateVerification } from './verification-state.ts'
import { inTurn, noNetwork, refusal, server } from '../../testing/mock-server.ts'
import {
  cardNumber,
  codeSession,
  currentPath,
  expectFlowEnded,
  field,
  heading,
  mockFarmCardServerPerTest,
  openCardPage,
  openCodePage,
  payCall,
  press,
  submitCard,
  submitCode,
  summary,
  summaryCall,
  verifiedCard,
  verifyCall,
} from './fixtures.tsx'

mockFarmCardServerPerTest()

test('endpoints match the contract', () => {
  for (const [name, { method, path }] of Object.entries({ verify: verifyFarmlandsCard, pay: payPaymentRequest }))
    expect(endpoints[name as keyof typeof endpoints]).toEqual({ method, path })
})

test('a closed request redirects to its own page, on load and on a change [CARD-16]', async () => {
  server.answers[summaryCall] = summary({ status: 'expired' })
  const { unmount } = await openCardPage()
  await expectFlowEnded()
  await expect.element(heading('Payment has expired')).toBeVisible()
  await unmount()
  let status = 'new'
  server.answers[summaryCall] = () => summary({ status })
  await openCardPage()
  await expect.element(heading('Farmlands Card')).toBeVisible()
  status = 'cancelled'
  await expectFlowEnded()
  await expect.element(heading('Payment has been cancelled')).toBeVisible()
  await expect.poll(() => document.title).toBe('Pay | Nikau')
})

test('a refusal because the request is closed opens the request’s page', async () => {
  server.answers[verifyCall] = refusal('REQUEST_EXPIRED')
  await submitCard()
  await expectFlowEnded()
  expect(server.to(payCall)).toEqual([])
})

test('Cancel ends the flow and clears the card [CARD-22, OTP-13]', async () => {
  await openCodePage()
  await press('Cancel')
  await expectFlowEnded()
  await expect.element(heading('Amount due $486.20')).toBeVisible()
  history.back()
  await expect.element(field('Card number')).toHaveValue('')
})

test('card details are held in the page’s memory only [CARD-23]', async () => {
  const written = vi.spyOn(Storage.prototype, 'setItem')
  const logged = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name))
  await openCodePage()
  await submitCode()
  await press('Cancel')
  await expectFlowEnded()
  const outside = JSON.stringify([
    written.mock.calls,
    logged.map(({ mock }) => mock.calls),
    history.state,
    location.href,
    Object.entries(localStorage),
    Object.entries(sessionStorage),
  ])
  for (const secret of [cardNumber, '6005 0912', '412', '05/39']) expect(outside).not.toContain(secret)
  expect(server.requests.filter(({ body }) => JSON.stringify(body ?? {}).includes(cardNumber)).map(({ call }) => call)).toEqual([verifyCall])
})

test('the verification state holds card, code session, token and payment parameters of one request until the flow ends [ENT-26, CARD-22]', () => {
  const card = { number: '6005091234567890', expiry: '05/39', cvv: '412' }
  const code = { sessionId: 's1', phoneNumber: '+64 •• ••• •142', email: 'm•••@southfield.example', sentAt: new Date(0) }
  const verified = { accessToken: 't', assetId: 'a1', externalPaymentRef: 'r1', assetType: 'farmlands.nzd.test' }
  updateVerification('pr1', { card })
  updateVerification('pr1', { code })
  expect(updateVerification('pr1', { verified })).toEqual({ card, code, verified })
  expect(readVerification('pr1')).toEqual({ card, code, verified })
  expect(readVerification('pr2')).toEqual({})
  updateVerification('pr2', { code })
  expect(readVerification('pr1')).toEqual({})
  clearVerification()
  expect(readVerification('pr2')).toEqual({})
})

test('a payment without a known outcome is sent again with the same key until it is known', async () => {
  server.answers[verifyCall] = inTurn(codeSession, verifiedCard)
  server.answers[payCall] = inTurn(noNetwork, refusal('UNAVAILABLE', {}, 503), refusal('PAYMENT_UNCONFIRMED'), { id: 'act1' })
  await openCodePage()
  await submitCode()
  await expect.element(heading('We’re checking')).toHaveFocus()
  await expect.element(page.getByText('You will not be charged twice.')).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  await expect.poll(currentPath).toBe('/pay/pr1')
  const bodies = server.to(payCall).map(({ body }) => JSON.stringify(body))
  expect([bodies.length, new Set(bodies).size]).toEqual([4, 1])
})

test('an unknown request is Not Found; a failed load is tried again', async () => {
  server.answers[summaryCall] = () => refusal('REQUEST_NOT_FOUND', {}, 404)
  const { unmount } = await openCardPage()
  await expect.element(heading('404')).toBeVisible()
  await unmount()
  server.answers[summaryCall] = inTurn(noNetwork, noNetwork, summary())
  await openCardPage()
  await expect.element(page.getByText('Check your connection. We’ll keep trying.')).toBeVisible()
  await expect.element(heading('Farmlands Card')).toBeVisible()
})

test('a request that does not accept the card says so and links to the other payment methods', async () => {
  server.answers[summaryCall] = summary({ paymentOptions: [{ assetType: 'nikau.nzd.test', amount: '48620' }] })
  await openCardPage()
  await expect.element(page.getByText('Southfield Rural doesn’t accept the Farmlands Card for this payment.')).toBeVisible()
  await press('See other ways to pay')
  await expectFlowEnded()
})
