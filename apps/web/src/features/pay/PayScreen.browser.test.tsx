import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { routes } from '../../app/routes.ts'
import { deployed } from '../../lib/config.ts'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { updateLocalConfig } from '../../lib/local-config.ts'
import { storeOutcome } from '../../lib/payment-outcome.ts'
import { serverNow, syncServerClock } from '../../lib/server-clock.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { asset, openApp } from '../../testing/fixtures.tsx'
import { server } from '../../testing/mock-server.ts'
import {
  activity,
  coffee,
  db,
  inTurn,
  mockPayServerPerTest,
  modal,
  modalTexts,
  newRequest,
  noNetwork,
  openPay,
  payButton,
  payCall,
  payInFull,
  payments,
  payWithoutResponse,
  refusal,
  success,
  token,
  wallet,
} from './fixtures.tsx'

mockPayServerPerTest()

test('the outcome of a bank payment is shown once: success instead of Duplicate Payment, a refusal as its modal [ONE-06]', async () => {
  Object.assign(db.request, { status: 'paid', paidAt: new Date().toISOString() })
  storeOutcome('r1', { kind: 'paid' })
  const first = await openPay()
  await expect.element(success()).toBeVisible()
  await first.unmount()
  const second = await openPay()
  await expect.element(modal('Duplicate Payment')).toBeVisible()
  await second.unmount()
  db.request.status = 'new'
  queryClient.clear()
  storeOutcome('r1', { kind: 'refused', code: 'INACTIVE_ASSET' })
  await openPay()
  await expect.element(modal('Payment Method Inactive')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(payButton()).toBeEnabled()
})

test('a new request that accepts only the farm-supplies card opens its screen when the flag is on [PAY-11]', async () => {
  const farm = { assetType: 'farmlands.nzd.main', amount: '1600' }
  const money = { assetType: 'nikau.nzd.main', amount: '1600' }
  for (const [flag, options, status, redirects] of [
    [true, [farm], 'new', true],
    [false, [farm], 'new', false],
    [true, [farm, money], 'new', false],
    // The card's screen redirects back once the request is closed, so this would loop.
    [true, [farm], 'cancelled', false],
  ] as const) {
    queryClient.clear()
    updateLocalConfig({ showPayScreenForFarmlands: flag })
    db.request.paymentOptions = options
    db.request.status = status
    const rows = [
      { ...routes.at(-1)!, name: 'farm', path: '/farmlands/pay/:id', Screen: () => <h1>Farm card</h1> },
      ...routes.filter(({ path }) => !path.startsWith('/farmlands')),
    ]
    const screen = await openApp('/pay/r1', rows)
    await expect.element(redirects ? page.getByRole('heading', { name: 'Farm card' }) : page.getByText('Payment Method', { exact: true })).toBeInTheDocument()
    await screen.unmount()
  }
})

test('no suitable asset opens a modal, too little money shows a notice; both disable Pay [PAY-09, PAY-20]', async () => {
  db.assets = [asset('other', 'quartz.nzd.main', { balance: '9000' })]
  const first = await openPay()
  await expect.element(modal(modalTexts.incompatible[0]).getByText(modalTexts.incompatible[1])).toBeVisible()
  await page.getByRole('button', { name: 'Select Wallet' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Select Wallet' }).getByText('Continue as Mia Tūhoro')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(payButton()).toBeDisabled()
  await first.unmount()
  queryClient.clear()
  db.assets = [{ ...wallet, balance: '500', availableBalance: '500' }]
  await openPay()
  await expect.element(page.getByText('You have $5.00 of the $16.00 due.')).toBeVisible()
  await expect.element(payButton()).toBeDisabled()
  expect(document.querySelector('[role=alertdialog]')).toBeNull()
})

test('methods are paid one after the other; a refusal stops the rest and a new suggestion pays the remaining amount [PAY-16, PAY-19]', async () => {
  db.assets = [wallet, token]
  db.request.lineItems = [coffee, { name: 'Pie', qty: '1', price: '1050' }]
  db.request.paymentOptions = [
    { assetType: 'nikau.nzd.main', amount: '1600' },
    { assetType: 'nikau.token.main', amount: '550', acceptedCollections: [{ id: 'drinks', lineItems: [coffee] }] },
  ]
  const firstResponse = Promise.withResolvers<void>()
  const payWithToken = async () => {
    await firstResponse.promise
    db.request = {
      ...db.request,
      status: 'new',
      remainingAmount: '1050',
      paidBy: { assetTotals: [{ type: 'nikau.token.main', description: 'One hot drink', total: { amount: '550', currency: 'NZD' }, lineItems: [coffee] }] },
    }
    db.assets = [wallet]
    return activity()
  }
  server.answers[payCall] = inTurn(payWithToken, refusal('INSUFFICIENT_ASSET_VALUE'))
  await openPay()
  await expect.element(page.getByText(/Flat white · Expires/)).toBeVisible()
  await payButton().click()
  await expect.poll(() => payments().length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(payments().length).toBe(1) // the second waits for the first
  firstResponse.resolve()
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

test('without a response the same key is sent again until one arrives, then the receipt opens [PAY-17, PAY-18]', async () => {
  server.answers[payCall] = inTurn(noNetwork, noNetwork, payInFull)
  await openPay()
  await payButton().click()
  await expect.element(modal('We’re checking').getByText('You will not be charged twice.')).toBeVisible()
  await expect.element(success().getByText('Your payment of $16.00 to Corner Loaf has been completed.')).toBeVisible()
  expect(payments().length).toBe(3)
  expect(new Set(payments().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  const afterwards = server.requests.slice(server.requests.findLastIndex(({ call }) => call === payCall))
  expect(afterwards.map(({ call }) => call)).toContain('GET /api/payment-requests/r1')
})

test('after a reload without a response: the receipt if this payment paid the request, Duplicate Payment if another one did', async () => {
  server.answers[payCall] = inTurn(payWithoutResponse, payInFull)
  const first = await openPay()
  await payButton().click()
  await expect.poll(() => payments().length).toBe(1)
  await first.unmount()
  queryClient.clear()
  const second = await openPay()
  await expect.element(success()).toBeVisible()
  expect(payments().length).toBe(2)
  expect(payments()[1]).toEqual(payments()[0])
  await second.unmount()

  queryClient.clear()
  db.request = newRequest()
  server.answers[payCall] = inTurn(payWithoutResponse, refusal('REQUEST_PAID'))
  const third = await openPay()
  await payButton().click()
  await expect.poll(() => payments().length).toBe(3)
  await third.unmount()
  queryClient.clear()
  const fourth = await openPay()
  await expect.element(modal('Duplicate Payment')).toBeVisible()
  expect(payments().length).toBe(4)
  expect(payments()[3]).toEqual(payments()[2])
  await fourth.unmount()
  queryClient.clear()
  await openPay()
  await expect.element(modal('Duplicate Payment')).toBeVisible()
  expect(payments().length).toBe(4) // the outcome is known now
})

const writeNote = async (note: string) => {
  await page.getByText('Note to the shop').click()
  await page.getByRole('textbox', { name: /^Note/ }).fill(note)
}

test('a customer may leave the shop a note of at most 140 characters [BIZ-22]', async () => {
  await openPay()
  await writeNote(`${'x'.repeat(139)}🥐`)
  await expect.element(page.getByRole('textbox', { name: /^Note/ })).toHaveValue('x'.repeat(139))
  await page.getByRole('textbox', { name: /^Note/ }).fill(' Table 4, no onions ')
  await expect.element(page.getByText('Added', { exact: true })).toBeVisible()
  await expectAccessible()
  await payButton().click()
  await expect.element(success()).toBeVisible()
  expect(payments().map(({ note }) => note)).toEqual(['Table 4, no onions'])
})

test('without a note, or with spaces alone, none is sent [BIZ-22]', async () => {
  await openPay()
  await writeNote('  ')
  await payButton().click()
  await expect.element(success()).toBeVisible()
  expect(payments()[0]).not.toHaveProperty('note')
})

test('another note after a reload is not another payment: the one whose outcome is unknown is sent again as it was [PAY-17]', async () => {
  server.answers[payCall] = inTurn(() => new Promise(() => {}), payInFull)
  const first = await openPay()
  await writeNote('Table 4')
  await payButton().click()
  await expect.poll(() => payments().length).toBe(1)
  await first.unmount()
  queryClient.clear()
  await openPay()
  await writeNote('Table 5')
  await payButton().click()
  await expect.element(success()).toBeVisible()
  expect(payments()).toHaveLength(2)
  expect(payments()[1]).toEqual(payments()[0])
})

test('with v2GetPaymentRequestEnabled off, the public summary is read [FLAG-03]', async () => {
  updateLocalConfig({ v2GetPaymentRequestEnabled: false })
  await openPay()
  await expect.element(payButton()).toBeEnabled()
  expect(server.to('GET /api/payment-requests/r1/summary').length).toBeGreaterThan(0)
  expect(server.to('GET /api/payment-requests/r1')).toEqual([])
})

test('a request expires by the server’s clock, not by the device’s', async () => {
  syncServerClock(new Date(Date.now() - 600_000).toUTCString())
  expect(Math.abs(Date.now() - 600_000 - serverNow().getTime())).toBeLessThan(1500)
  syncServerClock(new Date().toUTCString())
  expect(Math.abs(Date.now() - serverNow().getTime())).toBeLessThan(50)
  db.request.expiresAt = new Date(Date.now() + 60_000).toISOString()
  await openPay()
  await expect.element(page.getByText('sec', { exact: true })).toBeVisible()
  await expect.element(payButton()).toBeEnabled()
  syncServerClock(new Date(Date.now() + 62_000).toUTCString())
  await expect.element(modal('Transaction Timed Out')).toBeVisible()
  syncServerClock(new Date().toUTCString())
})

test('a payment over the limit asks who it is and is then sent once more with the same key; without an answer nothing is paid [SEC-4]', async () => {
  const later = new Date(Date.now() + 600_000).toISOString()
  server.answers['GET /step-up'] = { methods: ['code'], phone: '+64 21 ••• •42' }
  server.answers['POST /step-up/code/send'] = { resendAt: later, expiresAt: later }
  server.answers['POST /step-up/code'] = { acr: 'code' }
  const needed = refusal('SIGN_IN_AGAIN', { signIn: { acr: 'code', maxAge: 300 } })
  server.answers[payCall] = inTurn(needed, needed, payInFull)
  await openPay()
  await payButton().click()
  const sheet = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('button', { name: 'Pay $16.00' })).toBeEnabled()
  expect(document.querySelector('[role=alertdialog]')).toBeNull()
  await payButton().click()
  await sheet.getByLabelText('6-digit code').fill('123456')
  await expect.element(success()).toBeVisible()
  const [, second, third, ...more] = payments()
  expect(third).toEqual(second)
  expect(more).toEqual([])
  // The code of the first sheet was still good for the second.
  expect(server.to('POST /step-up/code/send')).toHaveLength(1)
})

test('a payment over what the month leaves says so before Pay is pressed [QUOTA-01]', async () => {
  const quota = { type: 'spend', assetType: wallet.type, period: 'monthly', interval: '2026-11', limit: '100000', usage: '99500' }
  server.answers['GET /api/accounts/mine/quotas'] = [quota]
  await openPay()
  await expect.element(page.getByText(/^You can spend \$5\.00 more this month\./)).toBeVisible()
  await expect.element(payButton()).toHaveAccessibleDescription(/^Over your limit ?You can spend \$5\.00 more this month\./)
  expect(payments()).toEqual([])
})

test('a payment over an own limit says which and what is left, and leads to the limits while there is such a screen [GUARD-12]', async () => {
  server.answers[payCall] = refusal('OWN_LIMIT_EXCEEDED', { limit: 'one-day', left: '415' })
  const off = await openPay()
  await payButton().click()
  await expect.element(modal('Over your own limit')).toBeVisible()
  await expect
    .poll(() => modal('Over your own limit').element().textContent)
    .toMatch(/You have \$4\.15 left today\. You’ve set a limit for one day\..*You have not been charged\./)
  expect(page.getByRole('link', { name: 'See your limits' }).elements()).toEqual([])
  await off.unmount()
  deployed.people.guard = true
  server.answers['GET /api/accounts/mine/safety'] = { frozen: null }
  await openPay()
  await payButton().click()
  await expect.element(page.getByRole('link', { name: 'See your limits' })).toHaveAttribute('href', '/safety/limits')
  deployed.people.guard = false
})
