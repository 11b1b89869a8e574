import type { Page } from 'playwright'
import { withStubs } from './screens-safety.ts'

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const person = { accountId: 'ac', createdBy: 'me' }

const code = (age: number) => ({ id: 'pc', ...person, barcode: '9990001234567890', createdAt: at(-age), expiresAt: at(300 - age) })
const settings = (more: object = {}) => ({
  '**/api/accounts/*/till-settings': { json: { noSignal: true, noSignalLimit: '6000', highestWithoutApproval: '20000', ...more } },
})
const set = (age: number) => ({
  '**/api/patron-codes/offline': {
    json: {
      id: 'set',
      limit: '6000',
      codes: Array.from({ length: 12 }, (_, n) => ({
        id: `oc${n}`,
        ...person,
        barcode: `888444207315${9681 + n}`,
        createdAt: at(-age),
        startsAt: at(n * 300 - age),
        expiresAt: at(n * 300 + 300 - age),
      })),
    },
  },
})
/** Of an age that counts from when the screen is opened. */
const withSignal = (age: number) => (page: Page) => withStubs({ '**/api/patron-codes': { json: code(age) }, ...settings(), ...set(0) })(page)
const refused = (status: number, message: string) => ({ ...settings(), '**/api/patron-codes': { status, json: { message } } })

/** Opens the page with signal and then cuts it. */
const withoutSignal = (age: number) => async (page: Page) => {
  await withStubs({ '**/api/patron-codes': { json: code(0) }, ...settings(), ...set(age) })(page)
  await page.getByText('Ready').waitFor()
  await page.waitForFunction(`indexedDB.databases().then((found) => found.some(({ name }) => name === 'nikau.offline-codes'))`)
  await page.context().setOffline(true)
}

const paid = {
  id: 'pr_code',
  url: 'http://localhost/deimos/pay/pr_code',
  merchantId: 'm1',
  merchantName: 'Corner Loaf',
  value: { amount: '1600', currency: 'NZD' },
  remainingAmount: '0',
  createdAt: at(-2280),
  updatedAt: at(-2280),
  expiresAt: at(600),
  expirySeconds: 900,
  paymentOptions: [],
  partialAllowed: false,
  status: 'paid',
  liveness: 'main',
  shortCode: 'NK 7F3C 91B2',
  configId: 'c1',
  patronCodeId: 'oc0',
  barcode: '8884442073159681',
  offlineCode: { createdAt: at(-2400), usedAt: at(-2280), shownAt: at(-60), limit: '6000' },
}
const receipt = {
  '**/api/wallets/*/transactions/4': {
    json: { activityNumber: 4, amount: '1600', value: '-1600', createdAt: at(-2280), destParty: 'Corner Loaf', paymentRequestId: 'pr_code' },
  },
  '**/api/payment-requests/pr_code*': { json: paid },
  '**/api/payment-requests/pr_code/summary': { json: paid },
}

const mia = 'mia' as const
/** The server does not know the codes of these screens. */
const unknownCode = { as: mia, refused: /patron-code/ }
/** Without signal nothing is answered, and without the service worker no code is loaded later. */
const noSignal = { as: mia, refused: /\/(?:api|deimos)\// }
export const codesScreens = [
  { name: 'my-codes', path: '/my-codes', ...unknownCode, act: withSignal(89), until: 'Your code still works' },
  { name: 'my-codes-last', path: '/my-codes', ...unknownCode, act: withSignal(282), until: 'A new code is coming' },
  { name: 'my-codes-big', path: '/my-codes', ...unknownCode, act: withSignal(228), press: ['Big print'], until: 'New code in' },
  { name: 'my-codes-rotated', path: '/my-codes', ...unknownCode, act: withSignal(240), press: ['Rotate'], until: 'Ready', full: true as const },
  { name: 'my-codes-failed', path: '/my-codes', ...unknownCode, act: withStubs(refused(429, 'RATE_LIMIT_EXCEEDED')), until: 'Too many requests' },
  { name: 'my-codes-offline', path: '/my-codes', ...noSignal, act: withoutSignal(60), until: 'Works for', full: true as const },
  { name: 'my-codes-offline-none', path: '/my-codes', ...noSignal, act: withoutSignal(7200), until: 'Your last code for no signal' },
  { name: 'receipt-offline-code', path: '/activity/n4', as: mia, act: withStubs(receipt), until: 'Shown here', full: true as const },
  {
    name: 'till-settings',
    path: '/safety/limits',
    as: mia,
    act: withStubs(settings({ withoutApproval: { limit: '3000', used: '600' } })),
    until: 'Pay with no signal',
    full: true as const,
  },
]
