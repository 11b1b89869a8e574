import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { at, heading, link, mockServerPerTest, openApp, pageText, server, transfer } from '../../testing/fixtures.tsx'

mockServerPerTest()

const now = new Date().toISOString()
const payment = { activityNumber: 1, amount: '450', value: '-450', createdAt: now, destParty: 'Daily Bread', paymentRequestId: 'request' }

test('pending and failed top-ups are listed in accent colour with a status chip [ACT-02, ACT-07]', async () => {
  server.answers['GET /api/wallets/wallet/transactions'] = { items: [payment] }
  server.answers['GET /api/accounts/mine/topups'] = [
    transfer('up', { createdAt: now }),
    transfer('down', { createdAt: now, status: 'failed', failure: 'account-closed' }),
  ]
  server.answers['GET /api/funds-transfers/up'] = transfer('up')
  await openApp('/activity')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect.poll(() => rows.elements().length).toBe(3)
  const texts = rows.elements().map((row) => row.textContent)
  expect(texts.some((text) => /Top-up from ASB.*Top Up Pending.*\+\$50\.00.*Pending/.test(text))).toBe(true)
  expect(texts.some((text) => /Top-up from ASB.*Top Up Failed.*\+\$50\.00.*Failed/.test(text))).toBe(true)
  for (const row of rows.elements()) expect(row.querySelector('.n-avatar')?.getAttribute('data-tone')).toBe('out')
  await page.getByRole('button', { name: 'Pending' }).click()
  await expect.poll(() => rows.elements().length).toBe(1)
  await rows.getByRole('link').click()
  await expect.element(heading('Top-up from ASB')).toBeVisible()
})

test('a withdrawal’s receipt shows the dates of its transfer', async () => {
  const transaction = { activityNumber: 7, amount: '8000', value: '-8000', createdAt: at, destParty: '12-••••-••••323-50', withdrawalId: 'out' }
  server.answers['GET /api/wallets/wallet/transactions'] = { items: [transaction] }
  server.answers['GET /api/wallets/wallet/transactions/7'] = transaction
  server.answers['GET /api/funds-transfers/out'] = transfer('out', {
    type: 'withdrawal',
    status: 'requested',
    abortable: false,
    timeline: [
      { key: 'requested', at },
      { key: 'sent', at },
      { key: 'at-bank', by: '2026-11-17' },
      { key: 'done', by: '2026-11-18' },
    ],
  })
  await openApp('/activity')
  await link(/Withdrawal to ASB/).click()
  await expect.poll(pageText).toContain('In your bank accountby Wed 18 Nov')
  await expect.element(page.getByText('On its way')).toBeVisible()
})
