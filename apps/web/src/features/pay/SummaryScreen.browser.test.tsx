import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { db, mockPayServerPerTest, openPay } from './fixtures.tsx'

mockPayServerPerTest()

test('the rows of the summary; Back to dashboard links to the merchant’s redirect, otherwise home [SUMM-01, SUMM-02, SUMM-03]', async () => {
  localStorage.setItem('closedPaymentModal-r1', 'true')
  Object.assign(db.request, {
    status: 'paid',
    remainingAmount: '200',
    value: { amount: '1500', currency: 'NZD' },
    lineItems: [
      { name: 'Hamper', qty: '1', price: '1900' },
      { name: 'Member', qty: '1', price: '-100' },
    ],
    redirectUrl: 'https://shop.example/back?paymentRequestId=r1',
    paidBy: {
      assetTotals: [
        { type: 'nikau.token.main', description: 'One hot drink', total: { amount: '700', currency: 'NZD' } },
        { type: 'nikau.nzd.main', description: 'NZD', total: { amount: '600', currency: 'NZD' } },
      ],
    },
  })
  const first = await openPay('/pay/r1/summary')
  await expect.element(page.getByRole('link', { name: 'Back to dashboard' })).toHaveAttribute('href', 'https://shop.example/back?paymentRequestId=r1')
  const rows = [...document.querySelectorAll('.n-receipt-row')].map((row) => [...row.children].map((cell) => cell.textContent).join(' '))
  expect(rows.slice(0, 7)).toEqual([
    '1 × Hamper $19.00',
    '1 × Member −$1.00',
    'Order total $18.00',
    'Already paid $3.00',
    'Discounts $7.00',
    'Remaining $2.00',
    'Total $6.00',
  ])
  const tile = document.querySelector('.n-pay')?.textContent
  for (const text of ['Partial Payment', 'One hot drink', '−$7.00', 'Wallet', '−$6.00', 'Still to pay']) expect(tile).toContain(text)
  await first.unmount()
  queryClient.clear()
  delete db.request.redirectUrl
  await openPay('/pay/r1/summary')
  await expect.element(page.getByRole('link', { name: 'Back to dashboard' })).toHaveAttribute('href', '/')
})
