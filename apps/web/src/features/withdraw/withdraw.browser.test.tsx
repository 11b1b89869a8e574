import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { updateLocalConfig } from '../../lib/local-config.ts'
import {
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

mockServerPerTest()

const banks = 'GET /api/accounts/mine/bank-accounts'
const amount = () => page.getByRole('textbox', { name: 'Amount' })
const quota = (period: 'monthly' | 'yearly', limit: string, usage: string) => ({
  type: 'spend',
  assetType: 'nikau.nzd.main',
  period,
  interval: period === 'monthly' ? '2026-11' : '2026',
  limit,
  usage,
})

test('lists the accounts to withdraw to, or an empty state, each with a link to add one [WD-02, WD-03, WD-05, ROUTE-17]', async () => {
  server.answers[banks] = []
  const screen = await openApp('/withdraw')
  await expect.element(heading('No Linked Bank Accounts')).toBeVisible()
  await expect.poll(() => document.title).toBe('Select Withdrawal Method | Nikau')
  await expect.element(link('Add Bank Account')).toHaveAttribute('href', '/withdraw/link-bank-account')
  await screen.unmount()
  queryClient.clear()
  server.answers[banks] = [bankAccount('asb'), bankAccount('bnz', { bank: { name: 'BNZ' } })]
  await openApp('/withdraw')
  await expect.element(heading('Select Linked Bank Account')).toBeVisible()
  await expect.element(link('Add Bank Account')).toHaveAttribute('href', '/withdraw/link-bank-account')
  await link(/BNZ/).click()
  await expect.poll(currentPath).toBe('/withdraw/bank-accounts/bnz')
  await expect.element(heading('Withdraw Amount')).toBeVisible()
  await expect.poll(() => document.title).toBe('Select Withdrawal Amount | Nikau')
  await expect.element(link('Back')).toHaveAttribute('href', '/withdraw')
})

test('the screen is busy while loading; an unknown account redirects to the account choice [WD-04, ROUTE-19]', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const known = server.answers[banks]
  server.answers[banks] = () => held.then(() => known)
  await openApp('/withdraw/bank-accounts/nothing')
  await expect.element(heading('Withdraw Amount')).toBeVisible()
  expect(document.querySelector('[aria-busy=true]')).not.toBeNull()
  expect(amount().elements()).toEqual([])
  release()
  await expect.poll(currentPath).toBe('/withdraw')
})

test('a withdrawal shows the balance, note and limits, checks the minimum, offers Max, sends cents and goes home [WD-05, WD-06, WD-07, WD-08, WD-09, WD-10, WD-11]', async () => {
  server.answers['GET /api/accounts/mine/quotas'] = [
    { type: 'spend', assetType: 'nikau.nzd.main', period: 'monthly', interval: '2026-11', limit: '100000', usage: '76400' },
    { type: 'spend', assetType: 'nikau.nzd.main', period: 'yearly', interval: '2026', limit: '999900', usage: '391000' },
  ]
  server.answers['POST /api/withdrawals'] = transfer('out', { type: 'withdrawal', abortable: false })
  await openApp('/withdraw/bank-accounts/asb')
  await expect.element(page.getByText('Money in Wallet')).toBeVisible()
  await expect.poll(pageText).toContain('$128.40')
  await expect.element(page.getByText('It may take up to two business days to show in your bank account.')).toBeVisible()
  await expect
    .element(page.getByRole('region', { name: 'Limits' }).getByRole('meter', { name: 'This month' }))
    .toHaveAttribute('aria-valuetext', '$764.00 of $1,000.00')
  await button('Withdraw').click()
  await expect.element(page.getByText('Invalid Amount')).toBeVisible()
  await expect.poll(pageText).toContain('The minimum withdrawal amount is $0.01')
  await amount().fill('0.00')
  await button('Withdraw').click()
  await expect.element(page.getByText('Invalid Amount')).toBeVisible()
  expect(server.bodies('POST /api/withdrawals')).toEqual([])
  await button('Max').click()
  await expect.element(amount()).toHaveValue('128.40')
  await amount().fill('80.5')
  ;(amount().element() as HTMLInputElement).blur()
  await expect.element(amount()).toHaveValue('80.50')
  await button('Withdraw $80.50').click()
  await expect.poll(currentPath).toBe('/')
  expect(server.bodies('POST /api/withdrawals')).toEqual([
    { bankAuthorityId: 'asb', walletId: 'wallet', amount: '8050', idempotencyKey: expect.any(String) as string },
  ])
})

