import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { currentPath, mockServerPerTest } from '../../testing/fixtures.tsx'
import { server } from '../../testing/mock-server.ts'
import { joinBusiness, openPortal, shop } from '../../testing/portal.tsx'

mockServerPerTest()

const of = '/api/merchants/live/payments'
const payment = (id: string, more: object = {}) => ({
  id,
  shortCode: 'NK-7F3C-91B2',
  status: 'paid',
  createdAt: '2026-11-14T03:12:00.000Z',
  amount: '1600',
  received: '1600',
  refunded: '0',
  items: ['Flat white', 'Venison pie'],
  itemCount: 2,
  place: { kind: 'till', terminalId: 'Till 1', operatorId: 'Sione' },
  methods: ['own-token', 'wallet'],
  ...more,
})
const sums = { taken: '1600', givenBack: '0', ownTokens: '550', takenAtTill: '0', fees: '8', gstOnFees: '1', toBank: '1041' }
const totals = { ...sums, count: 1, paidCount: 1, gstInSales: '209' }
const detail = (more: object = {}) => ({
  ...payment('pr1'),
  merchantAccountId: 'org',
  liveness: 'main',
  expiresAt: '2026-11-14T03:14:00.000Z',
  remaining: '0',
  externalRef: 'Order 1042',
  gstNumber: '136410132',
  note: 'No sauce on the pie please, and it’s for Mia.',
  lineItems: [
    { name: 'Flat white', qty: '1', price: '550', gst: '72' },
    { name: 'Venison pie', qty: '1', price: '1050', gst: '137' },
  ],
  legs: [
    { id: 'a2', method: 'own-token', description: 'Tenth coffee', amount: '550', refunded: '0', paidAt: '2026-11-14T03:12:31.000Z', covers: ['Flat white'] },
    { id: 'a3', method: 'wallet', amount: '1050', refunded: '0', paidAt: '2026-11-14T03:12:31.000Z' },
  ],
  whatYouGet: sums,
  payout: { day: '2026-11-16' },
  ...more,
})
const activity = (activityNumber: number, type: string, amount: string) => ({
  id: `a${activityNumber}`,
  type,
  value: { amount, currency: 'NZD' },
  paymentRequestId: 'pr1',
  activityNumber,
  shortCode: `NK-7F3C-91B2-00${activityNumber}`,
  merchantId: 'live',
  merchantConfigId: 'c',
  merchantAccountId: 'org',
  merchantName: 'Corner Loaf',
  createdAt: '2026-11-14T03:12:31.000Z',
  createdBy: 'crn::till',
  paymentRequestCreatedBy: 'crn::till',
})
const delivery = { id: 'd1', type: 'payment-request:paid', sequence: 4182, paymentRequestId: 'pr1', status: 'waiting', attempts: 5, lastResult: 'status 503' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime('2026-11-14T03:20:00.000Z')
  joinBusiness()
  server.answers[`GET ${of}`] = { items: [payment('pr1')] }
  server.answers[`GET ${of}/totals`] = totals
  server.answers[`GET ${of}/pr1`] = detail()
  server.answers['GET /api/payment-requests/pr1/activities'] = {
    items: [activity(3, 'payment', '1050'), activity(2, 'payment', '550'), activity(1, 'request', '1600')],
  }
  server.answers['GET /api/accounts/org/webhooks'] = [
    { id: 'wh', accountId: 'org', url: 'https://shop.example/hook', status: 'active', enabled: true, keyId: 'k', jwksUrl: 'https://x', version: 1, createdAt: '2026-11-01T00:00:00.000Z' },
  ] // prettier-ignore
  server.answers['GET /api/accounts/org/webhooks/wh/deliveries'] = { items: [{ ...delivery, createdAt: '2026-11-14T03:12:31.000Z' }] }
})
afterEach(() => vi.useRealTimers())

const region = (name: string) => page.getByRole('region', { name })
const textOf = (name: string) => region(name).element().textContent

