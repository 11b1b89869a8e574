import { listQuotas } from '@nikau/contract/quotas'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../lib/hooks.ts'
import { rememberLocally } from '../lib/local-config.ts'
import { answersPerTest, at, bankAccount, button, dialog, heading, link, open, refused, server, transfer, wallet, where, words } from './given.tsx'

answersPerTest()

const banks = 'GET /api/accounts/mine/bank-accounts'
const topUps = 'GET /api/accounts/mine/topups'
const amount = () => page.getByRole('textbox', { name: 'Amount' })

test('top up to verify: account, amount with its rules, cents out, then home, where it is on its way [TOP-12, ROUTE-23]', async () => {
  server.answers[banks] = [bankAccount('asb', { verified: false })]
  server.answers['POST /api/topups'] = () => {
    server.answers[topUps] = [transfer('up')]
    return transfer('up')
  }
  await open('/bank-accounts/asb/topup')
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
  await expect.poll(where).toBe('/')
  expect(server.bodies('POST /api/topups')).toEqual([
    { bankAuthorityId: 'asb', walletId: 'wallet', amount: '5010', idempotencyKey: expect.any(String) as string },
  ])
  await expect.element(link('$50.00 on its way, by Thu 19 Nov')).toHaveAttribute('href', '/transfers/up')
})

test('a real wallet is topped up from the first account that may be debited, and without one the list of accounts opens [TOP-13]', async () => {
  server.answers[banks] = [bankAccount('tsb', { bank: { name: 'TSB' }, directDebitAuthorized: false }), bankAccount('asb')]
  server.answers['POST /api/topups'] = transfer('up')
  const screen = await open('/topup')
  await expect.element(page.getByRole('region', { name: 'From' }).getByText('ASB').first()).toBeVisible()
  await amount().fill('20')
  await button('Topup $20.00').click()
  await expect.poll(where).toBe('/')
  expect(server.bodies('POST /api/topups')).toMatchObject([{ bankAuthorityId: 'asb', amount: '2000' }])
  await screen.unmount()
  queryClient.clear()
  server.answers[banks] = [bankAccount('tsb', { bank: { name: 'TSB' }, directDebitAuthorized: false })]
  await open('/topup')
  await expect.poll(where).toBe('/bank-accounts')
})

