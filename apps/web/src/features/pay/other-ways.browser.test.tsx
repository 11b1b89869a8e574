import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { deployed } from '../../lib/config.ts'
import { updateLocalConfig } from '../../lib/local-config.ts'
import { asset, at, currentPath, openApp } from '../../testing/fixtures.tsx'
import { server } from '../../testing/mock-server.ts'
import {
  activity,
  coffee,
  db,
  inTurn,
  mockPayServerPerTest,
  openPay,
  payButton,
  payCall,
  payInFull,
  payments,
  refusal,
  success,
  token,
  wallet,
} from './fixtures.tsx'

mockPayServerPerTest()

const creditLine = asset('credit', 'farmlands.nzd.main', { description: 'Farmlands Card', balance: '-100000', availableBalance: '50000', limit: '150000' })
const takesCredit = (...more: object[]) => (db.request.paymentOptions = [{ assetType: 'farmlands.nzd.main', amount: '1600' }, ...more])
const money = { assetType: 'nikau.nzd.main', amount: '1600' }
const drinks = { assetType: 'nikau.token.main', amount: '550', acceptedCollections: [{ id: 'drinks', lineItems: [coffee] }] }
const sheet = () => page.getByRole('dialog', { name: 'Select Wallet' })
const way = (name: RegExp) => sheet().getByRole('button', { name })

test('a credit line pays a request that takes it, with a reference of the attempt [PAY-01]', async () => {
  db.assets = [creditLine]
  takesCredit()
  await openPay()
  await expect.element(page.getByText('$484.00 left after this')).toBeVisible()
  await page.getByRole('button', { name: 'Pay $16.00' }).click()
  await expect.element(success()).toBeVisible()
  const [payment] = payments()
  expect(payment).toMatchObject({ assetType: 'farmlands.nzd.main', assetId: 'credit', externalPaymentRef: payment!.idempotencyKey })
})

test('Change offers every other asset that can pay and says what each would leave; the choice is paid [PAY-06, PAY-16]', async () => {
  db.assets = [{ ...wallet, availableBalance: '1200', balance: '1200' }, creditLine, token]
  db.request.lineItems = [coffee, { name: 'Pie', qty: '1', price: '1050' }]
  takesCredit(money, drinks)
  await openPay()
  await page.getByRole('button', { name: 'Change' }).click()
  await expect.element(way(/^One hot drink \+ Wallet Pays all of it/)).toBeVisible()
  await expect.element(way(/^One hot drink \+ Farmlands Card Pays all of it/)).toBeVisible()
  await expect.element(way(/^Wallet Leaves \$4\.00 to pay/)).toBeVisible()
  await expect.element(way(/^One hot drink Leaves \$10\.50 to pay/)).toBeVisible()
  await way(/^Farmlands Card Pays all of it/).click()
  await expect.element(page.getByText('$484.00 left after this')).toBeVisible()
  await page.getByRole('button', { name: 'Pay $16.00' }).click()
  await expect.element(success()).toBeVisible()
  expect(payments()).toMatchObject([{ assetId: 'credit' }])
})

