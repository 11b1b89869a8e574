import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { currentTurn, pairing } from '../features/till-device/index.ts'
import { saleEngine } from '../features/till-sale/index.ts'
import { queryClient } from '../lib/endpoint-hooks.ts'
import { activateLanguage, i18n } from '../lib/i18n.ts'
import { TransWithLang } from '../lib/Message.tsx'
import { noteContact } from '../lib/server-clock.ts'
import { TillApp } from './TillApp.tsx'
import { server, stubFetch } from '../testing/mock-server.ts'
import './till.css'

/** For tests of the till's screens: the real app, with a mock server that has one till and one request. */

export { noNetwork, refusal, server } from '../testing/mock-server.ts'

export const till = {
  id: 'till1',
  name: 'Till 1',
  merchantId: 'shop',
  merchantName: 'Corner Loaf',
  accountId: 'org',
  accountName: 'Corner Loaf Ltd',
  liveness: 'main' as 'main' | 'test',
  configId: 'mc1',
  limits: { perPayment: '200000', perDay: '2000000', refund: '20000' },
}
export const sione = { personId: '5a0c1f0e-0000-4000-8000-000000000001', name: 'Sione Latu' }
export const priya = { personId: '5a0c1f0e-0000-4000-8000-000000000002', name: 'Priya Nair' }
const turn = { token: 'turn1', ...sione, endsAfter: 1800, refundLimit: '5000' }

export const request = (amount: number, more: object = {}) => ({
  id: 'pr1',
  url: 'https://nikau.example/deimos/pay/pr1',
  shortCode: 'NK-7F3C-91B2',
  merchantId: 'shop',
  merchantName: 'Corner Loaf',
  configId: 'mc1',
  value: { amount: String(amount), currency: 'NZD' },
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 96_000).toISOString(),
  expirySeconds: 120,
  paymentOptions: [],
  partialAllowed: true,
  remainingAmount: String(amount),
  status: 'new',
  liveness: 'main',
  ...more,
})
export const leg = (type: string, description: string, amount: number) => ({ type, description, total: { amount: String(amount), currency: 'NZD' } })
export const paid = (amount: number, ...assetTotals: object[]) => request(amount, { status: 'paid', remainingAmount: '0', paidBy: { assetTotals } })

export const activity = {
  id: 'a2',
  type: 'payment',
  value: { amount: '1360', currency: 'NZD' },
  paymentRequestId: 'pr1',
  activityNumber: 2,
  shortCode: 'NK-7F3C-91B2-002',
  merchantId: 'shop',
  merchantConfigId: 'mc1',
  merchantAccountId: 'org',
  merchantName: 'Corner Loaf',
  createdAt: new Date().toISOString(),
  createdBy: 'till',
  paymentRequestCreatedBy: 'till',
}

export const read = 'GET /api/payment-requests/pr1'
export const create = 'POST /api/payment-requests'

export function mockTillPerTest(): void {
  beforeEach(async () => {
    await activateLanguage('en-NZ')
    await page.viewport(390, 844)
    localStorage.clear()
    queryClient.clear()
    saleEngine.stop()
    noteContact(new Date())
    for (const changed of [pairing, currentTurn]) changed.set(undefined)
    stubFetch({
      'GET /api/tills/till1': till,
      'GET /api/tills/till1/people': [
        { ...sione, hasCode: true },
        { ...priya, hasCode: true },
        { personId: '5a0c1f0e-0000-4000-8000-000000000003', name: 'Nobody Yet', hasCode: false },
      ],
      'POST /api/tills/till1/sign-on': turn,
      'POST /api/tills/till1/sign-off': {},
    })
    return () => vi.unstubAllGlobals()
  })
}

/** A device that was paired before, with Sione at it. */
export function pairDevice({
  liveness = 'main',
  isSignedOn = true,
  limits = till.limits,
  gstNumber,
}: { liveness?: 'main' | 'test'; isSignedOn?: boolean; limits?: typeof till.limits; gstNumber?: string | undefined } = {}): void {
  const device = { ...till, liveness, limits, ...(gstNumber !== undefined && { gstNumber }) }
  server.answers['GET /api/tills/till1'] = device
  pairing.set({
    key: 'nk_till',
    till: { ...device, limits: Object.fromEntries(Object.entries(limits).map(([name, cents]) => [name, BigInt(cents)])) as never },
  })
  if (isSignedOn) currentTurn.set({ ...turn, refundLimit: 5000n as never })
}

export const openTill = () =>
  render(
    <I18nProvider i18n={i18n} defaultComponent={TransWithLang}>
      <QueryClientProvider client={queryClient}>
        <TillApp />
      </QueryClientProvider>
    </I18nProvider>,
  )

/** The keys of the keypad, one after the other. */
export async function type(digits: string): Promise<void> {
  for (const digit of digits) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: digit, exact: true }).click()
  }
}

/** What a hand scanner types. */
export function handScan(digits: string): void {
  // Made before the first is handled: their times are those of the scanner, however long the page takes.
  const events = [...digits.split(''), 'Enter'].map((key) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  for (const event of events) (document.activeElement ?? document.body).dispatchEvent(event)
}

export const button = (name: string | RegExp) => page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
export const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const text = (content: string | RegExp) => page.getByText(content)
export const key = '9990001234567890'
