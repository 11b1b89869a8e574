import { payPaymentRequest } from '@nikau/contract/payment-request-actions'
import { requestStatuses } from '@nikau/contract/payment-request-states'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { server } from '../../testing/mock-server.ts'
import { db, mockPayServerPerTest, modal, modalTexts, openPay, payButton, payCall, payments, refusal, success } from './fixtures.tsx'
import { pageByStatus } from './page-by-status.ts'
import { modalForCode } from './refusals.ts'

// Every status and every refusal of a payment request, which the end-to-end tests cannot provoke one by one.

mockPayServerPerTest()

const idsOfStatus = { new: 'PAY-14', paid: 'PAY-12', expired: 'PAY-13', cancelled: 'PAY-14' } as const
const idsOf = (path: string, status: keyof typeof idsOfStatus) => {
  if (path.endsWith('/summary')) return status === 'paid' ? 'ROUTE-10' : 'SUMM-04'
  return `${idsOfStatus[status]}, ${path.startsWith('/nikau') ? 'ROUTE-14' : 'ROUTE-09'}`
}
const titles = { '/pay/r1': 'Pay', '/nikau/pay/r1': 'Pay With Wallet', '/pay/r1/summary': 'Payment Summary' }

for (const status of requestStatuses)
  for (const [name, path] of [
    ['pay', '/pay/r1'],
    ['pay', '/nikau/pay/r1'],
    ['summary', '/pay/r1/summary'],
  ] as const)
    test(`${path} behaves as pageByStatus says for a ${status} request [${idsOf(path, status)}]`, async () => {
      db.request.status = status
      await openPay(path)
      const behaviour = pageByStatus[name][status]
      if (behaviour === 'show') {
        await expect.element(name === 'pay' ? payButton() : success()).toBeVisible()
        await expect.poll(() => document.title).toBe(`${titles[path]} | Nikau`)
        expect(document.querySelector('[role=alertdialog]')).toBeNull()
      } else {
        const redirected = behaviour === 'redirect-to-pay'
        const final = redirected ? pageByStatus.pay[status] : behaviour
        await expect.poll(() => document.title).toBe(`${redirected ? 'Pay' : titles[path]} | Nikau`)
        if (final === 'show' || final === 'redirect-to-pay') {
          await expect.element(payButton()).toBeEnabled()
          expect(document.querySelector('[role=alertdialog]')).toBeNull()
        } else {
          await expect.element(modal(modalTexts[final][0]).getByText(modalTexts[final][1])).toBeVisible()
          await expect.element(payButton()).toBeDisabled()
        }
      }
    })

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
    const mainActions = { insufficient: 'Change Payment Method', unknown: 'Retry', duplicate: 'View Payment', 'not-found': 'Go Back Home' }
    if (kind in mainActions) {
      const name = mainActions[kind as keyof typeof mainActions]
      await expect.element(page.getByRole('button', { name }).or(page.getByRole('link', { name }))).toBeVisible()
    }
    expect(payments().length).toBe(1)
  })
}
