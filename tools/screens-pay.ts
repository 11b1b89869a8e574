import type { Page } from 'playwright'

/** The screens of a payment request. Each screenshot has a request of its own, created as the sandbox shop does. */

const test = { testAssetsEnabled: true }
const flatWhite = { name: 'Flat white', sku: 'flat-white', qty: '1', price: '550' }
const pie = { name: 'Venison pie', sku: 'venison-pie', qty: '1', price: '1050' }
const order = (more: object = {}) => ({ value: { amount: '1600', currency: 'NZD' }, lineItems: [flatWhite, pie], expirySeconds: 900, ...more })

async function shop(page: Page, path: string, body: object): Promise<{ id: string }> {
  const config = JSON.parse((await page.locator('meta[name="nikau-config"]').getAttribute('content'))!) as { testPayment: { apiKey: string; configId: string } }
  const { apiKey, configId } = config.testPayment
  const data = path === '' ? { configId, ...body } : body
  const response = await page.request.post(new URL(`/api/payment-requests${path}`, page.url()).href, { data, headers: { 'x-api-key': apiKey } })
  return (await response.json()) as { id: string }
}

/** Creates a request, changes it with `then`, and opens it. */
const opens =
  (body: object, then: (page: Page, id: string) => Promise<unknown> = async () => undefined, at = (id: string) => `nikau/pay/${id}`) =>
  async (page: Page) => {
    const { id } = await shop(page, '', body)
    await then(page, id)
    await page.goto(new URL(at(id), page.url().replace(/\/deimos\/.*$/, '/deimos/')).href)
  }
const inCash = (page: Page, id: string) => shop(page, `/${id}/pay`, { assetType: 'external.test', transactionId: 'till 4' })
const pays = (body: object) => async (page: Page) => {
  await opens(body)(page)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  const more = page.getByRole('button', { name: 'Continue' })
  await more.or(page.getByText('Payment Successful')).first().waitFor()
  if (await more.isVisible()) await more.click()
}
/** The merchant takes nothing that this wallet has. */
const acceptingNothing = (page: Page) =>
  page.route(/\/api\/payment-requests\/[^/]+$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), paymentOptions: [] } })
  })
/** A small public page from which to read the configuration before the request is opened. */
const publicPage = '/giftstation'
const tama = { path: publicPage, as: 'tama', config: test } as const

export const payScreens = [
  { ...tama, name: 'pay', act: opens(order()), until: 'left after this', like: 'pay', readme: true as const },
  { ...tama, name: 'pay-hurry', act: opens(order({ expirySeconds: 60 })), until: 'left after this', like: 'pay' },
  {
    ...tama,
    name: 'pay-partial-tile',
    act: opens({ value: { amount: '8600', currency: 'NZD' }, partialAllowed: true, basketAmount: '8600', expirySeconds: 900 }),
    until: 'Still to pay',
    like: 'pay-partial-tile',
  },
  {
    ...tama,
    name: 'pay-partial',
    act: opens({ value: { amount: '8600', currency: 'NZD' }, partialAllowed: true, basketAmount: '8600', expirySeconds: 900 }),
    press: ['Pay $'],
    until: 'Continue',
    like: 'pay-partial',
  },
  {
    ...tama,
    name: 'pay-note',
    act: async (page: Page) => {
      await opens(order())(page)
      await page.getByText('Note to the shop').click()
      await page.getByRole('textbox', { name: /^Note/ }).fill('Table 4, no onions')
    },
    until: 'Added',
    full: true as const,
  },
  { ...tama, name: 'pay-sheet', act: opens(order()), press: ['Change'], until: 'Select Wallet' },
  { ...tama, name: 'pay-too-little', act: opens({ value: { amount: '8600', currency: 'NZD' }, expirySeconds: 900 }), until: 'Not enough in your wallet' },
  { ...tama, name: 'pay-nothing', act: opens(order(), acceptingNothing), until: 'Assets not compatible' },
  { ...tama, name: 'pay-timed-out', act: opens(order({ expirySeconds: 1 })), until: 'Transaction Timed Out', like: 'error-timeout' },
  { ...tama, name: 'pay-duplicate', act: opens(order(), inCash), until: 'Duplicate Payment' },
  { ...tama, name: 'pay-cancelled', act: opens(order(), (page: Page, id: string) => shop(page, `/${id}/void`, {})), until: 'Payment Request Cancelled' },
  { ...tama, name: 'pay-not-found', path: '/nikau/pay/nothing', refused: /payment-requests\/nothing/, until: 'Payment Request Not Found' },
  {
    ...tama,
    name: 'pay-checking',
    refused: /\/pay$/,
    act: async (page: Page) => {
      await page.route('**/pay', (route) => route.abort())
      await opens(order())(page)
      await page.getByRole('button', { name: /^Pay \$/ }).click()
    },
    until: 'We’re checking',
  },
  {
    ...tama,
    name: 'pay-insufficient',
    act: async (page: Page) => {
      await page.route('**/pay', (route) => route.fulfill({ status: 403, json: { message: 'INSUFFICIENT_ASSET_VALUE' } }))
      await opens(order())(page)
      await page.getByRole('button', { name: /^Pay \$/ }).click()
    },
    until: 'Insufficient Funds',
  },
  {
    ...tama,
    name: 'pay-success',
    as: 'mia' as const,
    act: pays({ value: { amount: '100', currency: 'NZD' } }),
    until: 'Payment Successful',
    like: 'pay-success',
  },
  {
    ...tama,
    name: 'pay-summary',
    as: 'mia' as const,
    act: async (page: Page) => {
      await pays({ value: { amount: '250', currency: 'NZD' }, lineItems: [{ name: 'Cheese scone', sku: 'scone', qty: '1', price: '250' }] })(page)
      const id = /pay\/([^/]+)\/summary/.exec(page.url())?.[1] ?? ''
      await shop(page, `/${id}/refund`, { value: { amount: '100', currency: 'NZD' }, externalRef: `r-${id}` })
      await page.reload()
    },
    press: ['View receipt'],
    until: 'GST number',
    like: 'receipt',
    full: true as const,
  },
  { name: 'payment-test', path: '/test', until: 'Create payment request', full: true as const },
]