test('a way that leaves an amount pays an instalment: the screen stays and asks for the rest [PAY-10]', async () => {
  db.assets = [wallet, token]
  db.request.lineItems = [coffee, { name: 'Pie', qty: '1', price: '1050' }]
  db.request.paymentOptions = [money, drinks]
  const payWithToken = () => {
    const paidBy = { assetTotals: [{ type: 'nikau.token.main', description: 'One hot drink', total: { amount: '550', currency: 'NZD' }, lineItems: [coffee] }] }
    db.request = { ...db.request, remainingAmount: '1050', paidBy }
    db.assets = [wallet]
    return activity()
  }
  server.answers[payCall] = inTurn(payWithToken, payInFull)
  await openPay()
  await page.getByRole('button', { name: 'Change' }).click()
  await way(/^One hot drink Leaves/).click()
  await page.getByRole('button', { name: 'Pay $5.50' }).click()
  await expect.element(page.getByText('An extra payment of $10.50 is required to complete this order.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByRole('button', { name: 'Pay $10.50' })).toBeEnabled()
  await expect.element(page.getByText('$5.50 of $16.00 is paid')).toBeVisible()
  expect(currentPath()).toBe('/pay/r1')
  await page.getByRole('button', { name: 'Pay $10.50' }).click()
  await expect.element(success()).toBeVisible()
  expect(payments()).toMatchObject([{ mode: 'multi-asset-payment', amount: '550' }, { assetId: 'wallet' }])
})

test('someone signed in has the banks and the farm-supplies card of the public checkout too [CHK-11, CHK-08]', async () => {
  db.request.paymentOptions = ['nikau.nzd', 'quartz-one-off.nzd', 'asb-payap-one-off.nzd', 'westpac-payap-one-off.nzd', 'farmlands.nzd'].map((family) => ({
    assetType: `${family}.main`,
    amount: '1600',
  }))
  server.answers['POST /api/one-off-payments'] = refusal('BANK_UNAVAILABLE')
  const first = await openPay()
  await page.getByRole('button', { name: 'Change' }).click()
  for (const bank of ['BNZ', 'ASB', 'Westpac']) await expect.element(sheet().getByRole('button', { name: bank })).toBeVisible()
  await first.unmount()
  queryClient.clear()
  // Where the wallet cannot pay, they are on the screen itself.
  db.assets = [{ ...wallet, balance: '100', availableBalance: '100' }]
  await openPay()
  await expect.element(page.getByRole('link', { name: /^Farmlands Card/ })).toHaveAttribute('href', '/farmlands/pay/r1')
  await page.getByRole('button', { name: 'ASB' }).click()
  await expect.element(page.getByText('We couldn’t open ASB')).toBeVisible()
  expect(server.to('POST /api/one-off-payments').map(({ body }) => body)).toMatchObject([{ paymentRequestId: 'r1', bank: 'asb' }])
})

test('too little in the wallet: a top-up of what is missing, also with real money, that returns to the payment; the attempt keeps its key', async () => {
  server.answers[payCall] = inTurn(refusal('INSUFFICIENT_ASSET_VALUE'), payInFull)
  const first = await openPay()
  await payButton().click()
  await page.getByRole('button', { name: 'Change Payment Method' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await first.unmount()
  queryClient.clear()
  db.assets = [{ ...wallet, balance: '450', availableBalance: '450' }]
  const second = await openPay()
  await expect.element(page.getByText('A top-up from your bank takes at least a business day.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Top up' })).toHaveAttribute('href', '/topup?pay=r1&cents=1150&liveness=main')
  await second.unmount()
  queryClient.clear()
  db.assets = [wallet]
  await openPay()
  await payButton().click()
  await expect.element(success()).toBeVisible()
  expect(new Set(payments().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
})

test('a request for the farm-supplies card only: the own credit line pays it; without one the card’s form opens, and Cancel leads back here [PAY-11]', async () => {
  updateLocalConfig({ showPayScreenForFarmlands: true })
  takesCredit()
  db.assets = [creditLine]
  const first = await openPay()
  await expect.element(page.getByRole('button', { name: 'Pay $16.00' })).toBeEnabled()
  await first.unmount()
  queryClient.clear()
  db.assets = [wallet]
  await openApp('/pay/r1')
  await expect.poll(currentPath).toBe('/farmlands/pay/r1')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(currentPath).toBe('/pay/r1')
  await expect.element(page.getByText('You can’t pay Corner Loaf from this wallet')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Farmlands Card/ })).toBeVisible()
  expect(document.querySelector('[role=alertdialog]')).toBeNull()
  expect(currentPath()).toBe('/pay/r1')
})

test('while the screen does not know what an instalment has left, a second tap repeats the same payment [PAY-10]', async () => {
  db.assets = [wallet, token]
  db.request.lineItems = [coffee, { name: 'Pie', qty: '1', price: '1050' }]
  db.request.paymentOptions = [money, drinks]
  server.answers[payCall] = () => {
    for (const call of ['GET /api/payment-requests/r1', 'GET /api/payment-requests/r1/summary']) server.answers[call] = () => refusal('BAD_REQUEST', {}, 400)
    return activity()
  }
  await openPay()
  await page.getByRole('button', { name: 'Change' }).click()
  await way(/^One hot drink Leaves/).click()
  for (let tap = 1; tap <= 2; tap++) {
    await page.getByRole('button', { name: 'Pay $5.50' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(payments).toHaveLength(tap)
    await expect.element(page.getByRole('button', { name: 'Pay $5.50' })).toBeEnabled()
  }
  const [first, second] = payments()
  expect(second).toEqual(first)
})

test('while it is not known whether a credit line can pay, the page keeps its place and its way back [PAY-11]', async () => {
  updateLocalConfig({ showPayScreenForFarmlands: true })
  takesCredit()
  server.answers['GET /api/accounts/mine/assets'] = () => new Promise(() => {})
  await openPay()
  await expect.poll(() => server.to('GET /api/accounts/mine/assets')).toHaveLength(1)
  await expect.element(page.getByRole('link', { name: 'Back' })).toBeVisible()
  expect(currentPath()).toBe('/pay/r1')
})

const testBanner = () => page.getByRole('complementary', { name: 'Test mode' })
const testWallet = (balance: string) => asset('play', 'nikau.nzd.test', { description: 'Play money', currency: 'NZD', balance, availableBalance: balance })
const topUp = () => page.getByRole('link', { name: 'Top up', exact: true })

function askForTestMoney() {
  db.request.liveness = 'test'
  db.request.paymentOptions = [{ assetType: 'nikau.nzd.test', amount: '1600' }]
}

test('a test request is paid with test money in a wallet that shows real money: a test wallet is opened, what is missing is topped up, and the payment goes on [PAY-15, SUG-04]', async () => {
  askForTestMoney()
  server.answers['POST /api/wallet-assets'] = () => {
    db.assets = [wallet, testWallet('0')]
    return testWallet('0')
  }
  server.answers['POST /api/wallets/play/topup'] = () => {
    db.assets = [wallet, testWallet('1600')]
    return testWallet('1600')
  }
  await openPay()
  await expect.element(testBanner()).toBeVisible()
  await expect.element(page.getByText('You have $0.00 of the $16.00 due.')).toBeVisible()
  await topUp().click()
  await expect.poll(currentPath).toBe('/topup?pay=r1&cents=1600&liveness=test')
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('16.00')
  await expect.element(testBanner()).toBeVisible()
  await page.getByRole('button', { name: 'Topup $16.00' }).click()
  await expect.poll(currentPath).toBe('/pay/r1')
  await page.getByRole('button', { name: 'Pay $16.00' }).click()
  await expect.element(success()).toBeVisible()
  expect(payments()).toMatchObject([{ assetType: 'nikau.nzd.test', assetId: 'play' }])
  expect(server.bodies('POST /api/wallet-assets')).toEqual([{ accountId: 'mine', ledgerId: 'nikau.nzd.test' }])
})

test('the top-up for a test request is opened again by its address: test money, the amount, and the way back', async () => {
  askForTestMoney()
  db.assets = [wallet, testWallet('450')]
  await openApp('/topup?pay=r1&cents=1150&liveness=test')
  await expect.element(page.getByText('Play money balance $4.50')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('11.50')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect.poll(currentPath).toBe('/pay/r1')
  await expect.element(page.getByText('You have $4.50 of the $16.00 due.')).toBeVisible()
})

test('a request for real money is paid with real money in a wallet that shows test money', async () => {
  updateLocalConfig({ testAssetsEnabled: true })
  db.assets = [wallet, testWallet('9000')]
  await openPay()
  await expect.element(payButton()).toBeEnabled()
  expect(testBanner().elements()).toEqual([])
  await payButton().click()
  await expect.element(success()).toBeVisible()
  expect(payments()).toMatchObject([{ assetId: 'wallet' }])
})

const publicWays = ['quartz-one-off.nzd', 'asb-payap-one-off.nzd', 'farmlands.nzd'].map((family) => ({ assetType: `${family}.main`, amount: '1600' }))

async function expectPublicWays() {
  for (const bank of ['BNZ', 'ASB']) await expect.element(page.getByRole('button', { name: bank })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Farmlands Card/ })).toHaveAttribute('href', '/farmlands/pay/r1')
}

test.for<[state: string, prepare: () => void, topUp: string | undefined]>([
  ['an empty wallet', () => (db.assets = [{ ...wallet, balance: '0', availableBalance: '0' }]), '1600'],
  ['too little after the tokens', () => (db.assets = [token, { ...wallet, balance: '450', availableBalance: '450' }]), '600'],
  [
    'a part payment',
    () => {
      db.request.partialAllowed = true
      db.assets = [{ ...wallet, balance: '450', availableBalance: '450' }]
    },
    '1150',
  ],
  [
    'tokens and no wallet yet',
    () => {
      db.assets = [token]
      server.answers['POST /api/wallet-assets'] = { ...wallet, balance: '0', availableBalance: '0' }
    },
    '1050',
  ],
  ['tokens and a wallet that cannot be opened', () => (db.assets = [token]), undefined],
  ['assets that cannot be loaded', () => (server.answers['GET /api/accounts/mine/assets'] = () => refusal('BAD_REQUEST', {}, 400)), undefined],
  [
    'a frozen wallet',
    () => {
      deployed.people.guard = true
      server.answers['GET /api/accounts/mine/safety'] = { frozen: { by: 'person', since: at } }
    },
    undefined,
  ],
])('with %s, someone signed in has the ways of the public checkout on the screen [CHK-11, CHK-08]', async ([, prepare, cents]) => {
  db.request.lineItems = [coffee, { name: 'Pie', qty: '1', price: '1050' }]
  db.request.paymentOptions = [money, drinks, ...publicWays]
  prepare()
  await openPay()
  await expectPublicWays()
  if (cents === undefined) expect(topUp().elements()).toEqual([])
  else await expect.element(topUp()).toHaveAttribute('href', `/topup?pay=r1&cents=${cents}&liveness=main`)
  deployed.people.guard = false
})

test('a frozen wallet says so before the payment, and cannot pay', async () => {
  deployed.people.guard = true
  server.answers['GET /api/accounts/mine/safety'] = { frozen: { by: 'person', since: at } }
  await openPay()
  await expect.element(page.getByText('Your wallet is frozen')).toBeVisible()
  await expect.element(payButton()).toBeDisabled()
  await expect.element(page.getByRole('link', { name: 'See the freeze' })).toHaveAttribute('href', '/safety/freeze')
  deployed.people.guard = false
})
