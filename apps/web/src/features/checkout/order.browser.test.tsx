import { cents, format } from '@nikau/money'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { server } from '../../testing/mock-server.ts'
import { gstIn } from './gst.ts'
import { heading, mockCheckoutServerPerTest, openCheckout, press, summary, summaryCall } from './fixtures.tsx'

mockCheckoutServerPerTest()

const longName = 'Hand-thrown stoneware mug in the colour of Lake Pūkaki, with a handle for two fingers and a lid, dishwasher-proof'
const order = (lineItems: object[], fields: object = {}) => (server.answers[summaryCall] = summary({ lineItems, ...fields }))
const rows = () => [...document.querySelectorAll('.checkout-order .n-receipt-row')].map((row) => [...row.children].map((cell) => cell.textContent))
const disclosure = () => document.querySelector<HTMLDetailsElement>('.checkout-order > details')!
const coffee = { name: 'Flat white', qty: '2', price: '1100', tax: '15' }
const scone = { name: 'Cheese scone', qty: '1', price: '500', tax: '15' }

test('the order stands in the panel: open beside the methods, collapsed with its count on a phone', async () => {
  order([coffee, scone])
  await page.viewport(1280, 800)
  const { unmount } = await openCheckout()
  await expect.element(page.getByText('2 × Flat white')).toBeVisible()
  expect(rows()).toEqual([
    ['2 × Flat white', '$11.00'],
    ['1 × Cheese scone', '$5.00'],
    ['GST included', '$2.09'],
    ['Total', '$16.00'],
  ])
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(800)
  await unmount()
  await page.viewport(390, 844)
  await openCheckout()
  await expect.element(page.getByText('2 items')).toBeVisible()
  expect(disclosure().open).toBe(false)
  disclosure().querySelector('summary')!.click()
  await expect.element(page.getByText('2 × Flat white')).toBeVisible()
})

test('a request without lines has no order', async () => {
  await openCheckout()
  await expect.element(heading('Amount due $16.00')).toBeVisible()
  expect(document.querySelector('.checkout-order')).toBeNull()
})

test('GST is shown only as far as the merchant has told it: in every line, per rate, never guessed', async () => {
  expect(gstIn([{ price: '11500', tax: '15' }])).toBe(1500n)
  expect(
    gstIn([
      { price: '333', tax: '15' },
      { price: '333', tax: '15.0' },
      { price: '333', tax: '15' },
    ]),
  ).toBe(130n)
  expect(
    gstIn([
      { price: '1150', tax: '15' },
      { price: '900', tax: '0' },
    ]),
  ).toBe(150n)
  expect(gstIn([{ price: '1150', tax: '15' }, { price: '-150' }])).toBeUndefined()
  expect(gstIn([{ price: '11250', tax: '12.5' }])).toBe(1250n)
  expect(
    gstIn([
      { price: '999', tax: '15' },
      { price: '-999', tax: '15' },
    ]),
  ).toBe(0n)
  expect(gstIn([])).toBeUndefined()
  await page.viewport(1280, 800)
  order([coffee, { ...scone, tax: undefined }])
  await openCheckout()
  await expect.element(page.getByText('1 × Cheese scone')).toBeVisible()
  expect(rows().map(([name]) => name)).toEqual(['2 × Flat white', '1 × Cheese scone', 'Total'])
})

test('of an order that is partly paid elsewhere, the rows add up to the amount of the request', async () => {
  await page.viewport(1280, 800)
  order([{ ...coffee, price: '1900' }, scone], { partialAllowed: true, basketAmount: '2400' })
  await openCheckout()
  await expect.element(page.getByText('Already paid')).toBeVisible()
  expect(rows().slice(2)).toEqual([
    ['Order total', '$24.00'],
    ['Already paid', '$8.00'],
    ['GST included', '$3.13'],
    ['Total', '$16.00'],
  ])
})

test.each([
  [390, 844],
  [1280, 800],
])('sixty lines with long names, nothing and 99,999.99 dollars fit a window of %i px', async (width, height) => {
  await page.viewport(width, height)
  const lines = Array.from({ length: 60 }, (_, i) => ({ name: i % 2 ? longName : 'A'.repeat(60), qty: '12.375', price: i === 0 ? '9999999' : '0' }))
  order(lines, { value: { amount: '9999999', currency: 'NZD' }, remainingAmount: '9999999' })
  await openCheckout()
  await expect.element(page.getByText('60 items')).toBeVisible()
  if (width < 800) disclosure().querySelector('summary')!.click()
  await expect.element(page.getByRole('button', { name: 'Show all 60 items' })).toBeVisible()
  expect(rows()).toHaveLength(6)
  await press('Show all 60 items')
  await expect.poll(() => rows().length).toBe(61)
  expect(rows().at(-1)).toEqual(['Total', format(cents(9_999_999n))])
  expect(document.documentElement.scrollWidth).toBe(width)
  for (const cell of document.querySelectorAll<HTMLElement>('.checkout-order dd')) expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth + 1)
  // Beside a long order the way to pay stays in view.
  if (width > 800) {
    scrollTo(0, 1500)
    const { top, bottom } = page.getByRole('link', { name: 'Pay with Nikau wallet' }).element().getBoundingClientRect()
    expect(top >= 0 && bottom <= height).toBe(true)
    scrollTo(0, 0)
  }
})
