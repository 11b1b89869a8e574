import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { updateLocalConfig } from '../../lib/local-config.ts'
import {
  asset,
  bankAccount,
  button,
  currentPath,
  dialog,
  heading,
  link,
  mockServerPerTest,
  openApp,
  refusal,
  server,
  transfer,
  wallet,
} from '../../testing/fixtures.tsx'

mockServerPerTest()

const banks = 'GET /api/accounts/mine/bank-accounts'
const topUps = 'GET /api/topups'
const amount = () => page.getByRole('textbox', { name: 'Amount' })

test('topping up to verify validates the amount, sends cents and goes home, where the top-up is on its way [TOP-12, ROUTE-23]', async () => {
  server.answers[banks] = [bankAccount('asb', { verified: false })]
  server.answers['POST /api/topups'] = () => {
    server.answers[topUps] = [transfer('up')]
    return transfer('up')
  }
  await openApp('/bank-accounts/asb/topup')
  await expect.element(heading('Top up to Verify')).toBeVisible()
  await expect.element(page.getByText('12-••••-••••323-50').first()).toBeVisible()
  await expect.element(page.getByText('Held until you enter the 4-digit code')).toBeVisible()
  expect(document.querySelector('.n-amount-currency')?.textContent).toBe('$')
  await button('Top Up').click()
  await expect.element(page.getByText('The minimum topup amount is $0.01')).toBeVisible()
  await amount().fill('0.1')
  await button('Add 50 dollars').click()
  await expect.element(amount()).toHaveValue('50.10')
  await button('Top Up $50.10').click()
  await expect.poll(currentPath).toBe('/')
  expect(server.bodies('POST /api/topups')).toEqual([
    { bankAuthorityId: 'asb', walletId: 'wallet', amount: '5010', idempotencyKey: expect.any(String) as string },
  ])
  await expect.element(link('$50.00 on its way, by Thu 19 Nov')).toHaveAttribute('href', '/transfers/up')
})

const testWallet = wallet({ id: 'play', type: 'nikau.nzd.test', liveness: 'test', description: 'Play money', balance: '12345', availableBalance: '12345' })

test('the screen is headed Topup and shows the asset with its title, balance and usage info; money has none [TOP-01]', async () => {
  updateLocalConfig({ testAssetsEnabled: true })
  const voucher = asset('voucher', 'nikau.token.test', { description: 'Bus rides', conditions: ['Zones 1 to 4 only.'], balance: '700' })
  server.answers['GET /api/accounts/mine/assets'] = { items: [testWallet, voucher] }
  const screen = await openApp('/topup')
  await expect.element(heading('Topup')).toBeVisible()
  const shown = () => document.querySelector('.n-lede')?.textContent
  await expect.poll(shown).toBe('Play money balance $123.45')
  await screen.unmount()
  localStorage.setItem('topupAssetId', 'voucher')
  await openApp('/topup')
  await expect.poll(shown).toBe('Bus rides balance $7.00Zones 1 to 4 only.')
})

test('home’s Top up remembers the wallet whose balance is shown; an asset that is gone leads back to the wallet [TOP-02, TOP-03]', async () => {
  updateLocalConfig({ testAssetsEnabled: true })
  server.answers['GET /api/accounts/mine/assets'] = { items: [testWallet] }
  const screen = await openApp('/')
  await expect.poll(() => document.body.textContent).toContain('$123.45')
  await page.getByRole('navigation', { name: 'Actions' }).getByRole('link', { name: 'Top up' }).click()
  await expect.element(page.getByText('Play money balance $123.45')).toBeVisible()
  expect(localStorage.getItem('topupAssetId')).toBe('play')
  await screen.unmount()
  localStorage.setItem('topupAssetId', 'gone')
  await openApp('/topup')
  await expect.element(page.getByText('No asset here')).toBeVisible()
  await button('Top up your wallet').click()
  await expect.element(page.getByText('Play money balance $123.45')).toBeVisible()
  expect(localStorage.getItem('topupAssetId')).toBeNull()
})

test('a real wallet is topped up from the first account with direct debit; without one the account list opens [TOP-13]', async () => {
  server.answers[banks] = [bankAccount('tsb', { bank: { name: 'TSB' }, directDebitAuthorized: false }), bankAccount('asb')]
  server.answers['POST /api/topups'] = transfer('up')
  const screen = await openApp('/topup')
  await expect.element(page.getByRole('region', { name: 'From' }).getByText('ASB').first()).toBeVisible()
  await amount().fill('20')
  await button('Topup $20.00').click()
  await expect.poll(currentPath).toBe('/')
  expect(server.bodies('POST /api/topups')).toMatchObject([{ bankAuthorityId: 'asb', amount: '2000' }])
  await screen.unmount()
  queryClient.clear()
  server.answers[banks] = [bankAccount('tsb', { bank: { name: 'TSB' }, directDebitAuthorized: false })]
  await openApp('/topup')
  await expect.poll(currentPath).toBe('/bank-accounts')
})

test('a failed bank top-up shows the error modal with the reason, if known [TOP-12, ERR-29]', async () => {
  server.answers['POST /api/topups'] = refusal('MAX_INFLIGHT_TOPUP_AMOUNT_EXCEEDED')
  await openApp('/bank-accounts/asb/topup')
  await amount().fill('20')
  await button(/^Top ?[Uu]p \$20\.00$/).click()
  const modal = dialog('Something Went Wrong')
  await expect.element(modal.getByText(/^It looks like something went wrong while processing your topup\. Please try again\./)).toBeVisible()
  await expect.element(modal.getByText('This is over your limit for pending top-ups. Try less, or wait for them to clear.')).toBeVisible()
  await expect.element(modal.getByRole('button', { name: 'Retry' })).toBeVisible()
})
