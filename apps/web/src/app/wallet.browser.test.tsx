import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Page as Column, PageBody, Title } from '@nikau/ui'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '../lib/hooks.ts'
import { activateLanguage, i18n } from '../lib/i18n.ts'
import { rememberLocally } from '../lib/local-config.ts'
import { Run } from '../lib/Words.tsx'
import { bankAccount, transfer } from './answering.test.tsx'
import { type RouteRow, routes } from './routes.ts'
import { Shell } from './Shell.tsx'
import './app.css'

// What the demo world does not have yet, or cannot have: screens to come, top-ups on their way, settlement wallets of a person.

const now = new Date()
const asset = (id: string, type: string, more: object = {}) => ({
  id,
  accountId: 'mine',
  category: /nzd|uplink/.test(type) ? 'money' : 'token',
  type,
  liveness: type.endsWith('.test') ? 'test' : 'main',
  status: 'active',
  createdAt: now.toISOString(),
  ...more,
})
const wallet = asset('wallet', 'nikau.nzd.main', { description: 'NZD', balance: '1999', availableBalance: '1999', currency: 'NZD' })
const cola = asset('cola', 'cca.coke.main', { description: 'Coke' })
const coffee = asset('coffee', 'nikau.token.main', { description: 'Flat white', issuer: 'Daily Bread' })

const payment = { activityNumber: 1, amount: '450', value: '-450', createdAt: now.toISOString(), destParty: 'Daily Bread', paymentRequestId: 'request' }

let answers: Record<string, unknown>
const asked: string[] = []

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
  asked.length = 0
  const user = {
    access_token: 'token',
    token_type: 'Bearer',
    profile: { sub: 'me', iss: 'x', aud: 'x', exp: 9e9, iat: 1, given_name: 'Mia', phone_number: '+64215550142' },
    expires_at: 9e9,
  }
  sessionStorage.setItem('oidc.user:http://localhost:4001/oidc:nikau-web', JSON.stringify(user))
  rememberLocally({ dashboardNoticesEnabled: true, showSendAsset: true })
  answers = {
    'GET /api/account-memberships': [
      { accountId: 'shop', accountName: 'Shop', accountType: 'org', role: 'account-owner' },
      { accountId: 'mine', accountName: 'Mia', accountType: 'individual', role: 'account-owner' },
    ],
    'GET /api/accounts/mine/assets': { items: [wallet, cola, coffee] },
    'GET /api/accounts/mine/quotas': [],
    'GET /api/accounts/mine/bank-accounts': [],
    'GET /api/accounts/mine/topups': [],
    'GET /api/wallets/wallet/transactions': { items: [payment] },
  }
  vi.stubGlobal('fetch', async (address: string, init?: { method?: string }) => {
    const call = `${init?.method ?? 'GET'} ${new URL(address, location.origin).pathname}`
    asked.push(call)
    const answer = answers[call]
    return answer === undefined ? Response.json({ message: 'FORBIDDEN' }, { status: 403 }) : Response.json(answer)
  })
  await activateLanguage('en-NZ')
  await page.viewport(390, 844)
  return () => vi.unstubAllGlobals()
})

/** Screens that are still to come, as far as links to them need them. */
const toCome = ['scan', 'my-codes', 'send'].map((name): RouteRow => ({
  name,
  path: `/${name}`,
  title: { id: name, message: name },
  access: 'public',
  Screen: () => (
    <Column>
      <PageBody>
        <Title>{name}</Title>
      </PageBody>
    </Column>
  ),
}))

const open = (at: string) =>
  render(
    <I18nProvider i18n={i18n} defaultComponent={Run}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[at]}>
          <Shell rows={[...toCome, ...routes]} />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  )

const banks = 'GET /api/accounts/mine/bank-accounts'
const topUps = 'GET /api/accounts/mine/topups'
const words = () => document.body.textContent
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const link = (name: string) => page.getByRole('link', { name, exact: true })

test('a cola token without an expiry says so, and is spent at /my-codes [ASSET-06, ASSET-07]', async () => {
  await open('/assets/cola')
  await expect.element(page.getByText('No Expiry Date Set')).toBeVisible()
  await link('Spend it').click()
  await expect.element(heading('my-codes')).toBeVisible()
})

test('Send it takes the token along [ASSET-05, CONST-07]', async () => {
  await open('/assets/cola')
  await link('Send it').click()
  await expect.element(heading('send')).toBeVisible()
  expect(localStorage.getItem('sendingAssetId')).toBe('cola')
})

for (const at of ['/assets/coffee', '/token-issuer/daily-bread', '/token-issuer/daily-bread/details'])
  test(`Make a payment leads from ${at} to /scan [ASSET-13, ISS-02]`, async () => {
    await open(at)
    await link('Make a payment').click()
    await expect.element(heading('scan')).toBeVisible()
  })

