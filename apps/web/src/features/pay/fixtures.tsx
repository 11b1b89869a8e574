import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { inTurn, noNetwork, refusal, server } from '../../testing/mock-server.ts'
import { asset, mockServerPerTest, openApp } from '../../testing/fixtures.tsx'

export { inTurn, noNetwork, refusal }

export const wallet = asset('wallet', 'nikau.nzd.main', { balance: '2000', availableBalance: '2000', currency: 'NZD' })
export const coffee = { name: 'Flat white', qty: '1', price: '550', sku: 'flat-white' }
export const token = asset('token', 'nikau.token.main', { description: 'One hot drink', collectionId: 'drinks', expiresAt: '2099-01-01T00:00:00Z' })

/** What the mock server holds. */
export const db: { request: Record<string, unknown>; assets: object[] } = { request: {}, assets: [] }

export const payCall = 'POST /api/payment-requests/r1/pay'

export const activity = () => ({
  id: 'activity',
  type: 'payment',
  value: { amount: '1600', currency: 'NZD' },
  paymentRequestId: 'r1',
  activityNumber: 2,
  shortCode: 'NK-1-2',
  merchantId: 'm1',
  merchantConfigId: 'c1',
  merchantAccountId: 'a1',
  merchantName: 'Corner Loaf',
  createdAt: new Date().toISOString(),
  createdBy: 'me',
  paymentRequestCreatedBy: 'till',
})

/** Handler of the pay call: pays the request in full. */
export function payInFull() {
  db.request = {
    ...db.request,
    status: 'paid',
    paidAt: new Date().toISOString(),
    remainingAmount: '0',
    paidBy: { assetTotals: [{ type: 'nikau.nzd.main', description: 'NZD', total: { amount: '1600', currency: 'NZD' } }] },
  }
  return activity()
}

/** Handler of the pay call: pays the request, but the response never arrives. */
export function payWithoutResponse() {
  payInFull()
  return new Promise(() => {})
}

export function newRequest() {
  const now = Date.now()
  return {
    id: 'r1',
    url: 'http://wallet.example/deimos/pay/r1',
    merchantId: 'm1',
    merchantName: 'Corner Loaf',
    value: { amount: '1600', currency: 'NZD' },
    remainingAmount: '1600',
    createdAt: new Date(now).toISOString(),
    updatedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 900_000).toISOString(),
    expirySeconds: 900,
    paymentOptions: [{ assetType: 'nikau.nzd.main', amount: '1600' }],
    partialAllowed: false,
    status: 'new',
    liveness: 'main',
    shortCode: 'NK-7F3C-91B2',
    configId: 'c1',
  }
}

/** A new request for $16.00 and a wallet with $20.00. */
export function mockPayServerPerTest(): void {
  mockServerPerTest()
  beforeEach(() => {
    db.request = newRequest()
    db.assets = [wallet]
    Object.assign(server.answers, {
      'GET /api/accounts/mine/assets': () => ({ items: db.assets }),
      'GET /api/payment-requests/r1': () => db.request,
      'GET /api/payment-requests/r1/summary': () => db.request,
      'GET /api/merchants/m1/summary': { id: 'm1', name: 'Corner Loaf', test: false },
      [payCall]: payInFull,
    })
  })
}

export const openPay = (path = '/pay/r1') => openApp(path)
export const payButton = () => page.getByRole('button', { name: /^Pay/ })
export const modal = (name: string) => page.getByRole('alertdialog', { name, exact: true })
export const success = () => page.getByRole('dialog', { name: 'Payment Successful' })
export const payments = () => server.to(payCall).map(({ body }) => body!)

/** Titles and texts of the modals, as the requirements quote them where they name the code. */
export const modalTexts = {
  'timed-out': ['Transaction Timed Out', 'This payment request has timed out as it exceeded the transaction time limit.'],
  duplicate: ['Duplicate Payment', 'This payment request has already been completed in an earlier transaction.'],
  cancelled: ['Payment Request Cancelled', 'This payment request was cancelled.'],
  insufficient: ['Insufficient Funds', 'This payment failed as there was not enough funds in the selected account.'],
  'own-limit': ['Over your own limit', 'You have not been charged.'],
  frozen: ['Your wallet is frozen', 'Nothing can leave your wallet until it is unfrozen.'],
  inactive: ['Payment Method Inactive', 'The funds on the selected method have expired or been disabled.'],
  conflict: ['Terminal Conflict', 'This terminal may not be configured to accept this payment method.'],
  forbidden: ['You can’t pay this from here', 'You have not been charged.'],
  'not-accepted': ['Payment method not accepted', 'You have not been charged.'],
  'amount-changed': ['The amount has changed', 'You have not been charged.'],
  'token-denied': ['This token can’t be used here', 'You have not been charged.'],
  quota: ['Over your limit', 'You have not been charged.'],
  declined: ['Payment declined', 'You have not been charged.'],
  unconfirmed: ['We’re checking', 'You will not be charged twice.'],
  'in-doubt': ['Check your activity first', 'You will not be charged twice.'],
  unknown: ['Something Went Wrong', 'It looks like something went wrong. Please try again.'],
  'not-found': ['Payment Request Not Found', "We can't find this payment request. Check the link or ask the merchant for a new one."],
  incompatible: ['Assets not compatible', 'It looks like you have no suitable assets to spend at this merchant.'],
} as const