test('a payment is a row with its status in a word, under the totals of the whole list [BIZ-09, BIZ-17, BIZ-19]', async () => {
  const unpaid = payment('pr2', { status: 'declined', received: '0', methods: [], items: [], itemCount: 0, externalRef: 'Order 1039' })
  const part = payment('pr3', { status: 'part-refunded', refunded: '700', items: ['Pie', 'Scone'], itemCount: 4 })
  server.answers[`GET ${of}`] = { items: [payment('pr1'), unpaid, part] }
  await page.viewport(1280, 800)
  await openPortal('/business/payments')
  const table = page.getByRole('table', { name: 'Payments, newest first' })
  await expect
    .element(table.getByRole('row', { name: 'Flat white, Venison pie NK 7F3C 91B2 4:12 pm Till 1 Sione Your own token + Wallet Paid $16.00' }))
    .toBeVisible()
  await expect.element(table.getByRole('row', { name: /Order 1039.*None Declined \$16\.00/ })).toBeVisible()
  await expect.element(table.getByRole('row', { name: /Pie and 3 more.*Part refunded \$16\.00 −\$7\.00 refunded/ })).toBeVisible()
  await expect.element(table.getByRole('row', { name: '1 payment taken $16.00' })).toBeVisible()
  await expect.element(page.getByText('−$0.09')).toBeVisible()
  await expect.element(page.getByText('$2.09')).toBeVisible()
  await page.getByRole('link', { name: /Flat white, Venison pie/ }).click()
  await expect.poll(currentPath).toBe('/business/payments/pr1?shop=live')
})

test('a staff till and the person at it are called by their names, on the list and on the page [BIZ-20, BIZ-21]', async () => {
  const place = { kind: 'till', terminalId: 'till_8rK2', operatorId: '0a000000-0000-7000-8000-000000000001', tillName: 'Front', personName: 'Sione' }
  const left = { ...place, personName: undefined }
  server.answers[`GET ${of}`] = { items: [payment('pr1', { place }), payment('pr2', { place: left })] }
  server.answers[`GET ${of}/pr1`] = detail({ place })
  await page.viewport(1280, 800)
  const list = await openPortal('/business/payments')
  await expect.element(page.getByRole('row', { name: /4:12 pm Front Sione Your own token/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /4:12 pm Front Your own token/ })).toBeVisible()
  await list.unmount()
  await openPortal('/business/payments/pr1')
  await expect.element(page.getByText(/4:12 pm · Front, Sione$/)).toBeVisible()
  for (const id of [place.terminalId, place.operatorId]) expect(document.body.textContent).not.toContain(id)
})

test('the captures of a pre-authorised payment are its legs, with the payout of each [BIZ-21]', async () => {
  const leg = (id: string, amount: string, day: string) => ({ id, method: 'wallet', amount, refunded: '0', paidAt: `2026-11-${day}T03:12:00.000Z` })
  const payouts = [{ day: '2026-11-16', id: 'po_1', status: 'sent' }, { day: '2026-11-17' }]
  const legs = [
    { ...leg('c1', '1000', '14'), payout: payouts[0] },
    { ...leg('c2', '600', '16'), payout: payouts[1] },
  ]
  server.answers[`GET ${of}/pr1`] = detail({ legs, payout: payouts[1] })
  await openPortal('/business/payments/pr1')
  await expect.element(region('What you get').getByText('It will be in the payout of 17 November 2026.')).toBeVisible()
  expect(textOf('What you get')).toContain('It is in the payout of 16 November 2026.It will be in the payout of 17 November 2026.')
  await expect
    .element(page.getByRole('link', { name: 'payout of 16 November 2026' }))
    .toHaveAttribute('href', expect.stringContaining('/business/payouts/po_1'))
})

test('a business without a GST number sees no GST in sales [BIZ-70]', async () => {
  joinBusiness('account-owner', [{ ...shop('live'), gstNumber: undefined }])
  server.answers[`GET ${of}/totals`] = { ...totals, gstInSales: '0' }
  await openPortal('/business/payments')
  await expect.element(page.getByText('Fees with GST')).toBeVisible()
  await expect.element(page.getByText('GST in sales')).not.toBeInTheDocument()
})

