import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { heading, mockServerPerTest, server } from '../../testing/fixtures.tsx'
import { joinBusiness, openPortal, shop } from '../../testing/portal.tsx'

mockServerPerTest()

const link = (id: string, fields: object = {}) => ({
  id,
  merchantId: 'live',
  liveness: 'main',
  name: 'Cake deposit',
  kind: 'fixed',
  amount: '6400',
  partialAllowed: false,
  asksNote: false,
  uses: 'many',
  status: 'open',
  url: `https://pay.nikau.example/l/${id}`,
  count: 3,
  paid: '19200',
  createdAt: '2026-11-14T03:00:00.000Z',
  ...fields,
})
const till = link('pl_till', { name: 'Till 1', kind: 'till', amount: undefined, count: 412, paid: '620470' })
const closed = link('pl_old', { name: 'Market stall', kind: 'typed', amount: undefined, status: 'closed', count: 1, paid: '2500' })
const listCall = 'GET /api/payment-links'

beforeEach(async () => {
  await page.viewport(1280, 900)
  joinBusiness('manager', [shop('live', { gstNumber: '140107697' })])
  server.answers[listCall] = { items: [link('pl_cake'), till, closed] }
})

const row = (name: RegExp) => page.getByRole('row', { name })

test('links are listed with their amount and with count and sum of what was paid [BIZ-50]', async () => {
  await openPortal('/business/take')
  await expect.element(heading('Take a payment')).toBeVisible()
  await expect.element(row(/^Cake deposit \$64.00 \$192.00 3 payments/)).toBeInTheDocument()
  await expect.element(row(/^Till 1 Typed by till \$6,204.70 412 payments/)).toBeInTheDocument()
  await expect.element(row(/^Market stall Closed \$25.00 1 payment/)).toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 2, name: 'Cake deposit' })).toBeVisible()
  await expect.element(page.getByText('pay.nikau.example/l/pl_cake')).toBeVisible()
  await page.getByRole('link', { name: 'Till 1' }).click()
  await expect.element(page.getByText('pay.nikau.example/l/pl_till')).toBeVisible()
})

test('a link is made with an amount, how often it can be paid, and more choices [BIZ-50]', async () => {
  const call = 'POST /api/payment-links'
  server.answers[call] = link('pl_new', { name: 'Wedding cake' })
  await openPortal('/business/take')
  await page.getByRole('button', { name: 'Make link' }).click()
  await expect.element(page.getByText('Enter a name')).toBeVisible()
  expect(server.to(call)).toEqual([])
  await page.getByRole('textbox', { name: 'What is it for' }).fill('Wedding cake')
  await page.getByRole('textbox', { name: 'Amount in dollars' }).fill('64')
  await expect.element(page.getByText('GST included $8.35')).toBeVisible()
  await page.getByText('More choices').click()
  await page.getByText(/^Allow part payments/).click()
  await page.getByText(/^Ask for a note/).click()
  server.answers[listCall] = { items: [link('pl_new', { name: 'Wedding cake' }), link('pl_cake')] }
  await page.getByRole('button', { name: 'Make link for $64.00' }).click()
  await expect
    .poll(() => server.bodies(call))
    .toEqual([
      {
        merchantId: 'live',
        name: 'Wedding cake',
        kind: 'fixed',
        amount: '6400',
        uses: 'once',
        partialAllowed: true,
        asksNote: true,
        idempotencyKey: expect.any(String) as string,
      },
    ])
  await expect.element(page.getByRole('heading', { level: 2, name: 'Wedding cake' })).toBeVisible()
})

test('the customer types the amount within the limits of the shop [BIZ-50]', async () => {
  const call = 'POST /api/payment-links'
  server.answers[call] = link('pl_new')
  await openPortal('/business/take')
  await page.getByText('Customer types it').click()
  await page.getByRole('textbox', { name: 'What is it for' }).fill('School bread order')
  await page.getByRole('textbox', { name: 'Least' }).fill('50')
  await page.getByRole('textbox', { name: 'Most' }).fill('5')
  await page.getByRole('button', { name: 'Make link' }).click()
  await expect.element(page.getByText('Enter an amount of at least the least')).toBeVisible()
  await page.getByRole('textbox', { name: 'Least' }).fill('5')
  await page.getByRole('textbox', { name: 'Most' }).fill('50')
  await page.getByRole('combobox', { name: 'Can be paid' }).selectOptions('Many times')
  await page.getByRole('button', { name: 'Make link' }).click()
  await expect.poll(() => server.bodies(call)).toMatchObject([{ kind: 'typed', least: '500', most: '5000', uses: 'many' }])
})