test('an issuer token without an expiry leaves the line out [ASSET-10]', async () => {
  await open('/assets/coffee')
  await expect.element(heading('Flat white')).toBeVisible()
  expect(page.getByText('Expires').elements()).toEqual([])
})

test('everything acts on the individual account, also when an org comes first [SESS-12]', async () => {
  await open('/')
  await expect.element(page.getByText('19 dollars 99', { exact: true })).toBeInTheDocument()
  expect(asked.filter((call) => call.includes('/shop/'))).toEqual([])
  expect(asked).toContain('GET /api/accounts/mine/assets')
})

test('the notice in force leads to its path: link, then verify, then low balance, which a pending top-up keeps away [DASH-08, NOTE-01, NOTE-02, NOTE-03, NOTE-04]', async () => {
  const banner = async (name: string, goes: string) => {
    queryClient.clear()
    const screen = await open('/')
    await link(name).click()
    await expect.element(heading(goes)).toBeVisible()
    await screen.unmount()
  }
  await banner('Link Bank Account', 'Your name')
  answers[banks] = [bankAccount('asb', { verified: false })]
  await banner('Verify Linked Bank', 'Bank Accounts')
  answers[banks] = [bankAccount('asb')]
  await banner('Low Wallet Balance', 'Topup')
  queryClient.clear()
  answers[topUps] = [transfer('up', { status: 'requested' })]
  await open('/')
  await expect.poll(words).toContain('$50.00 on its way')
  expect(link('Low Wallet Balance').elements()).toEqual([])
})

test('top-ups on their way or failed stand among the movements, in accent, with their chips [ACT-02, ACT-07]', async () => {
  const moment = now.toISOString()
  answers[banks] = [bankAccount('asb')]
  answers[topUps] = [transfer('up', { createdAt: moment }), transfer('down', { createdAt: moment, status: 'failed', failure: 'account-closed' })]
  answers['GET /api/funds-transfers/up'] = transfer('up')
  await open('/activity')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect.poll(() => rows.elements().length).toBe(3)
  const texts = rows.elements().map((row) => row.textContent)
  expect(texts.some((text) => /Top up from ASB.*Top Up Pending.*\+\$50\.00.*Pending/.test(text))).toBe(true)
  expect(texts.some((text) => /Top up from ASB.*Top Up Failed.*\+\$50\.00.*Failed/.test(text))).toBe(true)
  for (const row of rows.elements()) expect(row.querySelector('.n-mark')?.getAttribute('data-tone')).toBe('out')
  await page.getByRole('button', { name: 'Pending' }).click()
  await expect.poll(() => rows.elements().length).toBe(1)
  await rows.getByRole('link').click()
  await expect.element(heading('Top up from ASB')).toBeVisible()
})

test('hidden types, other modes and what is not active are not shown; a settlement wallet says what it is [ENT-16, CONST-05, CONST-06, FLAG-04]', async () => {
  const money = { balance: '100', availableBalance: '100', currency: 'NZD' }
  answers['GET /api/accounts/mine/assets'] = {
    items: [
      wallet,
      asset('takings', 'nikau.nzd.main', { ...money, description: 'Takings', settlement: true }),
      ...['kete.nzd.main', 'quartz.nzd.main', 'epay.nzd.main', 'epay.main', 'nikau.nzd.test'].map((type) =>
        asset(type.replaceAll('.', '-'), type, { ...money, category: 'money', description: type }),
      ),
      asset('spent', 'cca.coke.main', { status: 'spent' }),
    ],
  }
  await open('/')
  const others = page.getByRole('list', { name: 'Other wallets' }).getByRole('listitem')
  await expect.poll(() => others.elements().map((row) => row.textContent)).toEqual([expect.stringMatching(/Takings.*Settlement.*\$1\.00/)])
  expect(page.getByText('Coca-Cola').elements()).toEqual([])
})

test('money that is held is not shown as there to spend', async () => {
  answers['GET /api/accounts/mine/assets'] = { items: [{ ...wallet, balance: '5000', availableBalance: '3000' }] }
  await open('/')
  await expect.element(page.getByText('30 dollars', { exact: true })).toBeInTheDocument()
  await expect.poll(words).toContain('$20.00 more is held')
})

test('a wallet that cannot be opened leaves an unknown balance, not nothing [DASH-10, SESS-14]', async () => {
  answers['GET /api/accounts/mine/assets'] = { items: [coffee] }
  await open('/')
  await expect.element(page.getByText('We couldn’t load your balance')).toBeVisible()
  expect(asked.filter((call) => call === 'POST /api/wallet-assets')).toHaveLength(1)
  await expect.element(page.getByRole('link', { name: 'Daily Bread' })).toBeVisible()
  expect(document.body.textContent).not.toContain('$0.00')
  answers['POST /api/wallet-assets'] = { ...wallet, balance: '0', availableBalance: '0' }
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect.element(page.getByText('0 dollars', { exact: true })).toBeInTheDocument()
})