test('an empty result names what was searched and offers to clear it [BIZ-18]', async () => {
  await openPortal('/business/payments')
  await expect.element(page.getByRole('link', { name: /Flat white/ })).toBeVisible()
  server.answers[`GET ${of}`] = { items: [] }
  server.answers[`GET ${of}/totals`] = { ...totals, count: 0, paidCount: 0 }
  await page.getByRole('button', { name: 'Refunded' }).click()
  await page.getByRole('searchbox', { name: 'Search payments' }).fill('hāngī')
  await expect.element(page.getByRole('heading', { name: 'No refunds match “hāngī”' })).toBeVisible()
  await expect.element(page.getByText('Searched all days in every till, link and online order.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeDisabled()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect.element(page.getByRole('searchbox', { name: 'Search payments' })).toHaveValue('')
  await expect.element(page.getByRole('heading', { name: 'No payments yet' }).or(page.getByRole('link', { name: /Flat white/ }))).toBeVisible()
  await expect.poll(currentPath).toBe('/business/payments?shop=live')
})

test('the page of a payment shows its legs, items with GST, note, what goes to the bank and the payout, and never the payer [BIZ-21, BIZ-22, BIZ-23]', async () => {
  await openPortal('/business/payments/pr1')
  await expect.element(page.getByText('Payment NK 7F3C 91B2')).toBeVisible()
  await expect.poll(() => textOf('How it was paid')).toContain('Your own token, Tenth coffeePaid 4:12 pm · Covers Flat white$5.50WalletPaid 4:12 pm$10.50')
  await expect.element(region('Items').getByRole('row', { name: /Flat white.*\$0\.72 \$5\.50/ })).toBeVisible()
  await expect.element(region('Items').getByRole('row', { name: /Total with GST.*\$2\.09 \$16\.00/ })).toBeVisible()
  await expect.element(region('What happened').getByText('Token redeemed, $5.50')).toBeVisible()
  await expect.element(region('What happened').getByText('In the next payout')).toBeVisible()
  await expect.element(region('Customer note').getByText('“No sauce on the pie please, and it’s for Mia.”')).toBeVisible()
  await expect.poll(() => textOf('What you get')).toContain('Payment$16.00Your own tokens−$5.50Fee−$0.08GST on the fee−$0.01To your bank$10.41')
  await expect.element(region('What you get').getByText('It will be in the payout of 16 November 2026.')).toBeVisible()
  await expect.element(region('References').getByText('Order 1042')).toBeVisible()
  await expect.element(region('References').getByText('136-410-132')).toBeVisible()
})

test('the page lists the webhook deliveries of the payment with their last answer, for those who may see them [BIZ-24]', async () => {
  await openPortal('/business/payments/pr1')
  await expect.element(region('Webhook deliveries').getByRole('row', { name: /payment-request:paid.*Trying again status 503, 5 tries/ })).toBeVisible()
})

test('a part payment says what is still to take [BIZ-21]', async () => {
  const leg = { id: 'a2', method: 'wallet', amount: '2500', refunded: '0', paidAt: '2026-11-14T03:03:48.000Z' }
  server.answers[`GET ${of}/pr1`] = detail({ status: 'part-paid', amount: '3860', received: '2500', remaining: '1360', legs: [leg], note: undefined })
  await openPortal('/business/payments/pr1')
  await expect.element(region('How it was paid').getByText('$13.60 still to take')).toBeVisible()
  await expect.element(page.getByText('Part paid', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Customer note')).not.toBeInTheDocument()
})

test('a paid payment can be refunded by those who may refund [BIZ-26]', async () => {
  const request = {
    id: 'pr1',
    url: 'https://x',
    merchantId: 'live',
    merchantName: 'Corner Loaf',
    value: { amount: '1600', currency: 'NZD' },
    configId: 'c',
    createdAt: '2026-11-14T03:12:00.000Z',
    updatedAt: '2026-11-14T03:12:31.000Z',
    expiresAt: '2026-11-14T03:14:00.000Z',
    expirySeconds: 120,
    paymentOptions: [],
    partialAllowed: false,
    remainingAmount: '0',
    status: 'paid',
    shortCode: 'NK-7F3C-91B2',
    liveness: 'main',
  }
  server.answers['GET /api/payment-requests/pr1'] = request
  await openPortal('/business/payments/pr1')
  await page.getByRole('button', { name: 'Refund' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Refund NK 7F3C 91B2' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('an accountant sees a payment without a way to refund it [BIZ-06]', async () => {
  joinBusiness('accountant')
  await openPortal('/business/payments/pr1')
  await expect.element(region('What you get')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Refund' })).not.toBeInTheDocument()
  await expect.element(region('Webhook deliveries')).not.toBeInTheDocument()
})
