import { I18nProvider } from '@lingui/react'
import { beforeEach, expect, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { CheckoutRouter } from '../../checkout/CheckoutRouter.tsx'
import { deployed } from '../../lib/config.ts'
import { activateLanguage, i18n } from '../../lib/i18n.ts'
import { TransWithLang } from '../../lib/Message.tsx'
import { refusal, stubFetch } from '../../testing/mock-server.ts'
import { browser } from '../checkout/browser.ts'
import { clearVerification } from './verification-state.ts'
import '../../checkout/checkout.css'

export const summary = (fields: object = {}) => ({
  id: 'pr1',
  url: 'https://nikau.example/deimos/pay/pr1',
  merchantId: 'm1',
  merchantName: 'Southfield Rural',
  value: { amount: '48620', currency: 'NZD' },
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
  paymentOptions: [{ assetType: 'farmlands.nzd.test', amount: '48620' }],
  partialAllowed: false,
  remainingAmount: '48620',
  status: 'new',
  liveness: 'test',
  ...fields,
})

export const summaryCall = 'GET /api/payment-requests/pr1/summary'
export const verifyCall = 'POST /api/auth/verify-farmlands-card'
export const payCall = 'POST /api/payment-requests/pr1/pay'

export const cardNumber = '6005091234567890'
export const codeSession = { sessionId: 's1', phoneNumber: '+64 •• ••• •142', email: 'm•••@southfield.example' }
export const verifiedCard = { accessToken: 't0ken', assetId: 'a1', externalPaymentRef: 'card_7', assetType: 'farmlands.nzd.test' }

export type RefusedCase = [id: string, response: Response, title: string, text: string]

/** Refusals about the card itself, with the texts that the requirements quote. */
export const cardRefusals: RefusedCase[] = [
  ['ERR-10', refusal('INSUFFICIENT_ASSET_VALUE'), 'Insufficient balance', 'Insufficient account balance. Please try another payment method.'],
  ['ERR-11', refusal('PATRON_CODE_EXPIRED'), 'Card expired', 'Your farm-supplies card has expired. Please try another payment method.'],
  [
    'ERR-12',
    refusal('PATRON_CODE_INVALID', { reason: 'PATRON_CODE_INACTIVE' }),
    'Card inactive',
    'Your farm-supplies card is inactive. Please try another payment method.',
  ],
]

/** A new request for $486.20 that accepts the card; verifying a card sends a code. */
export function mockFarmCardServerPerTest(): void {
  const testUrl = location.href
  beforeEach(async () => {
    await page.viewport(390, 844)
    clearVerification()
    localStorage.clear()
    sessionStorage.clear()
    deployed.cardApps = {}
    await activateLanguage('en-NZ')
    stubFetch({
      [summaryCall]: () => summary(),
      [verifyCall]: codeSession,
      'GET /api/merchants/m1/summary': { id: 'm1', name: 'Southfield Rural', test: true },
    })
    vi.spyOn(browser, 'replace').mockImplementation(() => {})
    return () => {
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
      history.replaceState(null, '', testUrl)
    }
  })
}

export const openCardPage = (path = '/farmlands/pay/pr1') => {
  history.replaceState(null, '', `/deimos${path}`)
  return render(
    <I18nProvider i18n={i18n} defaultComponent={TransWithLang}>
      <CheckoutRouter />
    </I18nProvider>,
  )
}
export const currentPath = () => location.pathname.replace('/deimos', '')
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export async function press(name: string): Promise<void> {
  await expect.element(button(name)).toBeVisible()
  ;(button(name).element() as HTMLElement).click()
}
export const heading = (name: string) => page.getByRole('heading', { level: 1, name })
export const field = (label: string) => page.getByLabelText(label, { exact: true })

/** Opens the card page, fills in the form and submits it. */
export async function submitCard(card: { number?: string; expiry?: string; cvc?: string } = {}): Promise<void> {
  await openCardPage()
  await expect.element(heading('Farmlands Card')).toBeVisible()
  await field('Card number').fill(card.number ?? cardNumber)
  await field('Expiry date (MM/YY)').fill(card.expiry ?? '05/39')
  await field('CVC').fill(card.cvc ?? '412')
  await press('Submit')
}

export async function openCodePage(): Promise<void> {
  await submitCard()
  await expect.element(heading('Security verification')).toBeVisible()
}

export async function submitCode(code = '407152'): Promise<void> {
  await field('6-digit code').fill(code)
  await press('Complete')
}

/** The flow has ended at the request's own page. */
export async function expectFlowEnded(): Promise<void> {
  await expect.poll(currentPath).toBe('/pay/pr1')
}
