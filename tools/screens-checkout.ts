import type { Page } from 'playwright'
import { shopKey } from './dev-services.ts'

/** The addresses of the environment whose screens are shown. */
export interface Where {
  web: string
  shop: string
}

/** Creates a payment request for the sandbox shop. */
async function createRequest({ web, shop }: Where, more: Record<string, unknown>): Promise<string> {
  const response = await fetch(`${web}/api/payment-requests`, {
    method: 'POST',
    headers: { 'x-api-key': shopKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      configId: 'mc_sandboxShop',
      value: { amount: '1600', currency: 'NZD' },
      expirySeconds: 900,
      redirectPaidUrl: `${shop}/orders/paid`,
      redirectCancelUrl: `${shop}/orders/left`,
      ...more,
    }),
  })
  const { id, message } = (await response.json()) as { id?: string; message?: string }
  if (id === undefined) throw new Error(`the shop could not create a payment request: ${message}`)
  return id
}

const open =
  (more: Record<string, unknown> = {}) =>
  async (page: Page, where: Where): Promise<string> => {
    const id = await createRequest(where, more)
    await page.goto(`${where.web}/deimos/pay/${id}`)
    return id
  }

/** Replaces the summary: reaching the real state takes two people, or a quarter of an hour. */
const withSummary = (summary: Record<string, unknown>) => async (page: Page, where: Where) => {
  await page.route('**/api/payment-requests/*/summary', async (route) => {
    const response = await route.fetch()
    const known = (await response.json()) as Record<string, unknown>
    await route.fulfill({ response, json: { ...known, ...summary, redirectUrl: undefined, redirectPaidUrl: undefined, redirectCancelUrl: undefined } })
  })
  await open()(page, where)
}

const atBank = async (page: Page, where: Where) => {
  await open()(page, where)
  await page.getByRole('button', { name: 'BNZ', exact: true }).click()
}

