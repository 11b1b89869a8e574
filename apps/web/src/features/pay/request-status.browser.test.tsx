import { payPaymentRequest } from '@nikau/contract/payment-request-actions'
import { requestStatuses } from '@nikau/contract/payment-request-states'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { currentPath } from '../../testing/fixtures.tsx'
import { server } from '../../testing/mock-server.ts'
import { db, mockPayServerPerTest, modal, modalTexts, openPay, payButton, payCall, payments, refusal, success } from './fixtures.tsx'
import { modalForCode } from './refusals.ts'

// Every status and every refusal of a payment request, which the end-to-end tests cannot provoke one by one.

mockPayServerPerTest()

/** What opens at each path, in each status: where the person ends, and the Pay button, a modal or the receipt. */
const outcomes = {
  new: { pay: 'payable', summary: 'payable', id: 'PAY-14' },
  paid: { pay: 'duplicate', summary: 'receipt', id: 'PAY-12' },
  expired: { pay: 'timed-out', summary: 'timed-out', id: 'PAY-13' },
  cancelled: { pay: 'cancelled', summary: 'cancelled', id: 'PAY-14' },
} as const

async function expectOutcome(outcome: 'payable' | 'receipt' | 'duplicate' | 'timed-out' | 'cancelled') {
  if (outcome === 'payable') {
    await expect.element(payButton()).toBeEnabled()
    return expect(document.querySelector('[role=alertdialog]')).toBeNull()
  }
  if (outcome === 'receipt') {
    await expect.element(success()).toBeVisible()
    return expect(document.querySelector('[role=alertdialog]')).toBeNull()
  }
  await expect.element(modal(modalTexts[outcome][0]).getByText(modalTexts[outcome][1])).toBeVisible()
  return await expect.element(payButton()).toBeDisabled()
}

for (const status of requestStatuses) {
  const { pay, summary, id } = outcomes[status]
  for (const [path, title, route] of [
    ['/pay/r1', 'Pay', 'ROUTE-09'],
    ['/nikau/pay/r1', 'Pay With Wallet', 'ROUTE-14'],
  ] as const)
    test(`${path} of a ${status} request: ${pay} [${id}, ${route}]`, async () => {
      db.request.status = status
      await openPay(path)
      await expectOutcome(pay)
      await expect.poll(() => document.title).toBe(`${title} | Nikau`)
      expect(currentPath()).toBe(path)
    })
  test(`/pay/r1/summary of a ${status} request: ${summary} [${status === 'paid' ? 'ROUTE-10' : 'SUMM-04'}]`, async () => {
    Object.assign(db.request, { status, ...(status === 'paid' && { paidAt: new Date().toISOString() }) })
    await openPay('/pay/r1/summary')
    await expectOutcome(summary)
    const stays = status === 'paid'
    await expect.poll(currentPath).toBe(stays ? '/pay/r1/summary' : '/pay/r1')
    await expect.poll(() => document.title).toBe(stays ? 'Payment Summary | Nikau' : 'Pay | Nikau')
  })
}

const codes = [
  ...Object.keys(payPaymentRequest.refusals),
  'INSUFFICIENT_WALLET_BALANCE',
  'INSUFFICIENT_ASSET_BALANCE',
  'INVALID_MERCHANT_CONFIGURATION',
  'NEVER_HEARD_OF',
]
const expectedModals = {
  REQUEST_EXPIRED: 'timed-out',
  REQUEST_PAID: 'duplicate',
  REQUEST_CANCELLED: 'cancelled',
  REQUEST_NOT_FOUND: 'not-found',
  INSUFFICIENT_ASSET_VALUE: 'insufficient',
  INSUFFICIENT_WALLET_BALANCE: 'insufficient',
  INSUFFICIENT_ASSET_BALANCE: 'insufficient',
  OWN_LIMIT_EXCEEDED: 'own-limit',
  ACCOUNT_FROZEN: 'frozen',
  INACTIVE_ASSET: 'inactive',
  INVALID_MERCHANT_CONFIG: 'conflict',
  INVALID_MERCHANT_CONFIGURATION: 'conflict',
  FORBIDDEN: 'forbidden',
  INVALID_ASSET_TYPE: 'not-accepted',
  INVALID_AMOUNT: 'amount-changed',
  ASSET_REDEMPTION_DENIED: 'token-denied',
  QUOTA_EXCEEDED: 'quota',
  PATRON_CODE_EXPIRED: 'inactive',
  PATRON_CODE_INVALID: 'inactive',
  PAYMENT_DECLINED: 'declined',
  PAYMENT_UNCONFIRMED: 'unconfirmed',
  IDEMPOTENT_OPERATION_FAILED: 'in-doubt',
} as const
const idsOfModal = {
  'timed-out': 'ERR-01',
  duplicate: 'ERR-02',
  cancelled: 'ERR-03',
  insufficient: 'ERR-04',
  'own-limit': 'GUARD-12',
  frozen: 'GUARD-09',
  inactive: 'ERR-05',
  conflict: 'ERR-06',
  unknown: 'ERR-07',
  forbidden: 'PAY-19',
  'not-accepted': 'PAY-19',
  'amount-changed': 'PAY-19',
  'token-denied': 'PAY-19',
  quota: 'PAY-19',
  declined: 'PAY-19',
  unconfirmed: 'PAY-19',
  'in-doubt': 'PAY-19',
  'not-found': 'PAY-21',
} as const
for (const code of codes) {
  const kind = expectedModals[code as keyof typeof expectedModals] ?? 'unknown'
  test(`a payment refused with ${code} opens its modal [PAY-19, ${idsOfModal[kind]}]`, async () => {
    expect(modalForCode(code)).toBe(kind)
    server.answers[payCall] = refusal(code)
    await openPay()
    await payButton().click()
    const [title, text] = modalTexts[kind]
    await expect.element(modal(title).getByText(text)).toBeVisible()
    const mainActions = {
      insufficient: 'Change Payment Method',
      'not-accepted': 'Change Payment Method',
      'token-denied': 'Change Payment Method',
      declined: 'Change Payment Method',
      forbidden: 'Change Payment Method',
      quota: 'Change Payment Method',
      'amount-changed': 'See the new amount',
      unconfirmed: 'See your activity',
      'in-doubt': 'See your activity',
      unknown: 'Retry',
      duplicate: 'View Payment',
      'not-found': 'Go Back Home',
    }
    if (kind in mainActions) {
      const name = mainActions[kind as keyof typeof mainActions]
      await expect.element(page.getByRole('button', { name }).or(page.getByRole('link', { name }))).toBeVisible()
    }
    expect(payments().length).toBe(1)
  })
}
