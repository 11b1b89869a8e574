import { I18nProvider } from '@lingui/react'
import { payPaymentRequest } from '@nikau/contract/payment-request-acts'
import { requestStatuses } from '@nikau/contract/payment-request-states'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { pages } from '../features/pay/pages.ts'
import { modalOf } from '../features/pay/refusals.ts'
import { queryClient } from '../lib/hooks.ts'
import { activateLanguage, i18n } from '../lib/i18n.ts'
import { rememberLocally } from '../lib/local-config.ts'
import { tellOutcome } from '../lib/one-off-outcome.ts'
import { heardFromServer, serverNow } from '../lib/server-clock.ts'
import { Run } from '../lib/Words.tsx'
import { routes } from './routes.ts'
import { Shell } from './Shell.tsx'
import './app.css'

// Every status and every refusal of a payment request, which no journey could provoke one by one. The journeys are in e2e.

const asset = (id: string, type: string, more: object) => ({
  id,
  accountId: 'mine',
  category: type.includes('nzd') ? 'money' : 'token',
  type,
  liveness: 'main',
  status: 'active',
  createdAt: '2026-01-01T00:00:00Z',
  ...more,
})
const wallet = asset('wallet', 'nikau.nzd.main', { balance: '2000', availableBalance: '2000', currency: 'NZD' })
const coffee = { name: 'Flat white', qty: '1', price: '550', sku: 'flat-white' }
const token = asset('token', 'nikau.token.main', { description: 'One hot drink', collectionId: 'drinks', expiresAt: '2099-01-01T00:00:00Z' })

interface Asked {
  call: string
  body: Record<string, unknown>
}
let asked: Asked[]
let request: Record<string, unknown>
let assets: object[]
/** What the pay call answers, call by call; `undefined` is a success that pays the whole. */
let payAnswers: (Response | 'no answer' | undefined)[]

const refusal = (code: string) => Response.json({ message: code }, { status: 403 })
const activity = () => ({
  id: 'activity',
  type: 'payment',
  value: { amount: '1600', currency: 'NZD' },
  paymentRequestId: 'r1',
  activityNumber: 2,
  shortCode: 'NK-1-2',
  merchantId: 'm1',
  merchantConfigId: 'c1',
  merchantAccountId: 'a1',
  merchantName: 'Corner Loaf',
  createdAt: new Date().toISOString(),
  createdBy: 'me',
  paymentRequestCreatedBy: 'till',
})

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
  const profile = { sub: 'me', iss: 'x', aud: 'x', exp: 9e9, iat: 1, given_name: 'Mia', family_name: 'Henare' }
  sessionStorage.setItem(
    'oidc.user:http://localhost:4001/oidc:nikau-web',
    JSON.stringify({ access_token: 'token', token_type: 'Bearer', profile, expires_at: 9e9 }),
  )
  asked = []
  payAnswers = []
  assets = [wallet]
  const now = Date.now()
  request = {
    id: 'r1',
    url: 'http://wallet.example/deimos/pay/r1',
    merchantId: 'm1',
    merchantName: 'Corner Loaf',
    value: { amount: '1600', currency: 'NZD' },
    remainingAmount: '1600',
    createdAt: new Date(now).toISOString(),
    updatedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 900_000).toISOString(),
    expirySeconds: 900,
    paymentOptions: [{ assetType: 'nikau.nzd.main', amount: '1600' }],
    partialAllowed: false,
    status: 'new',
    liveness: 'main',
    shortCode: 'NK-7F3C-91B2',
    configId: 'c1',
  }
  vi.stubGlobal('fetch', async (address: string, init?: { method?: string; body?: string }) => {
    const { pathname } = new URL(address, location.origin)
    const call = `${init?.method ?? 'GET'} ${pathname}`
    asked.push({ call, body: JSON.parse(init?.body ?? '{}') as Record<string, unknown> })
    if (call === 'GET /api/account-memberships')
      return Response.json([{ accountId: 'mine', accountName: 'Mia', accountType: 'individual', role: 'account-owner' }])
    if (call === 'GET /api/accounts/mine/assets') return Response.json({ items: assets })
    if (call === 'GET /api/payment-requests/r1' || call === 'GET /api/payment-requests/r1/summary') return Response.json(request)
    if (call === 'GET /api/merchants/m1/summary') return Response.json({ id: 'm1', name: 'Corner Loaf', test: false })
    if (call === 'POST /api/payment-requests/r1/pay') return answerOfPay()
    return Response.json({ message: 'REQUEST_NOT_FOUND' }, { status: 404 })
  })
  await activateLanguage('en-NZ')
  await page.viewport(390, 844)
  return () => vi.unstubAllGlobals()
})

