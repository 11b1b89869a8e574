import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { inTurn, noNetwork, refusal, server } from '../../testing/mock-server.ts'
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
  type RefusedCase,
  submitCard,
  verifiedCard,
  verifyCall,
} from './fixtures.tsx'

mockFarmCardServerPerTest()

test('the card page shows its title, the connection, the request, three fields and two buttons [CARD-01, CARD-02, ROUTE-15]', async () => {
  await openCardPage()
  await expect.element(heading('Farmlands Card')).toBeVisible()
  await expect.poll(() => document.title).toBe('Pay By Farmlands Card | Nikau')
  const header = document.querySelector('header')!
  expect([header.textContent, header.querySelector('[role=img]')?.getAttribute('aria-label')]).toEqual(['Connected with', 'Nikau'])
  const summaryCard = page.getByRole('region', { name: 'Payment' })
  await expect.element(summaryCard.getByText('Southfield Rural')).toBeVisible()
  expect(summaryCard.element().textContent).toContain('$486.20')
  for (const label of ['Card number', 'Expiry date (MM/YY)', 'CVC']) await expect.element(field(label)).toBeVisible()
  for (const name of ['Submit', 'Cancel']) await expect.element(button(name)).toBeVisible()
})

test('a modal shows the front and the back of a card [CARD-03]', async () => {
  await openCardPage()
  await press('Where to find your card details')
  const modal = page.getByRole('dialog', { name: 'How to view Farmlands Card information' })
  for (const side of ['Front of the card', 'Back of the card']) await expect.element(modal.getByRole('img', { name: side })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('Submit is enabled when all three fields are filled in [CARD-04]', async () => {
  await openCardPage()
  await expect.element(button('Submit')).toBeDisabled()
  // As browser autofill does: without blur events.
  const fill = (label: string, value: string) => {
    const input = field(label).element() as HTMLInputElement
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value)
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  fill('Card number', '6')
  fill('Expiry date (MM/YY)', '1')
  await expect.element(button('Submit')).toBeDisabled()
  fill('CVC', '4')
  await expect.element(button('Submit')).toBeEnabled()
})

test('Submit is enabled once a field was touched; it shows all errors and focuses the first invalid field [CARD-04, CARD-05, CARD-09, CARD-10]', async () => {
  await openCardPage()
  await expect.element(button('Submit')).toBeDisabled()
  await userEvent.click(field('CVC'))
  await expect.element(page.getByText('CVC is required')).not.toBeInTheDocument()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(page.getByText('CVC is required')).toBeVisible()
  await expect.element(page.getByText('Card number is required')).not.toBeInTheDocument()
  await expect.element(button('Submit')).toBeEnabled()
  await press('Submit')
  for (const text of ['Card number is required', 'Expiry date is required', 'CVC is required']) await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(field('Card number')).toHaveFocus()
  await field('Card number').fill(cardNumber)
  await press('Submit')
  await expect.element(field('Expiry date (MM/YY)')).toHaveFocus()
  await field('Expiry date (MM/YY)').fill('05/39')
  await press('Submit')
  await expect.element(field('CVC')).toHaveFocus()
  expect(server.to(verifyCall)).toEqual([])
})

test.each([
  ['CARD-11', { number: '600509123456789' }, 'Card number', 'Card number must be 16 digits'],
  ['CARD-12', { number: '4242424242424242' }, 'Card number', 'Card number is invalid'],
  ['CARD-13', { expiry: '13/39' }, 'Expiry date (MM/YY)', 'Expiry date must be in format MM/YY'],
  ['CARD-14', { expiry: '10/20' }, 'Expiry date (MM/YY)', 'Expiry date must be in the future'],
  ['CARD-15', { cvc: '41' }, 'CVC', 'CVC must be a 3 digit number'],
])('[%s] %o is not sent, and its field shows the error', async (_, card, label, text) => {
  await submitCard(card)
  await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(field(label)).toHaveFocus()
  await expect.element(field(label)).toHaveAccessibleDescription(text)
  expect(document.querySelectorAll('.n-error').length).toBe(1)
  expect(server.to(verifyCall)).toEqual([])
})

test('the expiry is formatted while typing [CARD-06, CARD-07, CARD-08]', async () => {
  await openCardPage()
  const input = field('Expiry date (MM/YY)')
  await userEvent.click(input)
  await userEvent.keyboard('5')
  await expect.element(input).toHaveValue('05/')
  await userEvent.keyboard('{Backspace}')
  await expect.element(input).toHaveValue('05')
  await userEvent.keyboard('3x9')
  await expect.element(input).toHaveValue('05/39')
  await userEvent.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}1')
  await expect.element(input).toHaveValue('1')
})

test('Submit sends the card once, without a session; without a token in the response the code page opens [CARD-17, CARD-24, OTP-01, OTP-02, OTP-03, ROUTE-16]', async () => {
  const response = Promise.withResolvers<object>()
  server.answers[verifyCall] = () => response.promise
  await submitCard()
  await expect.element(button('Checking your card…')).toHaveAttribute('aria-busy', 'true')
  await expect.element(button('Cancel')).not.toBeInTheDocument()
  ;(button('Checking your card…').element() as HTMLElement).click()
  ;(field('CVC').element() as HTMLInputElement).form!.requestSubmit()
  response.resolve(codeSession)
  await expect.element(heading('Security verification')).toBeVisible()
  expect(server.to(verifyCall).map(({ body }) => body)).toEqual([
    { challengeType: 'verify-farmlands-card', params: { number: cardNumber, expiry: '05/39', cvv: '412' }, paymentRequestId: 'pr1' },
  ])
  expect(server.requests.some(({ headers }) => 'authorization' in headers)).toBe(false)
  await expect.poll(() => [currentPath(), document.title]).toEqual(['/farmlands/pay/pr1/verify', 'Verify card | Nikau'])
  await expect.element(page.getByText('Please enter the code to securely complete the payment.')).toBeVisible()
  await expect.element(page.getByText(/^Sent at .* to \+64 •• ••• •142 and m•••@southfield\.example$/)).toBeVisible()
  await expect.element(field('6-digit code')).toHaveFocus()
  for (const name of ['Complete', 'Cancel', 'Back']) await expect.element(button(name)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Resend/ })).toBeVisible()
  await press('Back')
  await expect.poll(currentPath).toBe('/farmlands/pay/pr1')
  await expect.element(heading('Farmlands Card')).toBeVisible()
})