test('a new bank account says beforehand how much it takes and until when [SEC-4]', async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  server.answers[banks] = [bankAccount('asb', { newPayee: { cap: '20000', until } }), bankAccount('bnz')]
  const screen = await openApp('/withdraw/bank-accounts/asb')
  await expect.element(page.getByText(/This bank account is new\..*up to \$200\.00 can be withdrawn to new bank accounts until/)).toBeVisible()
  await screen.unmount()
  await openApp('/withdraw/bank-accounts/bnz')
  await expect.element(amount()).toBeVisible()
  expect(pageText()).not.toContain('This bank account is new')
})

test('the limit that applies is under the amount before anything is pressed; an amount over it is said when the field is left, and not sent [WD-07]', async () => {
  server.answers['GET /api/accounts/mine/quotas'] = [quota('monthly', '100000', '95000'), quota('yearly', '999900', '95000')]
  await openApp('/withdraw/bank-accounts/asb')
  await expect.element(amount()).toHaveAccessibleDescription('You can withdraw $50.00 more this month.')
  await amount().fill('60')
  expect(amount().element().getAttribute('aria-invalid')).toBeNull()
  ;(amount().element() as HTMLInputElement).blur()
  await expect.element(amount()).toHaveAttribute('aria-invalid', 'true')
  await expect.element(amount()).toHaveAccessibleDescription('You can withdraw $50.00 more this month.')
  await button('Withdraw $60.00').click()
  await expect.element(amount()).toHaveFocus()
  expect(server.to('POST /api/withdrawals')).toEqual([])
  await amount().fill('5')
  await expect.element(amount()).not.toHaveAttribute('aria-invalid')
  await button('Max').click()
  await expect.element(amount()).toHaveValue('50.00')
})

test('an amount has separators of thousands, in the field and on the button', async () => {
  server.answers['GET /api/accounts/mine/assets'] = { items: [wallet({ balance: '500000', availableBalance: '500000' })] }
  await openApp('/withdraw/bank-accounts/asb')
  await amount().fill('1234.5')
  await expect.element(amount()).toHaveValue('1,234.5')
  ;(amount().element() as HTMLInputElement).blur()
  await expect.element(amount()).toHaveValue('1,234.50')
  await expect.element(button('Withdraw $1,234.50')).toBeVisible()
})

test('a refused amount is not there any more after a reload; one with an unknown outcome is', async () => {
  server.answers['POST /api/withdrawals'] = refusal('INSUFFICIENT_WALLET_BALANCE', { available: '3000' })
  const first = await openApp('/withdraw/bank-accounts/asb')
  await amount().fill('50')
  await button('Withdraw $50.00').click()
  await expect.element(dialog('Insufficient Funds')).toBeVisible()
  await first.unmount()
  await openApp('/withdraw/bank-accounts/asb')
  await expect.element(amount()).toHaveValue('')
})

test('an unknown outcome leads to the activity; trying again is offered once, with the same key, and then help', async () => {
  server.answers['POST /api/withdrawals'] = refusal('INTERNAL', {}, 500)
  await openApp('/withdraw/bank-accounts/asb')
  await amount().fill('50')
  await button('Withdraw $50.00').click()
  const modal = dialog('Something Went Wrong')
  await expect.element(modal.getByText('We’re finding out. If it was made, it’s in your activity. It’s never made twice.')).toBeVisible()
  await expect.element(modal.getByRole('link', { name: 'See your activity' })).toHaveAttribute('href', '/activity')
  await modal.getByRole('button', { name: 'Try again' }).click()
  await expect.element(modal.getByRole('link', { name: 'Contact support' })).toBeVisible()
  expect(modal.getByRole('button', { name: 'Try again' }).elements()).toEqual([])
  const keys = (server.bodies('POST /api/withdrawals') as { idempotencyKey: string }[]).map(({ idempotencyKey }) => idempotencyKey)
  expect(new Set(keys).size).toBe(1)
}, 60_000)

test('without money the button is disabled [WD-01, WD-08]', async () => {
  server.answers['GET /api/accounts/mine/assets'] = { items: [wallet({ balance: '0', availableBalance: '0' })] }
  await openApp('/withdraw/bank-accounts/asb')
  await expect.element(button('Withdraw')).toBeDisabled()
})

