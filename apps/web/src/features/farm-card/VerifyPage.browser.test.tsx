import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { inTurn, refusal, server } from '../../testing/mock-server.ts'
import {
  button,
  cardNumber,
  cardRefusals,
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
  submitCode,
  summary,
  summaryCall,
  verifiedCard,
  verifyCall,
} from './fixtures.tsx'

mockFarmCardServerPerTest()

test('without a code session the code page redirects to the card page [OTP-06]', async () => {
  await openCardPage('/farmlands/pay/pr1/verify')
  await expect.poll(currentPath).toBe('/farmlands/pay/pr1')
  await expect.element(heading('Farmlands Card')).toBeVisible()
  await expect.poll(() => document.title).toBe('Pay By Farmlands Card | Nikau')
})

test('an invalid code is not sent [OTP-04]', async () => {
  await openCodePage()
  await press('Complete')
  await expect.element(page.getByText('Code is required')).toBeVisible()
  await expect.element(field('6-digit code')).toHaveFocus()
  await submitCode('4071')
  await expect.element(page.getByText('Code must be 6 digits')).toBeVisible()
  expect(server.to(verifyCall).length).toBe(1)
})

test('help when no code arrives [OTP-05]', async () => {
  await openCodePage()
  await press("Didn't receive a verification code?")
  const modal = page.getByRole('dialog', { name: "Didn't receive a verification code?" })
  const steps = modal.getByRole('listitem')
  await expect.element(steps.nth(2)).toBeVisible()
  expect(steps.elements().map((step) => step.textContent)).toEqual([
    `Call Farmlands on ${deployed.farmlandsPhone} between 8am and 5pm on weekdays`,
    'Update your details',
    'Wait 2 days, then pay with your card again',
  ])
  await press('Close')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('the code is sent with its session and the verified card pays; the flow ends [OTP-07, OTP-08]', async () => {
  server.answers[verifyCall] = inTurn(codeSession, verifiedCard)
  server.answers[payCall] = { id: 'act1' }
  await openCodePage()
  server.answers[summaryCall] = inTurn(summary(), summary({ status: 'paid', remainingAmount: '0' }))
  await submitCode()
  await expectFlowEnded()
  await expect.element(heading('Payment successful')).toBeVisible()
  expect(server.to(verifyCall)[1]?.body).toEqual({ challengeType: 'verify-farmlands-otp', params: { otp: '407152' }, paymentRequestId: 'pr1', sessionId: 's1' })
  expect(server.to(payCall).map(({ headers, body }) => [headers.authorization, body])).toEqual([
    ['Bearer t0ken', { assetType: 'farmlands.nzd.test', assetId: 'a1', externalPaymentRef: 'card_7', idempotencyKey: expect.any(String) }],
  ])
})

test('a wrong code leaves an empty field on the page, and another can be tried [OTP-10, ERR-16]', async () => {
  server.answers[verifyCall] = inTurn(codeSession, refusal('CODE_VERIFICATION_FAILED'), verifiedCard)
  server.answers[payCall] = { id: 'act1' }
  await openCodePage()
  await submitCode('111111')
  const notice = page.getByRole('alert')
  await expect.element(notice.getByText('Code verification failed')).toBeVisible()
  await expect.element(notice.getByText('Please check your verification code before trying again.')).toBeVisible()
  expect([currentPath(), server.to(payCall)]).toEqual(['/farmlands/pay/pr1/verify', []])
  await expect.element(field('6-digit code')).toHaveValue('')
  await expect.element(notice.getByText('You have not been charged.')).toBeVisible()
  await submitCode()
  await expectFlowEnded()
})

test('too many codes lead back to the card page with its error [OTP-09, ERR-09]', async () => {
  server.answers[verifyCall] = inTurn(codeSession, refusal('CARD_VERIFICATION_TOO_MANY_ATTEMPTS'))
  await openCodePage()
  await submitCode('111111')
  await expect.element(heading('Payment Failed')).toBeVisible()
  expect(currentPath()).toBe('/farmlands/pay/pr1')
})

test.each(cardRefusals)('[%s] a payment refused because of the card leads back to the card page [OTP-11]', async (_, response, title, text) => {
  server.answers[verifyCall] = inTurn(codeSession, verifiedCard)
  server.answers[payCall] = response
  await openCodePage()
  await submitCode()
  await expect.element(heading(title)).toBeVisible()
  await expect.element(page.getByText(text)).toBeVisible()
  expect(currentPath()).toBe('/farmlands/pay/pr1')
})

test('any other refusal of the payment stays on the code page, and a retry needs no new code [OTP-11, ERR-15]', async () => {
  server.answers[verifyCall] = inTurn(codeSession, verifiedCard, refusal('CODE_VERIFICATION_FAILED'))
  server.answers[payCall] = inTurn(refusal('QUOTA_EXCEEDED'), { id: 'act1' })
  await openCodePage()
  await submitCode()
  const notice = page.getByRole('alert')
  await expect.element(notice.getByText('Oops, something went wrong')).toBeVisible()
  await expect.element(notice.getByText('It looks like something went wrong. Please try again in a moment.')).toBeVisible()
  expect(currentPath()).toBe('/farmlands/pay/pr1/verify')
  await press('Complete')
  await expectFlowEnded()
  expect(server.to(verifyCall).length).toBe(2)
  // A retry after a refusal is a new payment.
  expect(new Set(server.to(payCall).map(({ body }) => body?.idempotencyKey)).size).toBe(2)
})

test('Resend verifies the same card within the session, and the new session counts [OTP-12]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  try {
    server.answers[verifyCall] = inTurn(codeSession, { ...codeSession, sessionId: 's2' }, verifiedCard)
    server.answers[payCall] = { id: 'act1' }
    await openCodePage()
    await field('6-digit code').fill('123')
    await expect.element(page.getByRole('button', { name: /^Resend in 0:/ })).toBeDisabled()
    vi.setSystemTime(Date.now() + 21_000)
    await expect.element(button('Resend')).toBeEnabled()
    await press('Resend')
    await expect.element(field('6-digit code')).toHaveValue('')
    await expect.element(field('6-digit code')).toHaveFocus()
    expect(server.to(verifyCall)[1]?.body).toEqual({
      challengeType: 'verify-farmlands-card',
      params: { number: cardNumber, expiry: '05/39', cvv: '412' },
      paymentRequestId: 'pr1',
      sessionId: 's1',
    })
    await submitCode()
    await expectFlowEnded()
    expect(server.to(verifyCall)[2]?.body?.sessionId).toBe('s2')
  } finally {
    vi.useRealTimers()
  }
})

test('a status change of the request ends the code page too [OTP-14]', async () => {
  let status = 'new'
  server.answers[summaryCall] = () => summary({ status })
  await openCodePage()
  status = 'expired'
  await expectFlowEnded()
  await expect.element(heading('Payment has expired')).toBeVisible()
})
