import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeEach, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '../lib/hooks.ts'
import { activateLanguage, i18n } from '../lib/i18n.ts'
import { Run } from '../lib/Words.tsx'
import { Shell } from './Shell.tsx'
import './app.css'

/** For tests of whole screens: the app as it is, with a server that answers what the test says. */

interface Refusal {
  status: number
  body: object
}

/** An answer, or what makes one of the body that was sent. */
export type Answer = unknown
export const refused = (message: string, more: object = {}, status = 403): Refusal => ({ status, body: { message, ...more } })
const isRefusal = (answer: Answer): answer is Refusal => typeof answer === 'object' && answer !== null && 'status' in answer && 'body' in answer

export const server = {
  answers: {} as Record<string, Answer>,
  sent: [] as { call: string; body: unknown }[],
  /** The bodies of one call, in order. */
  bodies: (call: string) => server.sent.filter((one) => one.call === call).map(({ body }) => body),
}

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
    { key: 'asked', at },
    { key: 'sent', by: '2026-11-16' },
    { key: 'at-bank', by: '2026-11-17' },
    { key: 'done', by: '2026-11-19' },
  ],
  ...more,
})

/** Signs someone in, with these claims besides the usual ones. */
export function signedInAs(claims: object = {}): void {
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

export function answersPerTest(): void {
  beforeEach(async () => {
    localStorage.clear()
    sessionStorage.clear()
    queryClient.clear()
    server.sent.length = 0
    server.answers = {
      'GET /api/account-memberships': [{ accountId: 'mine', accountName: 'Mia', accountType: 'individual', role: 'account-owner' }],
      'GET /api/accounts/mine/assets': { items: [wallet()] },
      'GET /api/accounts/mine/quotas': [],
      'GET /api/accounts/mine/bank-accounts': [bankAccount('asb')],
      'GET /api/accounts/mine/topups': [],
      'GET /api/accounts/mine/withdrawals': { items: [] },
      'GET /api/wallets/wallet/transactions': { items: [] },
    }
    signedInAs()
    vi.stubGlobal('fetch', async (address: string, init?: { method?: string; body?: string }) => {
      const call = `${init?.method ?? 'GET'} ${new URL(address, location.origin).pathname}`
      const body: unknown = init?.body === undefined ? undefined : JSON.parse(init.body)
      server.sent.push({ call, body })
      const given = server.answers[call]
      const answer: unknown = await (typeof given === 'function' ? (given as (body: unknown) => unknown)(body) : given)
      if (answer === undefined) return Response.json({ message: 'FORBIDDEN' }, { status: 403 })
      return isRefusal(answer) ? Response.json(answer.body, { status: answer.status }) : Response.json(answer)
    })
    await activateLanguage('en-NZ')
    await page.viewport(390, 844)
    return () => vi.unstubAllGlobals()
  })
}

let path = ''
function Follow() {
  const { pathname, search } = useLocation()
  useEffect(() => {
    path = pathname + search
  })
  return undefined
}

/** The path that the app is on. */
export const where = () => path

export const open = (start: string) =>
  render(
    <I18nProvider i18n={i18n} defaultComponent={Run}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[start]}>
          <Follow />
          <Shell />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  )

export const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const button = (name: string | RegExp) => page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
export const link = (name: string | RegExp) => page.getByRole('link', { name, ...(typeof name === 'string' && { exact: true }) })
export const dialog = (name: string) => page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))
export const words = () => document.body.textContent