test.each([
  [{ phoneNumber: '+64 •• ••• •142' }, /to \+64 •• ••• •142$/],
  [{ email: 'm•••@southfield.example' }, /to m•••@southfield\.example$/],
])('a code sent only to %o says so [OTP-02]', async (contact, text) => {
  server.answers[verifyCall] = { sessionId: 's1', ...contact }
  await openCodePage()
  await expect.element(page.getByText(text)).toBeVisible()
})

test('a token in the response pays at once, with the card’s parameters and no code [CARD-18]', async () => {
  server.answers[verifyCall] = verifiedCard
  server.answers[payCall] = { id: 'act1' }
  await submitCard()
  await expectFlowEnded()
  const [payment, ...more] = server.to(payCall)
  expect(more).toEqual([])
  expect(payment?.headers.authorization).toBe('Bearer t0ken')
  expect(payment?.body).toEqual({ assetType: 'farmlands.nzd.test', assetId: 'a1', externalPaymentRef: 'card_7', idempotencyKey: expect.any(String) })
})

test.each<RefusedCase>([
  ...cardRefusals,
  ['ERR-08', refusal('REFUSED', { reason: 'PATRON_CODE_EXPIRED' }), 'Card expired', 'Your farm-supplies card has expired. Please try another payment method.'],
  ['ERR-14', refusal('CARD_VERIFICATION_FAILED'), 'Card verification failed', 'The card information you entered is invalid. Please check and try again.'],
  ['ERR-14', refusal('SOMETHING_NEW'), 'Card verification failed', 'The card information you entered is invalid. Please check and try again.'],
])('[%s] a refused card shows an error card with two actions [CARD-20]', async (_, response, title, text) => {
  server.answers[verifyCall] = response
  await submitCard()
  await expect.element(heading(title)).toHaveFocus()
  await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(button('Try another Farmlands Card')).toBeVisible()
  await expect.element(button('Cancel')).toBeVisible()
  expect(currentPath()).toBe('/farmlands/pay/pr1')
})