test('a sticker for a staff till is made by choosing the till, and one for another system has a name [BIZ-52, TILL-08]', async () => {
  const call = 'POST /api/payment-links'
  server.answers[call] = till
  const tillOf = (id: string, name: string, more: object = {}) => ({
    id,
    name,
    merchantId: 'live',
    merchantName: 'Corner Loaf',
    liveness: 'main',
    status: 'paired',
    createdAt: '2026-11-14T03:12:00.000Z',
    ...more,
  })
  server.answers['GET /api/accounts/org/tills'] = [
    tillOf('t1', 'Till 1'),
    tillOf('t2', 'Till 2'),
    tillOf('t3', 'Old till', { status: 'off' }),
    tillOf('t4', 'Far away', { merchantId: 'other' }),
  ]
  await openPortal('/business/take')
  await page.getByText('A till', { exact: true }).click()
  const which = page.getByRole('combobox', { name: 'Which till' })
  await expect.element(which).toHaveValue('t1')
  expect([...(which.element() as HTMLSelectElement).options].map(({ text }) => text)).toEqual(['Till 1', 'Till 2', 'A till of another system'])
  await expect.element(page.getByRole('textbox', { name: 'Name of the till' })).not.toBeInTheDocument()
  await which.selectOptions('Till 2')
  await page.getByRole('button', { name: 'Make link' }).click()
  await expect.poll(() => server.bodies(call)).toMatchObject([{ kind: 'till', tillId: 't2', name: 'Till 2' }])
  await page.getByText('A till', { exact: true }).click()
  await which.selectOptions('A till of another system')
  await page.getByRole('textbox', { name: 'Name of the till' }).fill('Self checkout')
  await page.getByRole('button', { name: 'Make link' }).click()
  await expect.poll(() => server.bodies(call)).toHaveLength(2)
  expect(server.bodies(call)[1]).toMatchObject({ kind: 'till', name: 'Self checkout' })
  expect(server.bodies(call)[1]).not.toHaveProperty('tillId')
})

test('a link is closed after a question, and says then what its code shows [BIZ-50][BIZ-54]', async () => {
  const call = 'POST /api/payment-links/pl_cake/archive'
  server.answers[call] = link('pl_cake', { status: 'closed' })
  await openPortal('/business/take?link=pl_cake')
  await page.getByRole('button', { name: 'Close this link' }).click()
  await expect.element(page.getByText(/say that they’re no longer used. This can’t be undone/)).toBeVisible()
  expect(server.to(call)).toEqual([])
  server.answers[listCall] = { items: [till, link('pl_cake', { status: 'closed' })] }
  await page.getByRole('button', { name: 'Close it' }).click()
  await expect.element(page.getByText(/Its code leads nowhere else/)).toBeVisible()
  expect(server.to(call)).toHaveLength(1)
})

const textOf = (name: string) => page.getByRole('article', { name }).element().textContent

test('the poster page shows sticker and poster with the shop as the phone names it [BIZ-53]', async () => {
  await openPortal('/business/take/poster?link=pl_till')
  await expect.poll(() => textOf('A6 sticker')).toMatch(/Till 1Scan to payCorner LoafCheck that your phone saysCorner Loaf, Ponsonby/)
  expect(textOf('A4 poster')).toContain('2. Check it says Corner Loaf')
  await expect.element(page.getByRole('article', { name: 'A6 sticker' }).getByRole('img', { name: 'QR code of Till 1' })).toBeVisible()
  expect(textOf('A6 sticker')).not.toContain('TEST')
  await page.getByRole('combobox', { name: 'For' }).selectOptions('Cake deposit')
  await expect.poll(() => textOf('A6 sticker')).toContain('Cake deposit')
})

test('a page of test money has TEST over it [BIZ-53][BIZ-07]', async () => {
  server.answers[listCall] = { items: [link('pl_cake', { liveness: 'test' })] }
  await openPortal('/business/take/poster')
  for (const name of ['A6 sticker', 'A4 poster']) await expect.poll(() => textOf(name)).toContain('TEST')
})

test('a member who may not make links is told to ask an owner [BIZ-50]', async () => {
  joinBusiness('accountant', [shop('live')])
  await openPortal('/business/take')
  await expect.element(heading('Ask an owner')).toBeVisible()
  expect(server.to(listCall)).toEqual([])
})
