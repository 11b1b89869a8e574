import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { db, mockPayServerPerTest, openPay, success } from './fixtures.tsx'

mockPayServerPerTest()

test('the rows of the summary; Back to dashboard links to the merchant’s redirect, otherwise home [SUMM-01, SUMM-02, SUMM-03, BIZ-77]', async () => {
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
        { type: 'nikau.token.main', description: 'One hot drink', total: { amount: '700', currency: 'NZD' }, expiresAt: '2027-03-31T10:59:59.000Z' },
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
  for (const text of ['Partial Payment', 'One hot drink', 'Expires 31 March 2027', '−$7.00', 'Wallet', '−$6.00', 'Still to pay']) expect(tile).toContain(text)
  await first.unmount()
  queryClient.clear()
  delete db.request.redirectUrl
  await openPay('/pay/r1/summary')
  await expect.element(page.getByRole('link', { name: 'Back to dashboard' })).toHaveAttribute('href', '/')
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const paidAt = (at: Date) => Object.assign(db.request, { status: 'paid', remainingAmount: '0', paidAt: at.toISOString() })

test('the success screen shows within minutes of the payment, with the payment’s own time; later the receipt with its date [SUMM-05]', async () => {
  const justNow = minutesAgo(4)
  paidAt(justNow)
  const first = await openPay('/pay/r1/summary')
  await expect.element(success().getByText('Your payment of $16.00 to Corner Loaf has been completed.')).toBeVisible()
  const time = success().element().querySelector('time')!
  expect(time.dateTime).toBe(justNow.toISOString())
  const shown = time.textContent
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect(time.textContent).toBe(shown)
  await first.unmount()
  queryClient.clear()
  paidAt(minutesAgo(6))
  const second = await openPay('/pay/r1/summary')
  await expect.element(page.getByText(/^(Today|Yesterday) \d/)).toBeVisible()
  expect(success().elements()).toEqual([])
  await second.unmount()
  queryClient.clear()
  paidAt(new Date('2024-08-14T04:12:36Z'))
  await openPay('/pay/r1/summary')
  await expect.element(page.getByText('Wed 14 Aug 2024 4:12 pm')).toBeVisible()
  expect(success().elements()).toEqual([])
  expect(localStorage.getItem('closedPaymentModal-r1')).toBeNull()
})

test('a payment by code is shown as on the till: paid, or paid in part with what is still to pay', async () => {
  paidAt(new Date())
  db.request.patronCodeId = 'pc_1'
  const first = await openPay('/pay/r1/summary')
  await expect.element(success().getByRole('heading', { name: 'Paid', exact: true })).toBeVisible()
  await expect.element(success().getByText('Show this to the cashier · NK-7F3C-91B2')).toBeVisible()
  await expect.element(success().getByRole('link', { name: 'Done' })).toHaveAttribute('href', '/')
  await first.unmount()
  queryClient.clear()
  Object.assign(db.request, { remainingAmount: '360' })
  await openPay('/pay/r1/summary')
  await expect.element(success().getByRole('heading', { name: 'Paid in part' })).toBeVisible()
  await expect.element(success().getByRole('img', { name: '$12.40 of $16.00 paid' })).toBeVisible()
  await expect.element(success().getByText('Still to pay here')).toBeVisible()
  await page.getByRole('button', { name: 'View receipt' }).click()
  await expect.element(page.getByText('Partial Payment')).toBeVisible()
})

test('success is celebrated once, where it has just happened: a reload, a link opened later and another tab show it calmly', async () => {
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true)
  const leaf = () => document.querySelector('.n-success')!
  const open = async () => {
    queryClient.clear()
    const screen = await openPay('/pay/r1/summary')
    await expect.element(success()).toBeVisible()
    return screen
  }
  Object.assign(db.request, { id: 'r-celebrated' })
  paidAt(new Date())
  const first = await open()
  expect(leaf().hasAttribute('data-still')).toBe(false)
  expect(getComputedStyle(leaf().querySelector('path')!).animationName).toBe('n-draw')
  expect(vibrate).toHaveBeenCalledTimes(1)
  await first.unmount()
  const again = await open()
  expect(leaf().hasAttribute('data-still')).toBe(true)
  await again.unmount()
  // Paid before this page was loaded.
  Object.assign(db.request, { id: 'r-before' })
  paidAt(new Date(Date.now() - performance.now() - 1000))
  await open()
  expect(leaf().hasAttribute('data-still')).toBe(true)
  expect(getComputedStyle(leaf().querySelector('path')!).animationName).toBe('none')
  expect(vibrate).toHaveBeenCalledTimes(1)
  vibrate.mockRestore()
})

test('the button of the success screen says where it leads', async () => {
  paidAt(new Date())
  const home = await openPay('/pay/r1/summary')
  await expect.element(success().getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/')
  await home.unmount()
  queryClient.clear()
  Object.assign(db.request, { redirectUrl: 'https://shop.example/back?paymentRequestId=r1' })
  await openPay('/pay/r1/summary')
  await expect.element(success().getByRole('link', { name: 'Back to Corner Loaf' })).toHaveAttribute('href', 'https://shop.example/back?paymentRequestId=r1')
})
