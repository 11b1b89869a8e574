import { I18nProvider } from '@lingui/react'
import { verifyFarmlandsCard } from '@nikau/contract/card-verification'
import { payPaymentRequest } from '@nikau/contract/payment-request-acts'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { calls } from '../features/farm-card/calls.ts'
import { forget, recall, remember } from '../features/farm-card/memory.ts'
import { ways } from '../features/checkout/leave.ts'
import { deployed } from '../lib/config.ts'
import { activateLanguage, i18n } from '../lib/i18n.ts'
import { Run } from '../lib/Words.tsx'
import { Pages } from './Pages.tsx'
import './checkout.css'

const summary = (more: object = {}) => ({
  id: 'pr1',
  url: 'https://nikau.example/deimos/pay/pr1',
  merchantId: 'm1',
  merchantName: 'Southfield Rural',
  value: { amount: '48620', currency: 'NZD' },
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
  paymentOptions: [{ assetType: 'farmlands.nzd.test', amount: '48620' }],
  partialAllowed: false,
  remainingAmount: '48620',
  status: 'new',
  liveness: 'test',
  ...more,
})

interface Sent {
  call: string
  headers: Record<string, string>
  body: Record<string, unknown>
}
let sent: Sent[]
/** What is answered to `METHOD /path`: a body, a response, or what makes one. */
let answers: Record<string, unknown>

const theSummary = 'GET /api/payment-requests/pr1/summary'
const verify = 'POST /api/auth/verify-farmlands-card'
const pay = 'POST /api/payment-requests/pr1/pay'
const refusal = (status: number, message: string, more: object = {}) => Response.json({ statusCode: status, message, ...more }, { status })
const to = (call: string) => sent.filter((one) => one.call === call)

const number = '6005091234567890'
const session = { sessionId: 's1', phoneNumber: '+64 •• ••• •142', email: 'm•••@southfield.example' }
const verified = { accessToken: 't0ken', assetId: 'a1', externalPaymentRef: 'card_7', assetType: 'farmlands.nzd.test' }
/** Answers in turn; the last one for ever. */
const inTurn = (...replies: unknown[]) => {
  let next = 0
  return () => {
    const reply = replies[Math.min(next++, replies.length - 1)]
    return typeof reply === 'function' ? (reply as () => unknown)() : reply instanceof Response ? reply.clone() : reply
  }
}
const noNetwork = () => {
  throw new TypeError('no network')
}

