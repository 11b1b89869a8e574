import { I18nProvider } from '@lingui/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { activateLanguage, i18n } from '../../lib/i18n.ts'
import { TransWithLang } from '../../lib/Message.tsx'
import { inTurn, refusal, server, stubFetch } from '../../testing/mock-server.ts'
import { browser } from '../checkout/index.ts'
import { LinkScreen } from './LinkScreen.tsx'
import '../../checkout/checkout.css'
import '../../checkout/payment-link.css'

const summaryCall = 'GET /api/payment-links/pl_1/summary'
const requestCall = 'POST /api/payment-links/pl_1/payment-request'
const link = (fields: object = {}) => ({
  id: 'pl_1',
  merchantName: 'Corner Loaf',
  place: 'Ponsonby',
  name: 'Birthday cake deposit',
  kind: 'fixed',
  amount: '6400',
  partialAllowed: false,
  asksNote: false,
  liveness: 'test',
  ...fields,
})
const typed = (fields: object = {}) => link({ kind: 'typed', amount: undefined, name: 'School bread order', ...fields })
let went: string[]

beforeEach(async () => {
  await page.viewport(390, 844)
  await activateLanguage('en-NZ')
  went = []
  stubFetch({ [summaryCall]: link(), [requestCall]: { paymentRequestId: 'pr1', url: 'https://nikau.example/deimos/pay/pr1' } })
  for (const how of ['assign', 'replace'] as const) vi.spyOn(browser, how).mockImplementation((url) => void went.push(new URL(url).pathname))
  return () => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
})

const open = () =>
  render(
    <I18nProvider i18n={i18n} defaultComponent={TransWithLang}>
      <LinkScreen id="pl_1" />
    </I18nProvider>,
  )
const pay = (name: string) => page.getByRole('button', { name })

test('a link shows its shop, what it is for and the amount, and leads to the checkout of a request of its own [BIZ-51]', async () => {
  await open()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Birthday cake deposit $64.00' })).toBeVisible()
  await expect.element(page.getByText('Corner Loaf')).toBeVisible()
  await expect.element(page.getByText('TEST', { exact: true })).toBeVisible()
  await pay('Pay $64.00').click()
  await expect.poll(() => went).toEqual(['/deimos/pay/pr1'])
  expect(server.bodies(requestCall)).toEqual([{ idempotencyKey: expect.any(String) as string }])
})

test('a customer types an amount within the limits, and a note where it is asked for [BIZ-50][BIZ-51]', async () => {
  server.answers[summaryCall] = typed({ least: '500', most: '5000', asksNote: true })
  await open()
  const amount = page.getByRole('textbox', { name: 'Amount in dollars' })
  await amount.fill('4.99')
  await pay('Pay').click()
  await expect.element(page.getByText('Enter $5.00 to $50.00')).toBeVisible()
  expect(server.to(requestCall)).toEqual([])
  await amount.fill('12.50')
  await page.getByRole('textbox', { name: 'Note for Corner Loaf' }).fill('Two loaves, Room 4')
  await pay('Pay $12.50').click()
  await expect.poll(() => went).toEqual(['/deimos/pay/pr1'])
  expect(server.bodies(requestCall)).toEqual([{ amount: '1250', note: 'Two loaves, Room 4', idempotencyKey: expect.any(String) as string }])
})

test('a closed link says that it is no longer used, and names no shop [BIZ-54]', async () => {
  server.answers[summaryCall] = refusal('PAYMENT_LINK_CLOSED')
  await open()
  await expect.element(page.getByRole('heading', { level: 1, name: 'No longer used' })).toBeVisible()
  expect(document.body.textContent).not.toContain('Corner Loaf')
  expect(page.getByRole('button').elements()).toEqual([])
})

test('a link that was for one payment says that it is paid [BIZ-51]', async () => {
  server.answers[summaryCall] = refusal('PAYMENT_LINK_USED')
  await open()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Already paid' })).toBeVisible()
})

test('a refusal says that nothing has been paid and why, and the customer can press again [BIZ-51]', async () => {
  server.answers[requestCall] = inTurn(refusal('MERCHANT_LIMIT_EXCEEDED'), { paymentRequestId: 'pr2', url: '' })
  await open()
  await pay('Pay $64.00').click()
  await expect.element(page.getByText('Nothing has been paid')).toBeVisible()
  await expect.element(page.getByText(/^Corner Loaf can’t take this amount/)).toBeVisible()
  await pay('Pay $64.00').click()
  await expect.poll(() => went).toEqual(['/deimos/pay/pr2'])
})

test('the sticker of a till says to ask at the till, and opens the request as soon as the till makes one [BIZ-52]', { timeout: 20_000 }, async () => {
  const till = link({ kind: 'till', amount: undefined, name: 'Till 1' })
  server.answers[summaryCall] = inTurn(till, { ...till, paymentRequest: { id: 'pr9', url: '' } })
  await open()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Ask at the till' })).toBeVisible()
  expect(went).toEqual([])
  await expect.poll(() => went, { timeout: 10_000 }).toEqual(['/deimos/pay/pr9'])
})
