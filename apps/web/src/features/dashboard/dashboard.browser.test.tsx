import { listQuotas } from '@nikau/contract/quotas'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { updateLocalConfig } from '../../lib/local-config.ts'
import { asset, at, bankAccount, heading, link, mockServerPerTest, openApp, pageText, server, signInAs, transfer, wallet } from '../../testing/fixtures.tsx'

mockServerPerTest()

const banks = 'GET /api/accounts/mine/bank-accounts'
const topUps = 'GET /api/topups'
const coffee = asset('coffee', 'nikau.token.main', { description: 'Flat white', issuer: 'Daily Bread' })
const payment = { activityNumber: 1, amount: '450', value: '-450', createdAt: at, destParty: 'Daily Bread', paymentRequestId: 'request' }
const nearSpendLimit = { type: 'spend', assetType: 'nikau.nzd.main', period: 'monthly', interval: '2026-11', limit: '100000', usage: '76400' }

const calls = () => server.requests.map(({ call }) => call)

test('uses the individual account even if an organisation account comes first [SESS-12]', async () => {
  server.answers['GET /api/account-memberships'] = [
    { accountId: 'shop', accountName: 'Shop', accountType: 'org', role: 'account-owner' },
    { accountId: 'mine', accountName: 'Mia', accountType: 'individual', role: 'account-owner' },
  ]
  await openApp('/')
  await expect.element(page.getByText('128 dollars 40', { exact: true })).toBeInTheDocument()
  expect(calls().filter((call) => call.includes('/shop/'))).toEqual([])
  expect(calls()).toContain('GET /api/accounts/mine/assets')
})

test('the banner shows one notice, which opens its path: link, then verify, then low balance; a pending top-up suppresses low balance [DASH-08, NOTE-01, NOTE-02, NOTE-03, NOTE-04]', async () => {
  updateLocalConfig({ dashboardNoticesEnabled: true })
  signInAs({ family_name: undefined })
  server.answers['GET /api/accounts/mine/assets'] = { items: [wallet({ balance: '1999', availableBalance: '1999' })] }
  server.answers['GET /api/wallets/wallet/transactions'] = { items: [payment] }
  server.answers[banks] = []
  const banner = async (name: string, path: string, destination: string) => {
    queryClient.clear()
    const screen = await openApp('/')
    await expect.element(link(name)).toHaveAttribute('href', path)
    await link(name).click()
    await expect.element(heading(destination)).toBeVisible()
    await screen.unmount()
  }
  await banner('Link Bank Account', '/link-bank-account', 'Your name')
  server.answers[banks] = [bankAccount('asb', { verified: false })]
  await banner('Verify Linked Bank', '/bank-accounts', 'Bank Accounts')
  server.answers[banks] = [bankAccount('asb')]
  await banner('Low Wallet Balance', '/topup', 'Topup')
  queryClient.clear()
  server.answers[topUps] = [transfer('up', { status: 'requested' })]
  await openApp('/')
  await expect.poll(pageText).toContain('$50.00 on its way')
  expect(link('Low Wallet Balance').elements()).toEqual([])
})

test('a limit that is nearly used up shows only once no notice with a higher priority can appear [DASH-08]', async () => {
  server.answers['GET /api/accounts/mine/quotas'] = [nearSpendLimit]
  updateLocalConfig({ dashboardNoticesEnabled: true })
  const held = Promise.withResolvers<unknown[]>()
  server.answers[banks] = held.promise
  const screen = await openApp('/')
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
  await expect.poll(pageText).toContain('$128.40')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(near.elements()).toEqual([])
  held.resolve([])
  await expect.element(link('Link Bank Account')).toBeVisible()
  expect(near.elements()).toEqual([])
  await screen.unmount()
  queryClient.clear()
  server.answers[banks] = [bankAccount('asb')]
  await openApp('/')
  await expect.element(near).toBeVisible()
})