const home = location.href
beforeEach(async () => {
  await page.viewport(390, 844)
  forget()
  localStorage.clear()
  sessionStorage.clear()
  deployed.cardApps = {}
  await activateLanguage('en-NZ')
  sent = []
  answers = { [theSummary]: () => summary(), [verify]: session, 'GET /api/merchants/m1/summary': { id: 'm1', name: 'Southfield Rural', test: true } }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${address}`
    sent.push({
      call,
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as Sent['body']) : {},
    })
    const answer = answers[call]
    const given: unknown = typeof answer === 'function' ? await (answer as (init: RequestInit) => unknown)(init) : answer
    if (given === undefined) return refusal(404, 'NOT_FOUND')
    return given instanceof Response ? given.clone() : Response.json(given)
  })
  vi.spyOn(ways, 'replace').mockImplementation(() => {})
  return () => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    history.replaceState(null, '', home)
  }
})

const open = (path = '/farmlands/pay/pr1') => {
  history.replaceState(null, '', `/deimos${path}`)
  return render(
    <I18nProvider i18n={i18n} defaultComponent={Run}>
      <Pages />
    </I18nProvider>,
  )
}
const at = () => location.pathname.replace('/deimos', '')
const button = (name: string) => page.getByRole('button', { name, exact: true })
async function press(name: string): Promise<void> {
  await expect.element(button(name)).toBeVisible()
  ;(button(name).element() as HTMLElement).click()
}
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const field = (label: string) => page.getByLabelText(label, { exact: true })
async function fillIn(card: { number?: string; expiry?: string; cvc?: string } = {}): Promise<void> {
  await field('Card number').fill(card.number ?? number)
  await field('Expiry date (MM/YY)').fill(card.expiry ?? '05/39')
  await field('CVC').fill(card.cvc ?? '412')
}
async function submitted(card?: Parameters<typeof fillIn>[0]): Promise<void> {
  await open()
  await expect.element(heading('Farmlands Card')).toBeVisible()
  await fillIn(card)
  await press('Submit')
}
async function atCode(): Promise<void> {
  await submitted()
  await expect.element(heading('Security verification')).toBeVisible()
}
async function completed(code = '407152'): Promise<void> {
  await field('6-digit code').fill(code)
  await press('Complete')
}
async function ended(): Promise<void> {
  await expect.poll(at).toBe('/pay/pr1')
}

test('calls are those of the contract', () => {
  for (const [name, { method, path }] of Object.entries({ verify: verifyFarmlandsCard, pay: payPaymentRequest }))
    expect(calls[name as keyof typeof calls]).toEqual({ method, path })
})

test('the page of the card: title, who it is connected with, the request, three fields and two buttons [CARD-01, CARD-02, ROUTE-15]', async () => {
  await open()
  await expect.element(heading('Farmlands Card')).toBeVisible()
  expect(document.title).toBe('Pay By Farmlands Card | Nikau')
  const header = document.querySelector('header')!
  expect([header.textContent, header.querySelector('[role=img]')?.getAttribute('aria-label')]).toEqual(['Connected with', 'Nikau'])
  const summaryCard = page.getByRole('region', { name: 'Payment' })
  await expect.element(summaryCard.getByText('Southfield Rural')).toBeVisible()
  expect(summaryCard.element().textContent).toContain('$486.20')
  for (const label of ['Card number', 'Expiry date (MM/YY)', 'CVC']) await expect.element(field(label)).toBeVisible()
  for (const name of ['Submit', 'Cancel']) await expect.element(button(name)).toBeVisible()
})

test('front and back of a card are shown in a modal [CARD-03]', async () => {
  await open()
  await press('How to view card information')
  const modal = page.getByRole('dialog', { name: 'How to view Farmlands Card information' })
  for (const side of ['Front of the card', 'Back of the card']) await expect.element(modal.getByRole('img', { name: side })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('Submit can be pressed when all three fields have something in them [CARD-04]', async () => {
  await open()
  await expect.element(button('Submit')).toBeDisabled()
  // As a browser fills in a form: nothing is touched.
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

test('or when the form was touched; what is wrong is then said, and the topmost wrong field has the focus [CARD-04, CARD-05, CARD-09, CARD-10]', async () => {
  await open()
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
  await field('Card number').fill(number)
  await press('Submit')
  await expect.element(field('Expiry date (MM/YY)')).toHaveFocus()
  await field('Expiry date (MM/YY)').fill('05/39')
  await press('Submit')
  await expect.element(field('CVC')).toHaveFocus()
  expect(to(verify)).toEqual([])
})

test.each([
  ['CARD-11', { number: '600509123456789' }, 'Card number', 'Card number must be 16 digits'],
  ['CARD-12', { number: '4242424242424242' }, 'Card number', 'Card number is invalid'],
  ['CARD-13', { expiry: '13/39' }, 'Expiry date (MM/YY)', 'Expiry date must be in format MM/YY'],
  ['CARD-14', { expiry: '10/20' }, 'Expiry date (MM/YY)', 'Expiry date must be in the future'],
  ['CARD-15', { cvc: '41' }, 'CVC', 'CVC must be a 3 digit number'],
])('[%s] %o is not sent, and its field says so', async (_, card, label, text) => {
  await submitted(card)
  await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(field(label)).toHaveFocus()
  await expect.element(field(label)).toHaveAccessibleDescription(text)
  expect(document.querySelectorAll('.n-error').length).toBe(1)
  expect(to(verify)).toEqual([])
})

test('the expiry is written as it is typed [CARD-06, CARD-07, CARD-08]', async () => {
  await open()
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

test('a request that is no longer new leads to its own page, at once and on a change [CARD-16]', async () => {
  answers[theSummary] = summary({ status: 'expired' })
  const { unmount } = await open()
  await ended()
  await expect.element(heading('Payment has expired')).toBeVisible()
  await unmount()
  let status = 'new'
  answers[theSummary] = () => summary({ status })
  await open()
  await expect.element(heading('Farmlands Card')).toBeVisible()
  status = 'cancelled'
  await ended()
  await expect.element(heading('Payment has been cancelled')).toBeVisible()
  expect(document.title).toBe('Pay | Nikau')
})

test('Submit sends the card once, without a session; without a token in the answer the code is asked for [CARD-17, CARD-24, OTP-01, OTP-02, OTP-03, ROUTE-16]', async () => {
  let answer = () => {}
  answers[verify] = () => new Promise((resolve) => (answer = () => resolve(session)))
  await submitted()
  await expect.element(button('Checking your card…')).toHaveAttribute('aria-busy', 'true')
  await expect.element(button('Cancel')).not.toBeInTheDocument()
  ;(button('Checking your card…').element() as HTMLElement).click()
  ;(field('CVC').element() as HTMLInputElement).form!.requestSubmit()
  answer()
  await expect.element(heading('Security verification')).toBeVisible()
  expect(to(verify).map(({ body }) => body)).toEqual([
    { challengeType: 'verify-farmlands-card', params: { number, expiry: '05/39', cvv: '412' }, paymentRequestId: 'pr1' },
  ])
  expect(sent.some(({ headers }) => 'authorization' in headers)).toBe(false)
  expect([at(), document.title]).toEqual(['/farmlands/pay/pr1/verify', 'Verify card | Nikau'])
  await expect.element(page.getByText('Please enter the code to securely complete the payment.')).toBeVisible()
  await expect.element(page.getByText(/^Sent at .* to \+64 •• ••• •142 and m•••@southfield\.example$/)).toBeVisible()
  await expect.element(field('6-digit code')).toHaveFocus()
  for (const name of ['Complete', 'Cancel', 'Back']) await expect.element(button(name)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Resend/ })).toBeVisible()
  await press('Back')
  await expect.poll(at).toBe('/farmlands/pay/pr1')
  await expect.element(heading('Farmlands Card')).toBeVisible()
})

test.each([
  [{ phoneNumber: '+64 •• ••• •142' }, /to \+64 •• ••• •142$/],
  [{ email: 'm•••@southfield.example' }, /to m•••@southfield\.example$/],
])('a code that went to %o alone is said to have gone there [OTP-02]', async (contact, text) => {
  answers[verify] = { sessionId: 's1', ...contact }
  await atCode()
  await expect.element(page.getByText(text)).toBeVisible()
})

test('a token in the answer pays at once, with the card’s own parameters and no code [CARD-18]', async () => {
  answers[verify] = verified
  answers[pay] = { id: 'act1' }
  await submitted()
  await ended()
  const [payment, ...more] = to(pay)
  expect(more).toEqual([])
  expect(payment?.headers.authorization).toBe('Bearer t0ken')
  expect(payment?.body).toEqual({ assetType: 'farmlands.nzd.test', assetId: 'a1', externalPaymentRef: 'card_7', idempotencyKey: expect.any(String) })
})

type Case = [id: string, answer: Response, title: string, text: string]
const cards: Case[] = [
  ['ERR-10', refusal(403, 'INSUFFICIENT_ASSET_VALUE'), 'Insufficient balance', 'Insufficient account balance. Please try another payment method.'],
  ['ERR-11', refusal(403, 'PATRON_CODE_EXPIRED'), 'Card expired', 'Your farm-supplies card has expired. Please try another payment method.'],
  [
    'ERR-12',
    refusal(403, 'PATRON_CODE_INVALID', { reason: 'PATRON_CODE_INACTIVE' }),
    'Card inactive',
    'Your farm-supplies card is inactive. Please try another payment method.',
  ],
]

test.each<Case>([
  ...cards,
  [
    'ERR-08',
    refusal(403, 'REFUSED', { reason: 'PATRON_CODE_EXPIRED' }),
    'Card expired',
    'Your farm-supplies card has expired. Please try another payment method.',
  ],
  ['ERR-14', refusal(403, 'CARD_VERIFICATION_FAILED'), 'Card verification failed', 'The card information you entered is invalid. Please check and try again.'],
  ['ERR-14', refusal(403, 'SOMETHING_NEW'), 'Card verification failed', 'The card information you entered is invalid. Please check and try again.'],
])('[%s] a card that is refused has an error card with two ways on [CARD-20]', async (_, answer, title, text) => {
  answers[verify] = answer
  await submitted()
  await expect.element(heading(title)).toHaveFocus()
  await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(button('Try another Farmlands Card')).toBeVisible()
  await expect.element(button('Cancel')).toBeVisible()
  expect(at()).toBe('/farmlands/pay/pr1')
})

test.each<Case>([
  ...cards,
  ['ERR-15', refusal(403, 'QUOTA_EXCEEDED'), 'Oops, something went wrong', 'It looks like something went wrong. Please try again in a moment.'],
  ['ERR-15', refusal(403, 'PAYMENT_DECLINED'), 'Oops, something went wrong', 'It looks like something went wrong. Please try again in a moment.'],
])('[%s] a payment that is refused straight away has its error card on the page of the card [CARD-19]', async (_, answer, title, text) => {
  answers[verify] = verified
  answers[pay] = answer
  await submitted()
  await expect.element(heading(title)).toHaveFocus()
  await expect.element(page.getByText(text)).toBeVisible()
  expect([at(), to(pay).length]).toEqual(['/farmlands/pay/pr1', 1])
})

test('after too many attempts there is only Cancel [ERR-09, CARD-20, CARD-22]', async () => {
  answers[verify] = refusal(403, 'CARD_VERIFICATION_TOO_MANY_ATTEMPTS')
  await submitted()
  await expect.element(heading('Payment Failed')).toHaveFocus()
  await expect
    .element(page.getByText("We couldn't complete your payment. Please return to the store to try again or use a different payment method."))
    .toBeVisible()
  expect(
    page
      .getByRole('button')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['Cancel'])
  await press('Cancel')
  await ended()
})

test('another card begins with empty fields, no fault and no error [CARD-21]', async () => {
  answers[verify] = inTurn(refusal(403, 'CARD_VERIFICATION_FAILED'), session)
  await submitted()
  await press('Try another Farmlands Card')
  for (const label of ['Card number', 'Expiry date (MM/YY)', 'CVC']) await expect.element(field(label)).toHaveValue('')
  expect(document.querySelectorAll('.n-error, [aria-invalid], [role=alert]').length).toBe(0)
  await expect.element(button('Submit')).toBeDisabled()
})

test('a card that was typed wrong can be looked at again as it was typed', async () => {
  answers[verify] = refusal(403, 'CARD_VERIFICATION_FAILED')
  await submitted()
  await press('Check what I entered')
  await expect.element(field('Card number')).toHaveValue('6005 0912 3456 7890')
  await expect.element(field('CVC')).toHaveValue('412')
})

test('a contact that Farmlands does not know is said above the form, with a number to call [ERR-13]', async () => {
  answers[verify] = inTurn(refusal(403, 'CARD_VERIFICATION_REQUIRES_CONTACT_DETAILS'), session)
  deployed.farmlandsPhone = '0800 123 456'
  await submitted()
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
  ['a card company that is down', () => refusal(503, 'CARD_COMPANY_UNAVAILABLE'), 'Farmlands does not answer right now'],
  ['a server that is', () => new Response('', { status: 502 }), 'Oops, something went wrong'],
])('%s is no fault of the card: it is said, and the form stays', async (_, answer, title) => {
  answers[verify] = inTurn(answer, session)
  await submitted()
  await expect.element(page.getByRole('alert').getByText(title)).toBeVisible()
  await press('Submit')
  await expect.element(heading('Security verification')).toBeVisible()
})

test('a request that ended meanwhile leads to its page, whoever says so first', async () => {
  answers[verify] = refusal(403, 'REQUEST_EXPIRED')
  await submitted()
  await ended()
  expect(to(pay)).toEqual([])
})

test('Cancel ends the flow and forgets the card [CARD-22, OTP-13]', async () => {
  await atCode()
  await press('Cancel')
  await ended()
  await expect.element(heading('Amount due $486.20')).toBeVisible()
  history.back()
  await expect.element(field('Card number')).toHaveValue('')
})

test('card details are in the page’s memory and nowhere else [CARD-23]', async () => {
  const written = vi.spyOn(Storage.prototype, 'setItem')
  const logged = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name))
  await atCode()
  await completed()
  await press('Cancel')
  await ended()
  const outside = JSON.stringify([
    written.mock.calls,
    logged.map(({ mock }) => mock.calls),
    history.state,
    location.href,
    Object.entries(localStorage),
    Object.entries(sessionStorage),
  ])
  for (const secret of [number, '6005 0912', '412', '05/39']) expect(outside).not.toContain(secret)
  expect(sent.filter(({ body }) => JSON.stringify(body).includes(number)).map(({ call }) => call)).toEqual([verify])
})

test('card, session and where its code went, token and payment parameters are kept together, for one request, until the end [ENT-26, CARD-22]', () => {
  const card = { number: '6005091234567890', expiry: '05/39', cvv: '412' }
  const code = { sessionId: 's1', phoneNumber: '+64 •• ••• •142', email: 'm•••@southfield.example', sentAt: new Date(0) }
  const verified = { accessToken: 't', assetId: 'a1', externalPaymentRef: 'r1', assetType: 'farmlands.nzd.test' }
  remember('pr1', { card })
  remember('pr1', { code })
  expect(remember('pr1', { verified })).toEqual({ card, code, verified })
  expect(recall('pr1')).toEqual({ card, code, verified })
  expect(recall('pr2')).toEqual({})
  remember('pr2', { code })
  expect(recall('pr1')).toEqual({})
  forget()
  expect(recall('pr2')).toEqual({})
})

test('without a session the page of the code leads to that of the card [OTP-06]', async () => {
  await open('/farmlands/pay/pr1/verify')
  await expect.poll(at).toBe('/farmlands/pay/pr1')
  await expect.element(heading('Farmlands Card')).toBeVisible()
  expect(document.title).toBe('Pay By Farmlands Card | Nikau')
})

test('a code that is none is not sent [OTP-04]', async () => {
  await atCode()
  await press('Complete')
  await expect.element(page.getByText('Code is required')).toBeVisible()
  await expect.element(field('6-digit code')).toHaveFocus()
  await completed('4071')
  await expect.element(page.getByText('Code must be 6 digits')).toBeVisible()
  expect(to(verify).length).toBe(1)
})

test('what to do when no code comes [OTP-05]', async () => {
  await atCode()
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

test('the code is sent with its session, and what it proves pays; that is the end [OTP-07, OTP-08]', async () => {
  answers[verify] = inTurn(session, verified)
  answers[pay] = { id: 'act1' }
  await atCode()
  answers[theSummary] = inTurn(summary(), summary({ status: 'paid', remainingAmount: '0' }))
  await completed()
  await ended()
  await expect.element(heading('Payment successful')).toBeVisible()
  expect(to(verify)[1]?.body).toEqual({ challengeType: 'verify-farmlands-otp', params: { otp: '407152' }, paymentRequestId: 'pr1', sessionId: 's1' })
  expect(to(pay).map(({ headers, body }) => [headers.authorization, body])).toEqual([
    ['Bearer t0ken', { assetType: 'farmlands.nzd.test', assetId: 'a1', externalPaymentRef: 'card_7', idempotencyKey: expect.any(String) }],
  ])
})

test('a wrong code stays on the page and can be tried again [OTP-10, ERR-16]', async () => {
  answers[verify] = inTurn(session, refusal(403, 'CODE_VERIFICATION_FAILED'), verified)
  answers[pay] = { id: 'act1' }
  await atCode()
  await completed('111111')
  const notice = page.getByRole('alert')
  await expect.element(notice.getByText('Code verification failed')).toBeVisible()
  await expect.element(notice.getByText('Please check your verification code before trying again.')).toBeVisible()
  expect([at(), to(pay)]).toEqual(['/farmlands/pay/pr1/verify', []])
  await completed()
  await ended()
})

test('too many codes lead back to the card, which says so; the code’s page is closed [OTP-09, ERR-09]', async () => {
  answers[verify] = inTurn(session, refusal(403, 'CARD_VERIFICATION_TOO_MANY_ATTEMPTS'))
  await atCode()
  await completed('111111')
  await expect.element(heading('Payment Failed')).toBeVisible()
  expect(at()).toBe('/farmlands/pay/pr1')
})

test.each(cards)('[%s] a payment refused for the card leads back to the page of the card [OTP-11]', async (_, answer, title, text) => {
  answers[verify] = inTurn(session, verified)
  answers[pay] = answer
  await atCode()
  await completed()
  await expect.element(heading(title)).toBeVisible()
  await expect.element(page.getByText(text)).toBeVisible()
  expect(at()).toBe('/farmlands/pay/pr1')
})

test('any other refusal of the payment stays, and the next try needs no other code [OTP-11, ERR-15]', async () => {
  answers[verify] = inTurn(session, verified, refusal(403, 'CODE_VERIFICATION_FAILED'))
  answers[pay] = inTurn(refusal(403, 'PAYMENT_DECLINED'), { id: 'act1' })
  await atCode()
  await completed()
  const notice = page.getByRole('alert')
  await expect.element(notice.getByText('Oops, something went wrong')).toBeVisible()
  await expect.element(notice.getByText('It looks like something went wrong. Please try again in a moment.')).toBeVisible()
  expect(at()).toBe('/farmlands/pay/pr1/verify')
  await press('Complete')
  await ended()
  expect(to(verify).length).toBe(2)
  // Another press is another payment: the first one was refused for good.
  expect(new Set(to(pay).map(({ body }) => body.idempotencyKey)).size).toBe(2)
})

test('Resend shows the same card again within the session, and the new one counts [OTP-12]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  try {
    answers[verify] = inTurn(session, { ...session, sessionId: 's2' }, verified)
    answers[pay] = { id: 'act1' }
    await atCode()
    await field('6-digit code').fill('123')
    await expect.element(page.getByRole('button', { name: /^Resend in 0:/ })).toBeDisabled()
    vi.setSystemTime(Date.now() + 21_000)
    await expect.element(button('Resend')).toBeEnabled()
    await press('Resend')
    await expect.element(field('6-digit code')).toHaveValue('')
    await expect.element(field('6-digit code')).toHaveFocus()
    expect(to(verify)[1]?.body).toEqual({
      challengeType: 'verify-farmlands-card',
      params: { number, expiry: '05/39', cvv: '412' },
      paymentRequestId: 'pr1',
      sessionId: 's1',
    })
    await completed()
    await ended()
    expect(to(verify)[2]?.body.sessionId).toBe('s2')
  } finally {
    vi.useRealTimers()
  }
})

test('a change of the request ends the page of the code too [OTP-14]', async () => {
  let status = 'new'
  answers[theSummary] = () => summary({ status })
  await atCode()
  status = 'expired'
  await ended()
  await expect.element(heading('Payment has expired')).toBeVisible()
})

test('a payment of which nobody knows is asked for again under its key until somebody does', async () => {
  answers[verify] = inTurn(session, verified)
  answers[pay] = inTurn(noNetwork, refusal(503, 'UNAVAILABLE'), refusal(403, 'PAYMENT_UNCONFIRMED'), { id: 'act1' })
  await atCode()
  await completed()
  await expect.element(heading('We’re checking')).toHaveFocus()
  await expect.element(page.getByText('You will not be charged twice.')).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  await expect.poll(at).toBe('/pay/pr1')
  const bodies = to(pay).map(({ body }) => JSON.stringify(body))
  expect([bodies.length, new Set(bodies).size]).toEqual([4, 1])
})

test('a request that nobody knows is Not Found; one that cannot be read is tried again', async () => {
  answers[theSummary] = () => refusal(404, 'REQUEST_NOT_FOUND')
  const { unmount } = await open()
  await expect.element(heading('404')).toBeVisible()
  await unmount()
  answers[theSummary] = inTurn(noNetwork, noNetwork, summary())
  await open()
  await expect.element(page.getByText('Check your connection. We keep trying.')).toBeVisible()
  await expect.element(heading('Farmlands Card')).toBeVisible()
})

test('a request that does not take the card says so and leads to the other ways', async () => {
  answers[theSummary] = summary({ paymentOptions: [{ assetType: 'nikau.nzd.test', amount: '48620' }] })
  await open()
  await expect.element(page.getByText('Southfield Rural does not take the Farmlands Card for this payment.')).toBeVisible()
  await press('See other ways to pay')
  await ended()
})