function answerOfPay(): Response {
  const given = payAnswers.shift()
  if (given === 'no answer') throw new TypeError('Failed to fetch')
  if (given) return given
  request = { ...request, status: 'paid', remainingAmount: '0' }
  request.paidBy = { assetTotals: [{ type: 'nikau.nzd.main', description: 'NZD', total: { amount: '1600', currency: 'NZD' } }] }
  return Response.json(activity())
}

const open = (at = '/pay/r1') =>
  render(
    <I18nProvider i18n={i18n} defaultComponent={Run}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[at]}>
          <Shell rows={routes} />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  )

const pay = () => page.getByRole('button', { name: /^Pay/ })
const modal = (name: string) => page.getByRole('alertdialog', { name, exact: true })
const payments = () => asked.filter(({ call }) => call.endsWith('/pay')).map(({ body }) => body)

const texts = {
  'timed-out': ['Transaction Timed Out', 'This payment request has timed out as it exceeded the transaction time limit.'],
  duplicate: ['Duplicate Payment', 'This payment request has already been completed in an earlier transaction.'],
  cancelled: ['Payment Request Cancelled', 'This payment request was cancelled.'],
  insufficient: ['Insufficient Funds', 'This payment failed as there was not enough funds in the selected account.'],
  inactive: ['Payment Method Inactive', 'The funds on the selected method have expired or been disabled.'],
  conflict: ['Terminal Conflict', 'This terminal may not be configured to accept this payment method.'],
  wrong: ['Something Went Wrong', 'It looks like something went wrong. Please try again.'],
  'not-found': ['Payment Request Not Found', "We can't find this payment request. Check the link or ask the merchant for a new one."],
  incompatible: ['Assets not compatible', 'It looks like you have no suitable assets to spend at this merchant.'],
} as const

const idsOfStatus = { new: 'PAY-14', paid: 'PAY-12', expired: 'PAY-13', cancelled: 'PAY-14' } as const
const idsOf = (at: string, status: keyof typeof idsOfStatus) => {
  if (at.endsWith('/summary')) return status === 'paid' ? 'ROUTE-10' : 'SUMM-04'
  return `${idsOfStatus[status]}, ${at.startsWith('/nikau') ? 'ROUTE-14' : 'ROUTE-09'}`
}

for (const status of requestStatuses)
  for (const [name, at] of [
    ['pay', '/pay/r1'],
    ['pay', '/nikau/pay/r1'],
    ['summary', '/pay/r1/summary'],
  ] as const)
    test(`${at}, ${status}: what the table of pages and statuses says [${idsOf(at, status)}]`, async () => {
      request.status = status
      const titles = { '/pay/r1': 'Pay', '/nikau/pay/r1': 'Pay With Wallet', '/pay/r1/summary': 'Payment Summary' }
      await open(at)
      const allowed = pages[name][status]
      if (allowed === 'shows') {
        await expect.element(name === 'pay' ? pay() : page.getByRole('dialog', { name: 'Payment Successful' })).toBeVisible()
        await expect.poll(() => document.title).toBe(`${titles[at]} | Nikau`)
        expect(document.querySelector('[role=alertdialog]')).toBeNull()
      } else {
        const seen = allowed === 'leads to pay' ? pages.pay[status] : allowed
        await expect.poll(() => document.title).toBe(`${allowed === 'leads to pay' ? 'Pay' : titles[at]} | Nikau`)
        if (seen === 'shows' || seen === 'leads to pay') {
          await expect.element(pay()).toBeEnabled()
          expect(document.querySelector('[role=alertdialog]')).toBeNull()
        } else {
          await expect.element(modal(texts[seen][0]).getByText(texts[seen][1])).toBeVisible()
          await expect.element(pay()).toBeDisabled()
        }
      }
    })

