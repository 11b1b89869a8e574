import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { offlineCodesDatabase } from '../../lib/erase-records.ts'
import { keepPatronCode, keptPatronCode } from '../../lib/kept-patron-code.ts'
import { keepOfflineCodes } from '../../lib/offline-codes.ts'
import { button, heading, mockServerPerTest, openApp, pageText, refusal, server } from '../../testing/fixtures.tsx'
import { inTurn } from '../../testing/mock-server.ts'

mockServerPerTest()

const report = 'POST /api/payment-requests/pr/report'
/** 14 November 2026 in New Zealand, at this UTC hour and minute of the day before. */
const at = (time: string) => `2026-11-13T${time}:00.000Z`

const request = (more: object) => ({
  id: 'pr',
  url: 'http://wallet.example/deimos/pay/pr',
  merchantId: 'm1',
  merchantName: 'Corner Loaf',
  value: { amount: '1600', currency: 'NZD' },
  remainingAmount: '0',
  createdAt: at('23:44'),
  updatedAt: at('23:44'),
  expiresAt: at('23:59'),
  expirySeconds: 900,
  paymentOptions: [],
  partialAllowed: false,
  status: 'paid',
  liveness: 'main',
  shortCode: 'NK-7F3C-91B2',
  configId: 'c1',
  ...more,
})
const byOfflineCode = request({
  patronCodeId: 'oc',
  barcode: '8884442073159681',
  offlineCode: { createdAt: at('23:41'), usedAt: at('23:44'), shownAt: '2026-11-14T00:20:00.000Z', limit: '6000' },
})

beforeEach(() => {
  deployed.people.guard = true
  server.answers['GET /api/wallets/wallet/transactions/1'] = {
    activityNumber: 1,
    amount: '1600',
    value: '-1600',
    createdAt: at('23:44'),
    destParty: 'Corner Loaf',
    paymentRequestId: 'pr',
  }
  server.answers['GET /api/payment-requests/pr'] = byOfflineCode
  server.answers['GET /api/payment-requests/pr/summary'] = byOfflineCode
})
afterEach(() => {
  deployed.people.guard = false
})

const steps = () =>
  page
    .getByRole('list', { name: 'What happened' })
    .getByRole('listitem')
    .elements()
    .map((step) => step.textContent.replace(/\s+/g, ' '))

test('a payment by offline code is marked, with the times of making, scanning and showing and most digits hidden [OFFLINE-06]', async () => {
  await openApp('/activity/n1')
  await expect.element(heading('Corner Loaf')).toBeVisible()
  await expect.element(page.getByText('Offline code', { exact: true })).toBeVisible()
  expect(steps()).toEqual([
    expect.stringMatching(/Your code was made.*before you lost signal.*12:41 pm/),
    expect.stringMatching(/Corner Loaf scanned it.*8884 •••• •••• ••••.*12:44 pm/),
    expect.stringMatching(/Paid within your \$60\.00.*12:44 pm/),
    expect.stringMatching(/Shown here.*when you had signal again.*1:20 pm/),
  ])
  expect(pageText()).not.toContain('4442')
})

test('the receipt of a payment that a token paid in part has the token with its last day [BIZ-77]', async () => {
  const total = { amount: '550', currency: 'NZD' }
  const token = { type: 'nikau.token.main', description: 'Tenth coffee', total, expiresAt: '2027-03-31T10:59:59.000Z' }
  const paidBy = { assetTotals: [token, { type: 'nikau.nzd.main', description: 'NZD', total }] }
  server.answers['GET /api/payment-requests/pr'] = request({ paidBy })
  await openApp('/activity/n1')
  await expect.poll(pageText).toContain('And withTenth coffee, expires 31 March 2027')
})

test('the receipt of a payment has the code that its success showed', async () => {
  await openApp('/activity/n1')
  await expect.poll(pageText).toContain('ReferenceNK-7F3C-91B2')
})

test('it is reported after a word about what that does; the codes of this device are erased [OFFLINE-06]', async () => {
  server.answers[report] = inTurn(refusal('UNKNOWN', {}, 400), {})
  await keepOfflineCodes('me', { set: { id: 'set', limit: 6000n as never, codes: [] }, usedIds: [] })
  keepPatronCode('me', { id: 'pc', accountId: 'mine', barcode: '9990001234567890', createdBy: 'me', createdAt: new Date(0), expiresAt: new Date(9e12) })
  await openApp('/activity/n1')
  await button('This wasn’t me').click()
  const sheet = page.getByRole('dialog', { name: 'This wasn’t me' })
  await expect.poll(() => sheet.element().textContent).toContain('All your codes end now')
  expect(server.to(report)).toEqual([])
  await button('Report this payment').click()
  await expect.poll(pageText).toContain('The payment wasn’t reported')
  await button('Report this payment').click()
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.poll(pageText).toContain('Reported. Your codes have ended.')
  expect(server.to(report).length).toBe(2)
  await expect.poll(async () => (await indexedDB.databases()).map(({ name }) => name)).not.toContain(offlineCodesDatabase)
  expect(keptPatronCode('me')).toBeUndefined()
})

test('one by an ordinary code says that it was scanned, and can be reported; others cannot [OFFLINE-06]', async () => {
  server.answers['GET /api/payment-requests/pr'] = request({ patronCodeId: 'pc', createdAt: at('23:42') })
  const byCode = await openApp('/activity/n1')
  await expect.poll(steps).toEqual([expect.stringMatching(/Corner Loaf scanned your code.*12:42 pm/), expect.stringMatching(/Paid from your wallet.*12:44 pm/)])
  expect(page.getByText('Offline code', { exact: true }).elements()).toEqual([])
  await expect.element(button('This wasn’t me')).toBeVisible()
  await byCode.unmount()
  server.answers['GET /api/payment-requests/pr'] = request({})
  const { queryClient } = await import('../../lib/endpoint-hooks.ts')
  queryClient.clear()
  await openApp('/activity/n1')
  await expect.poll(steps).toEqual([expect.stringContaining('You approved it'), expect.stringContaining('Paid from your wallet')])
  expect(button('This wasn’t me').elements()).toEqual([])
})