const approving = async (page: Page, where: Where) => {
  await atBank(page, where)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** The final result of the bank never arrives, which leaves time for a screenshot. */
const returning = async (page: Page, where: Where) => {
  await page.route('**/api/one-off-payments/*/pay', () => {})
  await approving(page, where)
  await page.getByRole('button', { name: /^Approve/ }).click()
}

/** The pages of the farm card, with stubbed responses of the card company. */
const farmCard =
  (stubs: { card?: [status: number, answer: unknown]; code?: [status: number, answer: unknown]; unconfirmed?: true } = {}) =>
  async (page: Page, where: Where) => {
    await page.route('**/api/auth/verify-farmlands-card', (route) => {
      const { challengeType } = route.request().postDataJSON() as { challengeType: string }
      const sent = { sessionId: 's', phoneNumber: '+64 •• ••• •142', email: 'm•••@southfield.example' }
      const [status, json] = (challengeType === 'verify-farmlands-card' ? stubs.card : stubs.code) ?? [200, sent]
      return route.fulfill({ status, json })
    })
    if (stubs.unconfirmed)
      await page.route('**/api/payment-requests/*/pay', (route) => route.fulfill({ status: 403, json: { message: 'PAYMENT_UNCONFIRMED' } }))
    const id = await createRequest(where, { value: { amount: '48620', currency: 'NZD' } })
    await page.goto(`${where.web}/deimos/farmlands/pay/${id}`)
  }
const refusing = (message: string): [number, unknown] => [403, { message }]

async function typeCard(page: Page, cvc = '412'): Promise<void> {
  await page.getByLabel('Card number').fill('6005 0912 3456 7890')
  await page.getByLabel('Expiry date').fill('05/39')
  await page.getByLabel('CVC').fill(cvc)
  await page.getByRole('button', { name: 'Submit' }).click()
}
async function typeCode(page: Page, code = '407152'): Promise<void> {
  await typeCard(page)
  await page.getByLabel('6-digit code').fill(code)
  if (code.length === 6) await page.getByRole('button', { name: 'Complete' }).click()
}
const farmVerified: [number, unknown] = [200, { accessToken: 't', assetId: 'a', externalPaymentRef: 'c', assetType: 'farmlands.nzd.test' }]

const order = {
  lineItems: [
    { name: 'Flat white', qty: '2', price: '1100', tax: '15' },
    { name: 'Cheese scone', qty: '1', price: '500', tax: '15' },
  ],
}
const longOrder = {
  value: { amount: '9999999', currency: 'NZD' },
  lineItems: Array.from({ length: 60 }, (_, i) => ({
    name: i % 2 === 0 ? 'Hand-thrown stoneware mug in the colour of Lake Pūkaki, with a lid' : 'Saucer',
    qty: String(i + 1),
    price: i === 0 ? '9999999' : '0',
  })),
}
const showOrder = async (page: Page) => {
  await page.locator('.checkout-order summary').first().waitFor()
  const closed = page.locator('.checkout-order > details:not([open]) > summary')
  if ((await closed.count()) > 0) await closed.click()
}

export const checkoutScreens = [
  { name: 'checkout', path: '', open: open(order), until: 'Nikau Test', like: 'checkout', readme: true },
  { name: 'checkout-order', path: '', open: open(order), act: showOrder, until: 'GST included' },
  { name: 'checkout-order-long', path: '', open: open(longOrder), act: showOrder, until: 'Show all 60 items' },
  { name: 'checkout-qr', path: '', open: open(), act: showCode, until: 'Scan the QR Code to pay' },
  { name: 'checkout-paid', path: '', open: withSummary({ status: 'paid', remainingAmount: '0' }), until: 'Payment successful', like: 'checkout-paid' },
  { name: 'checkout-part-paid', path: '', open: withSummary({ status: 'paid', remainingAmount: '360' }), until: 'still to pay', like: 'checkout-part-paid' },
  { name: 'checkout-expired', path: '', open: withSummary({ status: 'expired' }), until: 'Payment has expired', like: 'checkout-expired' },
  { name: 'checkout-cancelled', path: '', open: withSummary({ status: 'cancelled' }), until: 'Payment has been cancelled', like: 'checkout-cancelled' },
  { name: 'checkout-bank-login', path: '', open: atBank, until: 'Customer number' },
  { name: 'checkout-bank-approve', path: '', open: approving, until: 'Approve this payment?' },
  { name: 'checkout-return', path: '', open: returning, until: 'Checking with BNZ…' },
  { name: 'checkout-declined', path: '', open: declining, until: 'Payment has been cancelled' },
  { name: 'farm-card', path: '', open: farmCard(), act: (page: Page) => typeCard(page, '41'), until: 'CVC must be', like: 'farm-card' },
  { name: 'farm-card-help', path: '', open: farmCard(), press: ['Where to find your card details'], until: 'on the back' },
  {
    name: 'farm-card-failed',
    path: '',
    open: farmCard({ card: refusing('CARD_VERIFICATION_FAILED') }),
    act: (page: Page) => typeCard(page),
    until: 'Card verification failed',
  },
  {
    name: 'farm-card-contact',
    path: '',
    open: farmCard({ card: refusing('CARD_VERIFICATION_REQUIRES_CONTACT_DETAILS') }),
    act: (page: Page) => typeCard(page),
    until: 'Please contact Farmlands',
  },
  {
    name: 'farm-card-too-many',
    path: '',
    open: farmCard({ card: refusing('CARD_VERIFICATION_TOO_MANY_ATTEMPTS') }),
    act: (page: Page) => typeCard(page),
    until: 'Payment Failed',
  },
  { name: 'farm-code', path: '', open: farmCard(), act: (page: Page) => typeCode(page, '4071'), until: 'Security verification', like: 'farm-code' },
  {
    name: 'farm-code-failed',
    path: '',
    open: farmCard({ code: refusing('CODE_VERIFICATION_FAILED') }),
    act: (page: Page) => typeCode(page),
    until: 'Code verification failed',
  },
  {
    name: 'farm-code-help',
    path: '',
    open: farmCard(),
    act: (page: Page) => typeCard(page),
    press: ["Didn't receive a verification code?"],
    until: 'Wait 2 days',
  },
  { name: 'farm-checking', path: '', open: farmCard({ code: farmVerified, unconfirmed: true }), act: (page: Page) => typeCode(page), until: 'We’re checking' },
] as const

async function declining(page: Page, where: Where): Promise<void> {
  await approving(page, where)
  await page.getByRole('button', { name: 'Decline' }).click()
}

/** A wide page shows it from the start. */
async function showCode(page: Page): Promise<void> {
  await page.getByText('Waiting for payment').waitFor()
  const button = page.getByRole('button', { name: 'Pay on another device' })
  if (await button.isVisible()) await button.click()
}