test('a bank top up that failed shows the modal, and why where it is known [TOP-12, ERR-29]', async () => {
  server.answers['POST /api/topups'] = refused('MAX_INFLIGHT_TOPUP_AMOUNT_EXCEEDED')
  await open('/bank-accounts/asb/topup')
  await amount().fill('20')
  await button(/^Top ?[Uu]p \$20\.00$/).click()
  const modal = dialog('Something Went Wrong')
  await expect.element(modal.getByText(/^It looks like something went wrong while processing your topup\. Please try again\./)).toBeVisible()
  await expect.element(modal.getByText(/^That is more than may be on its way from this bank account at one time/)).toBeVisible()
  await expect.element(modal.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('the accounts to withdraw to, or that there is none, with the way to add one in both cases [WD-02, WD-03, WD-05, ROUTE-17]', async () => {
  server.answers[banks] = []
  const screen = await open('/withdraw')
  await expect.element(heading('No Linked Bank Accounts')).toBeVisible()
  await expect.poll(() => document.title).toBe('Select Withdrawal Method | Nikau')
  await expect.element(link('Add Bank Account')).toHaveAttribute('href', '/withdraw/link-bank-account')
  await screen.unmount()
  queryClient.clear()
  server.answers[banks] = [bankAccount('asb'), bankAccount('bnz', { bank: { name: 'BNZ' } })]
  await open('/withdraw')
  await expect.element(heading('Select Linked Bank Account')).toBeVisible()
  await expect.element(link('Add Bank Account')).toHaveAttribute('href', '/withdraw/link-bank-account')
  await link(/BNZ/).click()
  await expect.poll(where).toBe('/withdraw/bank-accounts/bnz')
  await expect.element(heading('Withdraw Amount')).toBeVisible()
  await expect.poll(() => document.title).toBe('Select Withdrawal Amount | Nikau')
  await expect.element(link('Back')).toHaveAttribute('href', '/withdraw')
})

test('a limit that is nearly used up is spoken of once it is known that nothing more pressing takes its place [DASH-08]', async () => {
  server.answers['GET /api/accounts/mine/quotas'] = [
    { type: 'spend', assetType: 'nikau.nzd.main', period: 'monthly', interval: '2026-11', limit: '100000', usage: '76400' },
  ]
  rememberLocally({ dashboardNoticesEnabled: true })
  const held = Promise.withResolvers<unknown[]>()
  server.answers[banks] = held.promise
  const screen = await open('/')
  const near = page.getByRole('link', { name: 'Near your limit' })
  const quotas = { queryKey: [listQuotas.method, listQuotas.path] }
  await expect
    .poll(
      () =>
        queryClient
          .getQueryCache()
          .findAll(quotas)
          .filter(({ state }) => state.status === 'success').length,
    )
    .toBe(1)
  await expect.poll(words).toContain('$128.40')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(near.elements()).toEqual([])
  held.resolve([])
  await expect.element(link('Link Bank Account')).toBeVisible()
  expect(near.elements()).toEqual([])
  await screen.unmount()
  queryClient.clear()
  server.answers[banks] = [bankAccount('asb')]
  await open('/')
  await expect.element(near).toBeVisible()
})

test('while it loads the screen says so; an account that there is none of leads back to the choice [WD-04, ROUTE-19]', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const known = server.answers[banks]
  server.answers[banks] = () => held.then(() => known)
  await open('/withdraw/bank-accounts/nothing')
  await expect.element(heading('Withdraw Amount')).toBeVisible()
  expect(document.querySelector('[aria-busy=true]')).not.toBeNull()
  expect(amount().elements()).toEqual([])
  release()
  await expect.poll(where).toBe('/withdraw')
})

test('a withdrawal: money in wallet, note, quotas, least amount, Max, cents out, home [WD-05, WD-06, WD-07, WD-08, WD-09, WD-10, WD-11]', async () => {
  server.answers['GET /api/accounts/mine/quotas'] = [
    { type: 'spend', assetType: 'nikau.nzd.main', period: 'monthly', interval: '2026-11', limit: '100000', usage: '76400' },
    { type: 'spend', assetType: 'nikau.nzd.main', period: 'yearly', interval: '2026', limit: '999900', usage: '391000' },
  ]
  server.answers['POST /api/withdrawals'] = transfer('out', { type: 'withdrawal', abortable: false })
  await open('/withdraw/bank-accounts/asb')
  await expect.element(page.getByText('Money in Wallet')).toBeVisible()
  await expect.poll(words).toContain('$128.40')
  await expect.element(page.getByText('It may take up to two business days to show in your bank account.')).toBeVisible()
  await expect
    .element(page.getByRole('region', { name: 'Quotas' }).getByRole('meter', { name: 'This month' }))
    .toHaveAttribute('aria-valuetext', '$764.00 of $1,000.00')
  await button('Withdraw').click()
  await expect.element(page.getByText('Invalid Amount')).toBeVisible()
  await expect.poll(words).toContain('The minimum withdrawal amount is $0.01')
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
  await expect.poll(where).toBe('/')
  expect(server.bodies('POST /api/withdrawals')).toEqual([
    { bankAuthorityId: 'asb', walletId: 'wallet', amount: '8050', idempotencyKey: expect.any(String) as string },
  ])
})

test('without money the button is off [WD-01, WD-08]', async () => {
  server.answers['GET /api/accounts/mine/assets'] = { items: [wallet({ balance: '0', availableBalance: '0' })] }
  await open('/withdraw/bank-accounts/asb')
  await expect.element(button('Withdraw')).toBeDisabled()
})

const quota = (period: 'monthly' | 'yearly', limit: string, usage: string) => ({
  type: 'spend',
  assetType: 'nikau.nzd.main',
  period,
  interval: period === 'monthly' ? '2026-11' : '2026',
  limit,
  usage,
})

const refusals = [
  ['BANK_AUTHORITY_WALLET_MISMATCH', {}, 'Bank and Wallet Mismatch', /do not belong together/, 'ERR-22'],
  ['INSUFFICIENT_WALLET_BALANCE', { available: '3000' }, 'Insufficient Funds', /^You have \$30\.00 available\.$/, 'ERR-23'],
  ['QUOTA_EXCEEDED', { quotas: [quota('monthly', '100000', '102000')] }, 'Monthly Withdrawal Quota Exceeded', /^You can withdraw \$30\.00 more\.$/, 'ERR-24'],
  [
    'QUOTA_EXCEEDED',
    { quotas: [quota('monthly', '100000', '102000'), quota('yearly', '999900', '1000000')] },
    'Yearly Withdrawal Quota Exceeded',
    /^You can withdraw \$30\.00 more\.$/,
    'ERR-24',
  ],
  ['QUOTA_EXCEEDED', {}, 'Withdrawal Quota Exceeded', /less than that/, 'ERR-24'],
  ['FORBIDDEN', {}, 'Something Went Wrong', /was not made/, 'ERR-25'],
] as const

for (const [code, more, title, text, id] of refusals)
  test(`${code} with ${JSON.stringify(more)} says ${title} [WD-12, ${id}]`, async () => {
    server.answers['POST /api/withdrawals'] = refused(code, more)
    await open('/withdraw/bank-accounts/asb')
    await amount().fill('50')
    await button('Withdraw $50.00').click()
    const modal = dialog(title)
    await expect.element(modal.getByText(text)).toBeVisible()
    if (code === 'QUOTA_EXCEEDED') {
      await modal.getByRole('button', { name: 'Change Amount' }).click()
      await expect.element(amount()).toHaveValue('50.00')
      await button('Withdraw $50.00').click()
      await modal.getByRole('button', { name: 'Go Back Home' }).click()
      await expect.poll(where).toBe('/')
    }
  })

test('a withdrawal whose answer was lost keeps its key through a reload; another amount gets another', async () => {
  server.answers['POST /api/withdrawals'] = refused('IN_DOUBT', {}, 409)
  const keys = () => (server.bodies('POST /api/withdrawals') as { idempotencyKey: string }[]).map(({ idempotencyKey }) => idempotencyKey)
  const screen = await open('/withdraw/bank-accounts/asb')
  await amount().fill('50')
  await button('Withdraw $50.00').click()
  await expect.element(dialog('Something Went Wrong')).toBeVisible()
  await screen.unmount()
  await open('/withdraw/bank-accounts/asb')
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

test('a pending top up opens its timeline with days, and can be taken back until it is sent', async () => {
  server.answers[topUps] = [transfer('up')]
  server.answers['GET /api/funds-transfers/up'] = transfer('up')
  await open('/activity')
  await link(/Top up from ASB.*Pending/).click()
  await expect.poll(where).toBe('/transfers/up')
  await expect.element(heading('Top up from ASB')).toBeVisible()
  const steps = page.getByRole('list', { name: 'What happened' }).getByRole('listitem')
  expect(steps.elements().map((step) => step.textContent.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/^Done You asked for a top up/),
    'Now Goes to your bankby Mon 16 Nov',
    'Later Your bank paysby Tue 17 Nov',
    'Later In your walletby Thu 19 Nov',
  ])
  server.answers['POST /api/funds-transfers/up/abort'] = refused('FUNDS_TRANSFER_ALREADY_COMPLETE')
  await button('Cancel this top up').click()
  const ask = dialog('Cancel this top up?')
  await ask.getByRole('button', { name: 'Cancel top up' }).click()
  await expect.element(ask.getByText('It has gone to your bank and can’t be taken back here any more.')).toBeVisible()
  await ask.getByRole('button', { name: 'Keep it' }).click()
  server.answers['POST /api/funds-transfers/up/abort'] = () => {
    const timeline = [
      { key: 'asked', at },
      { key: 'failed', at },
    ]
    server.answers['GET /api/funds-transfers/up'] = transfer('up', { status: 'failed', failure: 'aborted', abortable: false, timeline })
    return {}
  }
  await button('Cancel this top up').click()
  await ask.getByRole('button', { name: 'Cancel top up' }).click()
  await expect.poll(words).toContain('You took it back')
  expect(button('Cancel this top up').elements()).toEqual([])
})

test('a held top up says what it waits for and leads there; the line on home too', async () => {
  const held = transfer('up', {
    status: 'requested',
    held: true,
    abortable: false,
    timeline: [{ key: 'asked', at }, { key: 'sent', at }, { key: 'at-bank', at }, { key: 'held', at }, { key: 'done' }],
  })
  server.answers[banks] = [bankAccount('asb', { verified: false })]
  server.answers[topUps] = [held]
  server.answers['GET /api/funds-transfers/up'] = held
  await open('/')
  await link('$50.00 held until you enter the code').click()
  await expect.element(link('Enter the 4-digit code to release it')).toHaveAttribute('href', '/bank-accounts')
  await expect.poll(words).toContain('Now Held until you enter the code')
})

test.each([
  ['insufficient-funds', 'Your bank said: not enough money in the account.'],
  ['account-closed', 'Your bank said: the account is closed.'],
] as const)('a top up that failed by %s says so, and that nothing is lost', async (failure, text) => {
  const timeline = [
    { key: 'asked', at },
    { key: 'sent', at },
    { key: 'failed', at },
  ]
  server.answers['GET /api/funds-transfers/up'] = transfer('up', { status: 'failed', failure, abortable: false, timeline })
  await open('/transfers/up')
  await expect.poll(words).toContain(text)
  await expect.poll(words).toContain('You have not lost anything.')
})

test('a transfer of someone else is not found', async () => {
  await open('/transfers/theirs')
  await expect.element(heading('We can’t find that transfer')).toBeVisible()
})

test('the receipt of a withdrawal tells where the money is by the days of its transfer', async () => {
  const movement = { activityNumber: 7, amount: '8000', value: '-8000', createdAt: at, destParty: '12-••••-••••323-50', withdrawalId: 'out' }
  server.answers['GET /api/wallets/wallet/transactions'] = { items: [movement] }
  server.answers['GET /api/wallets/wallet/transactions/7'] = movement
  server.answers['GET /api/funds-transfers/out'] = transfer('out', {
    type: 'withdrawal',
    status: 'requested',
    abortable: false,
    timeline: [
      { key: 'asked', at },
      { key: 'sent', at },
      { key: 'at-bank', by: '2026-11-17' },
      { key: 'done', by: '2026-11-18' },
    ],
  })
  await open('/activity')
  await link(/Withdrawal to ASB/).click()
  await expect.poll(words).toContain('In your bank accountby Wed 18 Nov')
  await expect.element(page.getByText('On its way')).toBeVisible()
})

const menu = async () => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Menu' }).click()
  return page.getByRole('dialog', { name: 'Menu' })
}

test.each([
  ['money and a linked account', '1', [bankAccount('asb')], true],
  ['no money', '0', [bankAccount('asb')], false],
  ['no account', '100', [], false],
] as const)('with %s, and the flag off, the menu shows Withdraw only if one can [WD-01, MENU-04]', async (_, balance, accounts, shows) => {
  rememberLocally({ showWithdraw: false, showBankAccounts: true })
  server.answers[banks] = accounts
  server.answers['GET /api/accounts/mine/assets'] = { items: [wallet({ balance, availableBalance: balance })] }
  await open('/')
  await expect.poll(() => server.sent.some(({ call }) => call === banks)).toBe(true)
  const items = await menu()
  await expect.element(items.getByRole('link', { name: 'Bank Accounts' })).toHaveAttribute('href', '/bank-accounts')
  await expect.poll(() => items.getByRole('link', { name: 'Withdraw' }).elements().length).toBe(shows ? 1 : 0)
  if (!shows) {
    rememberLocally({ showWithdraw: true })
    await expect.element(items.getByRole('link', { name: 'Withdraw' })).toHaveAttribute('href', '/withdraw')
  }
})

test('someone new is led to link a bank, then to top up from it', async () => {
  server.answers[banks] = []
  const screen = await open('/')
  await expect.element(link(/Link Bank Account.*2 minutes/)).toHaveAttribute('href', '/link-bank-account')
  await screen.unmount()
  queryClient.clear()
  server.answers[banks] = [bankAccount('asb', { verified: false })]
  await open('/')
  await expect.element(link(/Make your first top up/)).toHaveAttribute('href', '/topup')
  await expect.poll(words).toContain('2 of 3 done')
})