const refusals = [
  ['BANK_AUTHORITY_WALLET_MISMATCH', {}, 'Bank and Wallet Mismatch', /doesn’t match this wallet/, 'ERR-22'],
  ['INSUFFICIENT_WALLET_BALANCE', { available: '3000' }, 'Insufficient Funds', /^You have \$30\.00 available\.$/, 'ERR-23'],
  ['QUOTA_EXCEEDED', { quotas: [quota('monthly', '100000', '102000')] }, 'Monthly Withdrawal Quota Exceeded', /^You can withdraw \$30\.00 more\.$/, 'ERR-24'],
  [
    'QUOTA_EXCEEDED',
    { quotas: [quota('monthly', '100000', '102000'), quota('yearly', '999900', '1000000')] },
    'Yearly Withdrawal Quota Exceeded',
    /^You can withdraw \$30\.00 more\.$/,
    'ERR-24',
  ],
  ['QUOTA_EXCEEDED', {}, 'Withdrawal Quota Exceeded', /over your limit/, 'ERR-24'],
  ['FORBIDDEN', {}, 'This bank account isn’t linked any more', /wasn’t made/, 'ERR-25'],
  ['NEVER_HEARD_OF', {}, 'Something Went Wrong', /wasn’t made/, 'ERR-25'],
] as const

for (const [code, more, title, text, id] of refusals)
  test(`${code} with ${JSON.stringify(more)} shows ${title} [WD-12, ${id}]`, async () => {
    server.answers['POST /api/withdrawals'] = refusal(code, more)
    await openApp('/withdraw/bank-accounts/asb')
    await amount().fill('50')
    await button('Withdraw $50.00').click()
    const modal = dialog(title)
    await expect.element(modal.getByText(text)).toBeVisible()
    if (code === 'QUOTA_EXCEEDED') {
      await modal.getByRole('button', { name: 'Change Amount' }).click()
      await expect.element(amount()).toHaveValue('50.00')
      await button('Withdraw $50.00').click()
      await modal.getByRole('button', { name: 'Go Back Home' }).click()
      await expect.poll(currentPath).toBe('/')
    }
  })

test('a withdrawal with an unknown outcome keeps its idempotency key through a reload; another amount gets a new key', async () => {
  server.answers['POST /api/withdrawals'] = refusal('IN_DOUBT', {}, 409)
  const keys = () => (server.bodies('POST /api/withdrawals') as { idempotencyKey: string }[]).map(({ idempotencyKey }) => idempotencyKey)
  const screen = await openApp('/withdraw/bank-accounts/asb')
  await amount().fill('50')
  await button('Withdraw $50.00').click()
  await expect.element(dialog('Something Went Wrong')).toBeVisible()
  await screen.unmount()
  await openApp('/withdraw/bank-accounts/asb')
  await expect.element(amount()).toHaveValue('50.00')
  await button('Withdraw $50.00').click()
  await dialog('Something Went Wrong').getByRole('button', { name: 'Dismiss' }).click()
  await amount().fill('51')
  await button('Withdraw $51.00').click()
  await expect.poll(() => keys().length).toBe(3)
  const [first, second, third] = keys()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

const menu = async () => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Menu' }).click()
  return page.getByRole('dialog', { name: 'Menu' })
}

test.each([
  ['money and a linked account', '1', [bankAccount('asb')], true],
  ['no money', '0', [bankAccount('asb')], false],
  ['no account', '100', [], false],
] as const)('with %s and the flag off, the menu shows Withdraw only if withdrawing is possible [WD-01, MENU-04]', async (_, balance, accounts, shows) => {
  updateLocalConfig({ showWithdraw: false, showBankAccounts: true })
  server.answers[banks] = accounts
  server.answers['GET /api/accounts/mine/assets'] = { items: [wallet({ balance, availableBalance: balance })] }
  await openApp('/')
  await expect.poll(() => server.requests.some(({ call }) => call === banks)).toBe(true)
  const items = await menu()
  await expect.element(items.getByRole('link', { name: 'Bank Accounts' })).toHaveAttribute('href', '/bank-accounts')
  await expect.poll(() => items.getByRole('link', { name: 'Withdraw' }).elements().length).toBe(shows ? 1 : 0)
  if (!shows) {
    updateLocalConfig({ showWithdraw: true })
    await expect.element(items.getByRole('link', { name: 'Withdraw' })).toHaveAttribute('href', '/withdraw')
  }
})