const codes = [
  ...Object.keys(payPaymentRequest.refusals),
  'INSUFFICIENT_WALLET_BALANCE',
  'INSUFFICIENT_ASSET_BALANCE',
  'INVALID_MERCHANT_CONFIGURATION',
  'NEVER_HEARD_OF',
]
const expectedOf = {
  REQUEST_EXPIRED: 'timed-out',
  REQUEST_PAID: 'duplicate',
  REQUEST_CANCELLED: 'cancelled',
  REQUEST_NOT_FOUND: 'not-found',
  INSUFFICIENT_ASSET_VALUE: 'insufficient',
  INSUFFICIENT_WALLET_BALANCE: 'insufficient',
  INSUFFICIENT_ASSET_BALANCE: 'insufficient',
  INACTIVE_ASSET: 'inactive',
  INVALID_MERCHANT_CONFIG: 'conflict',
  INVALID_MERCHANT_CONFIGURATION: 'conflict',
} as const
const idsOfKind = {
  'timed-out': 'ERR-01',
  duplicate: 'ERR-02',
  cancelled: 'ERR-03',
  insufficient: 'ERR-04',
  inactive: 'ERR-05',
  conflict: 'ERR-06',
  wrong: 'ERR-07',
  'not-found': 'PAY-21',
} as const
for (const code of codes) {
  const kind = expectedOf[code as keyof typeof expectedOf] ?? 'wrong'
  test(`a payment that is refused with ${code} opens its modal [PAY-19, ${idsOfKind[kind]}]`, async () => {
    expect(modalOf(code)).toBe(kind)
    payAnswers = [refusal(code)]
    await open()
    await pay().click()
    const [title, text] = texts[kind]
    await expect.element(modal(title).getByText(text)).toBeVisible()
    const main = { insufficient: 'Change Payment Method', wrong: 'Retry', duplicate: 'View Payment', 'not-found': 'Go Back Home' }
    if (kind in main) {
      const name = main[kind as keyof typeof main]
      await expect.element(page.getByRole('button', { name }).or(page.getByRole('link', { name }))).toBeVisible()
    }
    expect(payments().length).toBe(1)
  })
}

