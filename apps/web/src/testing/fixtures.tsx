import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeEach, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '../lib/endpoint-hooks.ts'
import { activateLanguage, i18n } from '../lib/i18n.ts'
import { TransWithLang } from '../lib/Message.tsx'
import type { RouteRow } from '../app/route-row.ts'
import { routes } from '../app/routes.ts'
import { Shell } from '../app/Shell.tsx'
import { stubFetch } from './mock-server.ts'
import '../app/app.css'

/** For tests of whole screens: the real app, with a mock server. */

export { refusal, server } from './mock-server.ts'

export const at = '2026-11-15T03:00:00.000Z'
export const wallet = (more: object = {}) => ({
  id: 'wallet',
  accountId: 'mine',
  category: 'money',
  type: 'nikau.nzd.main',
  liveness: 'main',
  status: 'active',
  createdAt: at,
  description: 'Wallet',
  balance: '12840',
  availableBalance: '12840',
  currency: 'NZD',
  ...more,
})

/** Types with `nzd` or `uplink` are money, all others tokens. */
export const asset = (id: string, type: string, more: object = {}) => ({
  id,
  accountId: 'mine',
  category: /nzd|uplink/.test(type) ? 'money' : 'token',
  type,
  liveness: type.endsWith('.test') ? 'test' : 'main',
  status: 'active',
  createdAt: at,
  ...more,
})

export const bankAccount = (id: string, more: object = {}) => ({
  id,
  accountId: 'mine',
  bankAccountName: 'M R Tūhoro',
  bankAccountNumber: '12-••••-••••323-50',
  bank: { name: 'ASB' },
  createdAt: at,
  status: 'active',
  type: 'nikau',
  liveness: 'main',
  verified: true,
  verificationTriesLeft: 5,
  directDebitAuthorized: true,
  recentTopups: [],
  ...more,
})

export const transfer = (id: string, more: object = {}) => ({
  id,
  type: 'topup',
  accountId: 'mine',
  walletId: 'wallet',
  assetId: 'wallet',
  bankAuthorityId: 'asb',
  bankAccountId: 'asb',
  amount: '5000',
  status: 'created',
  liveness: 'main',
  createdAt: at,
  updatedAt: at,
  arrivesBy: '2026-11-19',
  abortable: true,
  held: false,
  timeline: [
    { key: 'requested', at },
    { key: 'sent', by: '2026-11-16' },
    { key: 'at-bank', by: '2026-11-17' },
    { key: 'done', by: '2026-11-19' },
  ],
  ...more,
})

/** Signs in a user, with these claims in addition to the defaults. */
export function signInAs(claims: object = {}): void {
  const profile = {
    sub: 'me',
    iss: 'x',
    aud: 'x',
    exp: 9e9,
    iat: 1,
    given_name: 'Mia',
    family_name: 'Tūhoro',
    email: 'mia@demo.example',
    phone_number: '+64215550142',
    ...claims,
  }
  sessionStorage.setItem(
    'oidc.user:http://localhost:4001/oidc:nikau-web',
    JSON.stringify({ access_token: 'token', token_type: 'Bearer', profile, expires_at: 9e9 }),
  )
}

export function mockServerPerTest(): void {
  beforeEach(async () => {
    localStorage.clear()
    localStorage.setItem('assetsResolved-me', 'true')
    sessionStorage.clear()
    queryClient.clear()
    stubFetch({
      'GET /api/account-memberships': [{ accountId: 'mine', accountName: 'Mia', accountType: 'individual', role: 'account-owner' }],
      'GET /api/accounts/mine/assets': { items: [wallet()] },
      'GET /api/accounts/mine/quotas': [],
      'GET /api/accounts/mine/bank-accounts': [bankAccount('asb')],
      'GET /api/topups': [],
      'GET /api/accounts/mine/withdrawals': { items: [] },
      'GET /api/wallets/wallet/transactions': { items: [] },
    })
    signInAs()
    await activateLanguage('en-NZ')
    await page.viewport(390, 844)
    // Test files run side by side in one browser, whose tabs can hide each other.
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
    return () => {
      vi.unstubAllGlobals()
      // A screen that is still there must not reach the real server: the Date header of its response would set the clock of the next test.
      stubFetch({})
    }
  })
}

let path = ''
let fragment = ''
export function TrackPath() {
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    path = pathname + search
    fragment = hash
  })
  return undefined
}

/** The path and query that the app shows. */
export const currentPath = () => path
export const currentHash = () => fragment

/** `start` is a path, or a location with a navigation state. */
export const openApp = (start: string | { pathname: string; state: object }, rows: RouteRow[] = routes) =>
  render(
    <I18nProvider i18n={i18n} defaultComponent={TransWithLang}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[start]}>
          <TrackPath />
          <Shell rows={rows} />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  )

export const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const button = (name: string | RegExp) => page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
export const link = (name: string | RegExp) => page.getByRole('link', { name, ...(typeof name === 'string' && { exact: true }) })
export const dialog = (name: string) => page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))
export const pageText = () => document.body.textContent