test.each<RefusedCase>([
  ...cardRefusals,
  ['ERR-15', refusal('QUOTA_EXCEEDED'), 'Oops, something went wrong', 'It looks like something went wrong. Please try again in a moment.'],
  ['CARD-19', refusal('PAYMENT_DECLINED'), 'Farmlands declined the payment', 'Use another card or another way to pay, or ask Farmlands why.'],
])('[%s] a payment that is refused without a code shows its error card on the card page [CARD-19]', async (_, response, title, text) => {
  server.answers[verifyCall] = verifiedCard
  server.answers[payCall] = response
  await submitCard()
  await expect.element(heading(title)).toHaveFocus()
  await expect.element(page.getByText(text)).toBeVisible()
  expect([currentPath(), server.to(payCall).length]).toEqual(['/farmlands/pay/pr1', 1])
})

test('after too many attempts, Cancel is the only action [ERR-09, CARD-20, CARD-22]', async () => {
  server.answers[verifyCall] = refusal('CARD_VERIFICATION_TOO_MANY_ATTEMPTS')
  await submitCard()
  await expect.element(heading('Payment Failed')).toHaveFocus()
  await expect
    .element(page.getByText("We couldn't complete your payment. Please return to the store to try again or use a different payment method."))
    .toBeVisible()
  expect(
    page
      .getByRole('button')
      .elements()
      .map((element) => element.textContent),
  ).toEqual(['Cancel'])
  await press('Cancel')
  await expectFlowEnded()
})

test('another card starts with an empty form and no errors [CARD-21]', async () => {
  server.answers[verifyCall] = inTurn(refusal('CARD_VERIFICATION_FAILED'), codeSession)
  await submitCard()
  await press('Try another Farmlands Card')
  for (const label of ['Card number', 'Expiry date (MM/YY)', 'CVC']) await expect.element(field(label)).toHaveValue('')
  expect(document.querySelectorAll('.n-error, [aria-invalid], [role=alert]').length).toBe(0)
  await expect.element(button('Submit')).toBeDisabled()
})

test('an invalid card can be edited as it was entered', async () => {
  server.answers[verifyCall] = refusal('CARD_VERIFICATION_FAILED')
  await submitCard()
  await press('Check what I entered')
  await expect.element(field('Card number')).toHaveValue('6005 0912 3456 7890')
  await expect.element(field('CVC')).toHaveValue('412')
})

test('missing contact details show a notice above the form, with a number to call [ERR-13]', async () => {
  server.answers[verifyCall] = inTurn(refusal('CARD_VERIFICATION_REQUIRES_CONTACT_DETAILS'), codeSession)
  deployed.farmlandsPhone = '0800 123 456'
  await submitCard()
  const notice = page.getByRole('alert')
  await expect.element(notice.getByText('Farmlands need you to confirm your information to process this Farmlands Card transaction.')).toBeVisible()
  expect(notice.element().textContent).toMatch(/Please contact Farmlands on 0800 123 456\.$/)
  await expect.element(notice.getByRole('link', { name: '0800 123 456' })).toHaveAttribute('href', 'tel:0800123456')
  await expect.element(field('Card number')).toHaveValue('6005 0912 3456 7890')
  await press('Submit')
  await expect.element(heading('Security verification')).toBeVisible()
})

test.each([
  ['no network', noNetwork, 'We can’t reach Nikau'],
  ['an unavailable card company', () => refusal('CARD_COMPANY_UNAVAILABLE', {}, 503), 'We can’t reach Farmlands right now'],
  ['a server error', () => new Response('', { status: 502 }), 'Oops, something went wrong'],
])('%s shows a notice and keeps the form', async (_, response, title) => {
  server.answers[verifyCall] = inTurn(response, codeSession)
  await submitCard()
  await expect.element(page.getByRole('alert').getByText(title)).toBeVisible()
  await press('Submit')
  await expect.element(heading('Security verification')).toBeVisible()
})
