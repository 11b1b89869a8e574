import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { asset, currentPath, heading, link, mockServerPerTest, openApp, pageText, server, wallet } from '../../testing/fixtures.tsx'

mockServerPerTest()

const line = asset('credit', 'farmlands.nzd.main', { description: 'Farmlands Card', balance: '-184215', availableBalance: '315785', limit: '500000' })
const payment = {
  activityNumber: 3,
  amount: '25000',
  value: '-25000',
  createdAt: '2026-11-07T03:00:00Z',
  destParty: 'Selwyn Stock and Station',
  srcWalletId: 'credit',
  paymentRequestId: 'r9',
}

beforeEach(() => {
  server.answers['GET /api/accounts/mine/assets'] = { items: [wallet(), line] }
  server.answers['GET /api/wallets/credit/transactions'] = { items: [payment] }
  server.answers['GET /api/wallets/credit/transactions/3'] = payment
  server.answers['GET /api/payment-requests/r9/summary'] = { message: 'unused' }
})

test('the dashboard’s tile leads to the credit line: available, used, limit, how it is paid, activity and its receipt [DASH-06]', async () => {
  await openApp('/')
  await page.getByRole('link', { name: /^Farmlands Card/ }).click()
  await expect.poll(currentPath).toBe('/assets/credit')
  await expect.element(heading('Farmlands Card')).toBeVisible()
  await expect.element(page.getByText('$1,842.15 of $5,000.00')).toBeVisible()
  await expect.element(page.getByRole('meter', { name: 'Used' })).toHaveAttribute('aria-valuenow', '37')
  expect(document.querySelector('.n-money')?.textContent).toContain('3,157')
  await expect.element(page.getByText(/You pay it back on your Farmlands account/)).toBeVisible()
  await expect.element(link('Make a payment')).toHaveAttribute('href', '/scan')
  await page.getByRole('link', { name: /^Selwyn Stock and Station/ }).click()
  await expect.poll(currentPath).toBe('/activity/n3?asset=credit')
  await expect.element(page.getByText('Paid with', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Farmlands Card', { exact: true })).toBeVisible()
  expect(pageText()).toContain('Paid with Farmlands Card')
  expect(pageText()).not.toContain('your wallet')
  await link('Back').click()
  await expect.poll(currentPath).toBe('/assets/credit')
})

test('a credit line without activity says so', async () => {
  server.answers['GET /api/wallets/credit/transactions'] = { items: [] }
  await openApp('/assets/credit')
  await expect.element(page.getByText('Your first payment shows up here.')).toBeVisible()
})
