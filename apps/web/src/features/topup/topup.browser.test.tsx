import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { keepBankAnswer, keptBankAnswer } from '../../lib/bank-answer.ts'
import { deployed } from '../../lib/config.ts'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { updateLocalConfig } from '../../lib/local-config.ts'
import { shortenPauses } from '../../testing/attempts.ts'
import { inTurn } from '../../testing/mock-server.ts'
import {
  asset,
  at,
  bankAccount,
  button,
  currentPath,
  dialog,
  heading,
  link,
  mockServerPerTest,
  openApp,
  pageText,
  refusal,
  server,
  transfer,
  wallet,
} from '../../testing/fixtures.tsx'
import { bankWindow } from './open-bank.ts'

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

test('a refused top-up says why beside the amount; one whose outcome is not known shows the error modal [TOP-12, ERR-29]', async () => {
  shortenPauses()
  server.answers['POST /api/topups'] = refusal('MAX_INFLIGHT_TOPUP_AMOUNT_EXCEEDED')
  await openApp('/bank-accounts/asb/topup')
  await amount().fill('20')
  await button(/^Top ?[Uu]p \$20\.00$/).click()
  await expect.element(page.getByRole('alert').getByText('This is over your limit for pending top-ups. Try less, or wait for them to clear.')).toBeVisible()
  server.answers['POST /api/topups'] = () => refusal('INTERNAL', {}, 500)
  await amount().fill('21')
  await expect.poll(() => page.getByRole('alert').elements()).toEqual([])
  await button(/^Top ?[Uu]p \$21\.00$/).click()
  const modal = dialog('Something Went Wrong')
  await expect.element(modal.getByText(/^It looks like something went wrong while processing your topup\. Please try again\./)).toBeVisible()
  await expect.element(modal.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('a top-up while top-ups are stopped says that they are paused and that nothing was taken [DESK-92]', async () => {
  server.answers['POST /api/topups'] = refusal('PAUSED')
  await openApp('/bank-accounts/asb/topup')
  await amount().fill('20')
  await button(/^Top ?[Uu]p \$20\.00$/).click()
  const alert = page.getByRole('alert')
  await expect.element(alert.getByText('Top-ups are paused')).toBeVisible()
  await expect.element(alert.getByText(/Nothing was taken from your account\. Top-ups already on their way aren’t affected\./)).toBeVisible()
  expect(server.to('POST /api/topups')).toHaveLength(1)
})

const quotas = (usage: string) => [
  { type: 'topup', assetType: 'nikau.nzd.main', period: 'monthly', interval: '2026-11', limit: '100000', usage },
  { type: 'topup', assetType: 'nikau.nzd.main', period: 'yearly', interval: '2026', limit: '999900', usage },
]

test('limits are shown before pressing, and the button explains an amount over them', async () => {
  server.answers['GET /api/accounts/mine/quotas'] = quotas('6000')
  await openApp('/bank-accounts/asb/topup')
  await expect.element(page.getByText('$940.00 left this month')).toBeVisible()
  await amount().fill('940.01')
  await expect.element(button('You can top up at most $940.00')).toBeDisabled()
  await amount().fill('940')
  await expect.element(button(/^Top ?[Uu]p \$940\.00$/)).toBeEnabled()
})

const approvalAt = (...banks: string[]) => {
  deployed.topUpBanks = { main: banks, test: [] } as typeof deployed.topUpBanks
}
afterEach(() => void (deployed.topUpBanks = { main: [], test: [] }))

const bankTopUp = (more: object = {}) => ({
  id: 'tu-1',
  walletId: 'wallet',
  bank: 'asb',
  amount: '5000',
  status: 'authorized',
  liveness: 'main',
  createdAt: at,
  expiresAt: at,
  ...more,
})

test('without a direct debit the top-up is approved at a bank, each named once; the bank opens, and the payment is kept for the way back', async () => {
  approvalAt('bnz', 'asb', 'westpac')
  const opened = vi.spyOn(bankWindow, 'assign').mockReturnValue(undefined)
  server.answers[banks] = []
  server.answers['POST /api/bank-topups'] = { id: 'tu-1', authorizationUrl: 'https://bank.example/authorise' }
  const screen = await openApp('/topup?pay=req1&cents=550')
  await expect.element(amount()).toHaveValue('5.50')
  await expect.element(page.getByText('In your wallet in seconds, once your bank confirms it.')).toBeVisible()
  for (const name of ['BNZ', 'ASB', 'Westpac']) await expect.poll(() => page.getByRole('radio', { name }).elements()).toHaveLength(1)
  await button('Topup $5.50').click()
  await expect.element(page.getByText('Choose your bank')).toBeVisible()
  await page.getByRole('radio', { name: 'ASB' }).click({ force: true })
  await button('Approve $5.50 at ASB').click()
  await expect.poll(() => opened.mock.calls).toEqual([['https://bank.example/authorise']])
  expect(server.bodies('POST /api/bank-topups')).toEqual([{ walletId: 'wallet', bank: 'asb', amount: '550', idempotencyKey: expect.any(String) as string }])
  server.answers['GET /api/bank-topups/tu-1'] = bankTopUp({ status: 'paid', amount: '550' })
  await screen.unmount()
  await openApp('/topup/bank/tu-1')
  await expect.element(heading('$5.50 is in your wallet')).toBeVisible()
  await expect.element(link('Back to your payment')).toHaveAttribute('href', '/pay/req1')
})

test('with a direct debit both ways are there, each with when the money arrives', async () => {
  approvalAt('asb')
  await openApp('/topup')
  await expect.element(page.getByRole('radio', { name: /Direct debit/ })).toBeChecked()
  await expect.element(page.getByText(/^Arrives by \w{3} \d/).first()).toBeVisible()
  await page.getByRole('radio', { name: /Approve at your bank/ }).click({ force: true })
  await expect.element(page.getByRole('radio', { name: 'ASB' })).toBeVisible()
})

test('a bank that can’t be reached, and a limit, are said beside the amount; typing clears it and the amount is forgotten', async () => {
  approvalAt('asb')
  localStorage.setItem('topupBank', 'asb')
  server.answers[banks] = []
  server.answers['POST /api/bank-topups'] = refusal('BANK_UNAVAILABLE', {}, 503)
  await openApp('/topup')
  await amount().fill('20')
  await button('Approve $20.00 at ASB').click()
  await expect.element(page.getByRole('alert').getByText('We couldn’t open ASB')).toBeVisible()
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('pending-'))).toEqual([])
  await amount().fill('2')
  await expect.poll(() => page.getByRole('alert').elements()).toEqual([])
})

test.each([
  [{ status: 'paid', payer: { name: 'M Tane', number: '12-••••-••••417-00' } }, '$50.00 is in your wallet', 'From M Tane, ASB …417-00'],
  [{ status: 'failed', failure: 'declined' }, 'ASB declined the top-up', 'you haven’t lost any money'],
  [{ status: 'failed', failure: 'cancelled' }, 'You cancelled the top-up', 'Nothing was taken from your account.'],
  [{ status: 'failed', failure: 'returned' }, 'Your money is on its way back', 'We’ll send it back to your account.'],
])('the return page says what happened and whether money is safe: %o', async (state, title, text) => {
  keepBankAnswer('tu-1', { code: 'c', idToken: 't' })
  server.answers['POST /api/bank-topups/tu-1/complete'] = inTurn(bankTopUp(), bankTopUp(state))
  await openApp('/topup/bank/tu-1')
  await expect.element(heading('Checking with ASB…')).toBeVisible()
  await expect.element(heading(title)).toBeVisible()
  await expect.poll(pageText).toContain(text)
  expect(server.bodies('POST /api/bank-topups/tu-1/complete')[0]).toEqual({ code: 'c', idToken: 't' })
  expect(keptBankAnswer('tu-1')).toBeUndefined()
})

test('a top-up that the bank did not approve is cancelled; one of another browser or person completes nothing', async () => {
  keepBankAnswer('tu-1', {})
  server.answers['POST /api/bank-topups/tu-1/cancel'] = bankTopUp({ status: 'failed', failure: 'cancelled' })
  const screen = await openApp('/topup/bank/tu-1')
  await expect.element(heading('You cancelled the top-up')).toBeVisible()
  await screen.unmount()
  keepBankAnswer('tu-2', { code: 'c' })
  server.answers['POST /api/bank-topups/tu-2/complete'] = refusal('PAYMENT_DECLINED', { reason: 'other-browser' })
  await openApp('/topup/bank/tu-2')
  await expect.element(heading('Finish where you started')).toBeVisible()
})
