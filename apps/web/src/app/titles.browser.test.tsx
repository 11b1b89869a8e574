import { beforeEach, expect, test, vi } from 'vitest'
import { i18n } from '../lib/i18n.ts'
import { asset, mockServerPerTest, openApp, pageText, server, wallet } from '../testing/fixtures.tsx'
import { matchRoute } from './matchRoute.ts'
import { routes } from './routes.ts'

mockServerPerTest()

/** Every route of the requirements, with the title and the access that they name. */
const named: [path: string, title: string, access: 'public' | 'login'][] = [
  ['/', 'Dashboard', 'login'],
  ['/config', 'Configs', 'public'],
  ['/auth', 'Auth test', 'login'],
  ['/pay/r1', 'Pay', 'public'],
  ['/pay/r1/summary', 'Payment Summary', 'login'],
  ['/connect/c1', 'Connection', 'public'],
  ['/connection/c1', 'Connection', 'public'],
  ['/nikau/pay/r1', 'Pay With Wallet', 'login'],
  ['/farmlands/pay/r1', 'Pay By Farmlands Card', 'public'],
  ['/withdraw', 'Select Withdrawal Method', 'login'],
  ['/withdraw/link-bank-account', 'Link Bank Account', 'login'],
  ['/withdraw/bank-accounts/asb', 'Select Withdrawal Amount', 'login'],
  ['/bank-accounts', 'Bank Accounts', 'login'],
  ['/link-bank-account', 'Link Bank Account', 'login'],
  ['/link-bank-account/profile-basics', 'Link Bank Account', 'login'],
  ['/link-bank-account/email', 'Link Bank Account', 'login'],
  ['/link-bank-account/asb/authorize', 'Authorise Direct Debit', 'login'],
  ['/bank-accounts/asb/topup', 'Top Up', 'login'],
  ['/send', 'Send', 'login'],
  ['/send/assets-select', 'Select Asset', 'login'],
  ['/scan', 'Scan', 'login'],
  ['/my-codes', 'Barcode', 'login'],
  ['/locations', 'Locations', 'public'],
  ['/giftstation', 'GiftStation', 'public'],
  ['/transfer/t1', 'Transfer', 'public'],
  ['/topup', 'Topup', 'login'],
  ['/assets/a1', 'Asset Details', 'login'],
  ['/token-issuer/daily-bread', 'Issuer Tokens', 'login'],
  ['/token-issuer/daily-bread/details', 'Issuer Details', 'login'],
  ['/test', 'Test Payment', 'public'],
  ['/components', 'Components', 'public'],
  ['/404', 'Not Found', 'public'],
  ['/no/such/page', 'Not Found', 'public'],
]

/** These leave the page at once; the end-to-end tests open them. */
const leaving: [path: string, title: string][] = [
  ['/oidc-callback', 'Signing In'],
  ['/logout/oidc-callback', 'Signed Out'],
  ...['pnz', 'bnz', 'westpac', 'asb'].map((bank): [string, string] => [`/${bank}/oidc-callback`, 'Pay processing']),
  ['/farmlands/pay/r1/verify', 'Verify card'],
]

const setTitle = vi.fn<(title: string) => void>()
beforeEach(() => {
  // Without a token of the issuer, its pages are Not Found.
  server.answers['GET /api/accounts/mine/assets'] = { items: [wallet(), asset('coffee', 'nikau.token.main', { issuer: 'Daily Bread' })] }
  setTitle.mockClear()
  const spy = vi.spyOn(document, 'title', 'set').mockImplementation(setTitle)
  return () => spy.mockRestore()
})

/** Screens beyond the requirements, under the same rule. */
const further: typeof named = [
  ['/settings', 'Settings', 'login'],
  ['/settings/profile', 'Settings', 'login'],
  ['/settings/nothing', 'Not Found', 'public'],
  ['/help', 'Help', 'public'],
  ['/terms', 'Terms', 'public'],
  ['/privacy', 'Privacy', 'public'],
  ['/proof', 'Proof', 'public'],
]

for (const [path, title, access] of [...named, ...further])
  test(`${path} is titled ${title} | Nikau [ROUTE-02]`, async () => {
    const errors = vi.spyOn(console, 'error')
    await openApp(path)
    // A screen may redirect at once; its own title comes first.
    await expect.poll(() => setTitle.mock.calls[0]?.[0]).toBe(`${title} | Nikau`)
    const row = matchRoute(routes, path)
    expect(row.access).toBe(access)
    await expect.poll(() => document.querySelector('h1')).not.toBeNull()
    if (title !== 'Not Found') expect(pageText()).not.toContain('Oops!')
    expect(errors.mock.calls).toEqual([]) // React warns there, for example of invalid HTML and of updates while rendering
    errors.mockRestore()
  })

test('routes that leave the page at once have their titles too [ROUTE-02]', () => {
  for (const [path, title] of leaving) {
    const row = matchRoute(routes, path)
    expect([path, i18n._(row.title), row.access]).toEqual([path, title, 'public'])
  }
})