test('what a bank page has told: success in place of Duplicate Payment, a refusal as its modal, once [ONE-06]', async () => {
  request.status = 'paid'
  tellOutcome('r1', { kind: 'paid' })
  const first = await open()
  await expect.element(page.getByRole('dialog', { name: 'Payment Successful' })).toBeVisible()
  await first.unmount()
  const second = await open()
  await expect.element(modal('Duplicate Payment')).toBeVisible()
  await second.unmount()
  request.status = 'new'
  queryClient.clear()
  tellOutcome('r1', { kind: 'refused', code: 'INACTIVE_ASSET' })
  await open()
  await expect.element(modal('Payment Method Inactive')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(pay()).toBeEnabled()
})

test('only the farm-supplies card: its own screen when the flag is on, not with the flag off, with another option or once it is no longer new [PAY-11]', async () => {
  const farm = { assetType: 'farmlands.nzd.main', amount: '1600' }
  const money = { assetType: 'nikau.nzd.main', amount: '1600' }
  for (const [flag, options, status, leads] of [
    [true, [farm], 'new', true],
    [false, [farm], 'new', false],
    [true, [farm, money], 'new', false],
    // The card's screen leads back here then, and the two would go on for ever.
    [true, [farm], 'cancelled', false],
  ] as const) {
    queryClient.clear()
    rememberLocally({ showPayScreenForFarmlands: flag })
    request.paymentOptions = options
    request.status = status
    const rows = [
      { ...routes.at(-1)!, name: 'farm', path: '/farmlands/pay/:id', Screen: () => <h1>Farm card</h1> },
      ...routes.filter(({ path }) => !path.startsWith('/farmlands')),
    ]
    const shown = await render(
      <I18nProvider i18n={i18n} defaultComponent={Run}>
        <QueryClientProvider client={queryClient}>
          <MemoryRouter initialEntries={['/pay/r1']}>
            <Shell rows={rows} />
          </MemoryRouter>
        </QueryClientProvider>
      </I18nProvider>,
    )
    await expect.element(leads ? page.getByRole('heading', { name: 'Farm card' }) : page.getByText('Payment Method', { exact: true })).toBeInTheDocument()
    await shown.unmount()
  }
})

test('nothing suitable: the modal, and Pay is out of use; too little of it: said so, and no modal [PAY-09, PAY-20]', async () => {
  assets = [asset('other', 'quartz.nzd.main', { balance: '9000' })]
  const first = await open()
  await expect.element(modal(texts.incompatible[0]).getByText(texts.incompatible[1])).toBeVisible()
  await page.getByRole('button', { name: 'Select Wallet' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Select Wallet' }).getByText('Continue as Mia Henare')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(pay()).toBeDisabled()
  await first.unmount()
  queryClient.clear()
  assets = [{ ...wallet, balance: '500', availableBalance: '500' }]
  await open()
  await expect.element(page.getByText('You have $5.00 of the $16.00 that is due.')).toBeVisible()
  await expect.element(pay()).toBeDisabled()
  expect(document.querySelector('[role=alertdialog]')).toBeNull()
})

test('each method in turn, in order; a refusal in the middle stops the rest and makes a new suggestion for what remains [PAY-16, PAY-19]', async () => {
  assets = [wallet, token]
  request.lineItems = [coffee, { name: 'Pie', qty: '1', price: '1050' }]
  request.paymentOptions = [
    { assetType: 'nikau.nzd.main', amount: '1600' },
    { assetType: 'nikau.token.main', amount: '550', acceptedCollections: [{ id: 'drinks', lineItems: [coffee] }] },
  ]
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const before = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init?: { method?: string; body?: string }) => {
    const first = address.endsWith('/pay') && payments().length === 0
    const answer = await before(address, init)
    if (!first) return answer
    await held
    request = {
      ...request,
      status: 'new',
      remainingAmount: '1050',
      paidBy: { assetTotals: [{ type: 'nikau.token.main', description: 'One hot drink', total: { amount: '550', currency: 'NZD' }, lineItems: [coffee] }] },
    }
    assets = [wallet]
    return answer
  })
  payAnswers = [Response.json(activity()), refusal('INSUFFICIENT_ASSET_VALUE')]
  await open()
  await expect.element(page.getByText(/Flat white · Ends/)).toBeVisible()
  await pay().click()
  await expect.poll(() => payments().length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(payments().length).toBe(1) // the second waits for the first
  release()
  await expect.element(modal('Insufficient Funds')).toBeVisible()
  expect(payments()).toMatchObject([
    { assetType: 'nikau.token.main', assetId: 'token', mode: 'multi-asset-payment', amount: '550', lineItems: [{ sku: 'flat-white' }] },
    { assetType: 'nikau.nzd.main', assetId: 'wallet', mode: 'multi-asset-payment', amount: '1050' },
  ])
  await page.getByRole('button', { name: 'Change Payment Method' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Select Wallet' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByText('$5.50 of $16.00 is paid')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Pay $10.50' })).toBeEnabled()
})

test('no answer: We’re checking, the same key again until one comes, then the receipt; no second modal on the way [PAY-17, PAY-18]', async () => {
  payAnswers = ['no answer', 'no answer']
  await open()
  await pay().click()
  await expect.element(modal('We’re checking').getByText('You will not be charged twice.')).toBeVisible()
  await expect
    .element(page.getByRole('dialog', { name: 'Payment Successful' }).getByText('Your payment of $16.00 to Corner Loaf has been completed.'))
    .toBeVisible()
  expect(payments().length).toBe(3)
  expect(new Set(payments().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  const afterwards = asked.slice(asked.findLastIndex(({ call }) => call.endsWith('/pay')))
  expect(afterwards.map(({ call }) => call)).toContain('GET /api/payment-requests/r1')
})

test('the page comes back after a payment without an answer: paid by it, the receipt; paid by another, Duplicate Payment', async () => {
  const before = globalThis.fetch
  let silent = true
  vi.stubGlobal('fetch', async (address: string, init?: { method?: string; body?: string }) => {
    const answer = await before(address, init)
    return silent && address.endsWith('/pay') ? await new Promise<Response>(() => {}) : answer
  })
  const first = await open()
  await pay().click()
  await expect.poll(() => payments().length).toBe(1)
  await first.unmount()
  queryClient.clear()
  silent = false
  const second = await open()
  await expect.element(page.getByRole('dialog', { name: 'Payment Successful' })).toBeVisible()
  expect(payments().length).toBe(2)
  expect(payments()[1]).toEqual(payments()[0])
  await second.unmount()

  queryClient.clear()
  Object.assign(request, { status: 'new', remainingAmount: '1600', paidBy: undefined })
  silent = true
  const third = await open()
  await pay().click()
  await expect.poll(() => payments().length).toBe(3)
  await third.unmount()
  queryClient.clear()
  silent = false
  payAnswers = [refusal('REQUEST_PAID')]
  const fourth = await open()
  await expect.element(modal('Duplicate Payment')).toBeVisible()
  expect(payments().length).toBe(4)
  expect(payments()[3]).toEqual(payments()[2])
  await fourth.unmount()
  queryClient.clear()
  await open()
  await expect.element(modal('Duplicate Payment')).toBeVisible()
  expect(payments().length).toBe(4) // it is known now
})

test('v2GetPaymentRequestEnabled off: the public summary is read [FLAG-03]', async () => {
  rememberLocally({ v2GetPaymentRequestEnabled: false })
  await open()
  await expect.element(pay()).toBeEnabled()
  expect(asked.map(({ call }) => call)).toContain('GET /api/payment-requests/r1/summary')
  expect(asked.map(({ call }) => call)).not.toContain('GET /api/payment-requests/r1')
})

test('the summary’s rows, and Back to dashboard to the merchant’s address, else home [SUMM-01, SUMM-02, SUMM-03]', async () => {
  localStorage.setItem('closedPaymentModal-r1', 'true')
  Object.assign(request, {
    status: 'paid',
    remainingAmount: '200',
    value: { amount: '1500', currency: 'NZD' },
    lineItems: [
      { name: 'Hamper', qty: '1', price: '1900' },
      { name: 'Member', qty: '1', price: '-100' },
    ],
    redirectUrl: 'https://shop.example/back?paymentRequestId=r1',
    paidBy: {
      assetTotals: [
        { type: 'nikau.token.main', description: 'One hot drink', total: { amount: '700', currency: 'NZD' } },
        { type: 'nikau.nzd.main', description: 'NZD', total: { amount: '600', currency: 'NZD' } },
      ],
    },
  })
  const first = await open('/pay/r1/summary')
  await expect.element(page.getByRole('link', { name: 'Back to dashboard' })).toHaveAttribute('href', 'https://shop.example/back?paymentRequestId=r1')
  const rows = [...document.querySelectorAll('.n-receipt-row')].map((row) => [...row.children].map((part) => part.textContent).join(' '))
  expect(rows.slice(0, 7)).toEqual([
    '1 × Hamper $19.00',
    '1 × Member −$1.00',
    'Order total $18.00',
    'Already paid $3.00',
    'Discounts $7.00',
    'Remaining $2.00',
    'Total $6.00',
  ])
  const tile = document.querySelector('.n-pay')?.textContent
  for (const text of ['Partial Payment', 'One hot drink', '−$7.00', 'Wallet', '−$6.00', 'Still to pay']) expect(tile).toContain(text)
  await first.unmount()
  queryClient.clear()
  delete request.redirectUrl
  await open('/pay/r1/summary')
  await expect.element(page.getByRole('link', { name: 'Back to dashboard' })).toHaveAttribute('href', '/')
})

test('time runs out by the server’s clock, not by the device’s', async () => {
  heardFromServer(new Date(Date.now() - 600_000).toUTCString())
  expect(Math.abs(Date.now() - 600_000 - serverNow().getTime())).toBeLessThan(1500)
  heardFromServer(new Date().toUTCString())
  expect(Math.abs(Date.now() - serverNow().getTime())).toBeLessThan(50)
  request.expiresAt = new Date(Date.now() + 60_000).toISOString()
  await open()
  await expect.element(page.getByText('sec', { exact: true })).toBeVisible()
  await expect.element(pay()).toBeEnabled()
  heardFromServer(new Date(Date.now() + 62_000).toUTCString())
  await expect.element(modal('Transaction Timed Out')).toBeVisible()
  heardFromServer(new Date().toUTCString())
})
