import { I18nProvider } from '@lingui/react'
import { oneOffFamily } from '@nikau/contract/one-off-payments'
import type { ReactNode } from 'react'
import { beforeEach, expect, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { activateLanguage, i18n } from '../../lib/i18n.ts'
import { TransWithLang } from '../../lib/Message.tsx'
import { stubFetch } from '../../testing/mock-server.ts'
import { browser } from './browser.ts'
import { CheckoutScreen } from './CheckoutScreen.tsx'
import '../../checkout/checkout.css'

const bankTypes = Object.values(oneOffFamily).map((family) => `${family}.test`)

export const summary = (fields: object = {}) => ({
  id: 'pr1',
  url: 'https://nikau.example/deimos/pay/pr1',
  merchantId: 'm1',
  merchantName: 'Corner Loaf',
  value: { amount: '1600', currency: 'NZD' },
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
  paymentOptions: ['nikau.nzd.test', ...bankTypes].map((assetType) => ({ assetType, amount: '1600' })),
  partialAllowed: false,
  remainingAmount: '1600',
  status: 'new',
  liveness: 'test',
  redirectUrl: 'https://shop.example/back?basket=7',
  ...fields,
})

export const logo = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'
export const supportedWallet = (name: string, types: string[], fields: object = {}) => ({
  name,
  status: 'active',
  test: true,
  assetTypes: types.map((id) => ({ id })),
  ...fields,
})

export const summaryCall = 'GET /api/payment-requests/pr1/summary'

/** Where the page navigated to, and what it posted to its opener. */
export const navigated = { replaced: [] as string[], assigned: [] as string[], posted: [] as unknown[][] }

/** A new request for $16.00 that accepts a wallet and three banks. */
export function mockCheckoutServerPerTest(): void {
  beforeEach(async () => {
    localStorage.clear()
    deployed.cardApps = {}
    await activateLanguage('en-NZ')
    Object.assign(navigated, { replaced: [], assigned: [], posted: [] })
    stubFetch({
      [summaryCall]: () => Response.json(summary(), { headers: { etag: '"1"' } }),
      'GET /api/merchants/m1/summary': { id: 'm1', name: 'Corner Loaf', test: true, logo },
      'GET /api/merchants/m1/supported-wallets': [supportedWallet('Nikau Test', ['nikau.nzd.test']), supportedWallet('Paddock Card', ['farmlands.nzd.test'])],
    })
    vi.spyOn(browser, 'replace').mockImplementation((url) => void navigated.replaced.push(url))
    vi.spyOn(browser, 'assign').mockImplementation((url) => void navigated.assigned.push(url))
    vi.spyOn(browser, 'opener').mockReturnValue({ postMessage: (...message: unknown[]) => void navigated.posted.push(message) })
    return () => {
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
    }
  })
}

export const renderCheckout = (screen: ReactNode) =>
  render(
    <I18nProvider i18n={i18n} defaultComponent={TransWithLang}>
      {screen}
    </I18nProvider>,
  )
export const openCheckout = () => renderCheckout(<CheckoutScreen id="pr1" />)

/** Clicks at once: a pointer click waits until the page has stopped moving, which takes long on a busy machine. */
export async function press(name: string): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(`^${name}`) })
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLElement).click()
}
export const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