test('the setup checklist of a new person leads to linking a bank account, then to a first top-up', async () => {
  server.answers[banks] = []
  const screen = await openApp('/')
  await expect.element(link(/Link a bank account.*2 minutes/)).toHaveAttribute('href', '/link-bank-account')
  await screen.unmount()
  queryClient.clear()
  server.answers[banks] = [bankAccount('asb', { verified: false })]
  await openApp('/')
  await expect.element(link(/Make your first top-up/)).toHaveAttribute('href', '/topup')
  await expect.poll(pageText).toContain('2 of 3 done')
})

test('the notice does not ask for a code that cannot be there yet, and the checklist says when it will be, until it is entered [NOTE-02]', async () => {
  updateLocalConfig({ dashboardNoticesEnabled: true })
  const open = async (topUp: object) => {
    queryClient.clear()
    server.answers[topUps] = [transfer('up', topUp)]
    server.answers[banks] = [bankAccount('asb', { verified: false, recentTopups: server.answers[topUps] })]
    return await openApp('/')
  }
  const onItsWay = await open({ status: 'created' })
  await expect.poll(pageText).toContain('Enter the 4-digit code once it’s on your bank statement.')
  await expect.element(link(/Verify your bank account.*by Tue 17 Nov/)).toHaveAttribute('href', '/bank-accounts')
  await expect.poll(pageText).toContain('3 of 4 done')
  await onItsWay.unmount()
  await open({ status: 'done', held: true, timeline: ['requested', 'sent', 'at-bank', 'held'].map((key) => ({ key, at })) })
  await expect.element(link(/Verify your bank account.*Enter the 4-digit code from your bank statement\./)).toBeVisible()
})

test('hides hidden asset types, the other mode and inactive assets; labels a settlement wallet [ENT-16, CONST-05, CONST-06, FLAG-04]', async () => {
  const money = { balance: '100', availableBalance: '100', currency: 'NZD' }
  server.answers['GET /api/accounts/mine/assets'] = {
    items: [
      wallet(),
      asset('takings', 'nikau.nzd.main', { ...money, description: 'Takings', settlement: true }),
      ...['kete.nzd.main', 'quartz.nzd.main', 'epay.nzd.main', 'epay.main', 'nikau.nzd.test'].map((type) =>
        asset(type.replaceAll('.', '-'), type, { ...money, category: 'money', description: type }),
      ),
      asset('spent', 'cca.coke.main', { status: 'spent' }),
    ],
  }
  await openApp('/')
  const others = page.getByRole('list', { name: 'Other wallets' }).getByRole('listitem')
  await expect.poll(() => others.elements().map((row) => row.textContent)).toEqual([expect.stringMatching(/Takings.*Settlement.*\$1\.00/)])
  expect(page.getByText('Coca-Cola').elements()).toEqual([])
})

test('held money is not part of the available balance', async () => {
  server.answers['GET /api/accounts/mine/assets'] = { items: [wallet({ balance: '5000', availableBalance: '3000' })] }
  await openApp('/')
  await expect.element(page.getByText('30 dollars', { exact: true })).toBeInTheDocument()
  await expect.poll(pageText).toContain('$20.00 more is held')
})

test('a wallet that cannot be opened shows an error instead of a zero balance [DASH-10, SESS-14]', async () => {
  server.answers['GET /api/accounts/mine/assets'] = { items: [coffee] }
  await openApp('/')
  await expect.element(page.getByText('We couldn’t load your balance')).toBeVisible()
  expect(calls().filter((call) => call === 'POST /api/wallet-assets')).toHaveLength(1)
  await expect.element(page.getByRole('link', { name: 'Daily Bread' })).toBeVisible()
  expect(document.body.textContent).not.toContain('$0.00')
  server.answers['POST /api/wallet-assets'] = wallet({ balance: '0', availableBalance: '0' })
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect.element(page.getByText('0 dollars', { exact: true })).toBeInTheDocument()
})
