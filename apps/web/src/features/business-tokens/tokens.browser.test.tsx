import { pictureUrl } from '@nikau/contract/token-pictures'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { currentPath, mockServerPerTest, refusal, server } from '../../testing/fixtures.tsx'
import { inTurn } from '../../testing/mock-server.ts'
import { joinBusiness, openPortal, shop } from '../../testing/portal.tsx'

mockServerPerTest()

const counts = { issued: 640, redeemed: 415, givenBack: 3, ended: 0, stillOut: 228 }
const coffee = {
  id: 'c1',
  accountId: 'org',
  name: 'Tenth coffee',
  kind: 'product',
  liveness: 'main',
  status: 'running',
  worth: '550',
  lastDay: '2027-03-31',
  img: pictureUrl('cup'),
  createdAt: '2026-08-20T00:00:00.000Z',
  counts,
  redemptionConditions: [{ merchantId: 'live', merchantName: 'Corner Loaf', items: [{ sku: 'fw', name: 'Flat white', maxValue: '550' }] }],
}
const summary = {
  ...counts,
  waiting: 4,
  onTheirWay: 0,
  endingSoon: 0,
  worthOut: '125400',
  weeks: [
    { from: '2026-11-02', issued: 640, redeemed: 390, givenBack: 3, ended: 0 },
    { from: '2026-11-09', issued: 0, redeemed: 25, givenBack: 0, ended: 0 },
  ],
}
const redemption = {
  at: '2026-11-14T02:12:00.000Z',
  token: '4C1x',
  amount: '550',
  merchantId: 'live',
  merchantName: 'Corner Loaf',
  paymentRequestId: 'pr-1',
  shortCode: 'NK7F3C91B2',
  owed: false,
  givenBack: false,
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
  // A Saturday.
  vi.setSystemTime('2026-11-14T03:00:00.000Z')
  joinBusiness('manager', [shop('live'), shop('second', { name: 'Newtown Loaf' }), shop('test', { test: true })])
  server.answers['GET /api/collections'] = { items: [coffee, { ...coffee, id: 'c2', name: 'Thanks', kind: 'discount', status: 'closed', worth: '400' }] }
  server.answers['GET /api/collections/c1'] = coffee
  server.answers['GET /api/collections/c1/summary'] = summary
  server.answers['GET /api/collections/c1/redemptions'] = {
    items: [redemption, { ...redemption, paymentRequestId: 'pr-2', merchantName: 'Other Shop', owed: true }],
  }
  server.answers['GET /api/collections/c1/tokens'] = { items: [] }
})
afterEach(() => vi.useRealTimers())

const textOf = (element: Element | null) => element?.textContent?.replaceAll(/\s+/g, ' ')

test('the list has every token with what came back, and their sums [BIZ-76, BIZ-80]', async () => {
  await page.viewport(1280, 900)
  await openPortal('/business/tokens')
  await expect.element(page.getByRole('row', { name: /Tenth coffee.*Product: Flat white.*412 of 640 64%.*\$5\.50.*31 March 2027.*Running/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Thanks.*Discount, up to \$4\.00.*Closed/ })).toBeVisible()
  const totals = page.getByLabelText('All tokens together')
  await expect.poll(() => textOf(totals.query())).toContain('Given out1280')
  expect(textOf(totals.query())).toContain('worth up to $2,166.00')
})

test('a token shows its numbers, which add up, its weeks and its redemptions with their payments [BIZ-80, BIZ-81]', async () => {
  await page.viewport(1280, 900)
  await openPortal('/business/tokens/c1')
  const numbers = page.getByRole('region', { name: 'In numbers' })
  await expect.poll(() => textOf(numbers.query())).toContain('Given out640')
  for (const line of ['Redeemed−415', 'Given back after refunds3', 'Still out there228', '4 of them wait to be claimed', '$1,254.00 of sales'])
    expect(textOf(numbers.query())).toContain(line)
  await expect.element(page.getByRole('img', { name: /415 redeemed in the last 12 weeks; most in the week of Mon 2 Nov: 390/ })).toBeVisible()
  await expect.element(page.getByRole('link', { name: '…4C1x' })).toHaveAttribute('href', expect.stringContaining('/business/payments/pr-1'))
  await expect.element(page.getByRole('row', { name: /Other Shop, which you are billed for/ })).toBeVisible()
  await expect.poll(() => textOf(page.getByRole('main').query())).toContain('Ends 31 March 2027')
})

test('tokens are given out to numbers and emails, once each, and again with the same key after a lost answer [BIZ-78]', async () => {
  let tries = 0
  server.answers['POST /api/collections/c1/tokens'] = () =>
    ++tries === 1 ? refusal('UNAVAILABLE', {}, 403) : { id: 'i1', collectionId: 'c1', createdAt: redemption.at, count: 2, given: 0, refused: 0, recipients: [] }
  await openPortal('/business/tokens/c1')
  await page.getByRole('button', { name: 'Give out', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Mobile numbers or emails' })
  await field.fill('021 555 0142\nnobody')
  const give = page.getByRole('dialog').getByRole('button', { name: /Give out/ })
  await give.click()
  await expect.element(page.getByText('“nobody” is no New Zealand mobile number or email address')).toBeVisible()
  await field.fill('021 555 0142\n+64 21 555 0142, Jack@Example.nz')
  await expect.element(give).toHaveTextContent('Give out 2 tokens')
  await give.click()
  await expect.element(page.getByText('Nothing was given out')).toBeVisible()
  await give.click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const bodies = server.bodies('POST /api/collections/c1/tokens') as { recipients: string[]; idempotencyKey: string }[]
  expect(bodies.map(({ recipients }) => recipients)).toEqual([
    ['+64215550142', 'jack@example.nz'],
    ['+64215550142', 'jack@example.nz'],
  ])
  expect(bodies[1]!.idempotencyKey).toBe(bodies[0]!.idempotencyKey)
})

const needed = refusal('SIGN_IN_AGAIN', { signIn: { acr: 'code', maxAge: 300 } })

function confirmByCode() {
  server.answers['GET /step-up'] = { methods: ['code'], phone: '+64 21 ••• •42', email: 'm•••@demo.example' }
  server.answers['POST /step-up/code/send'] = { resendAt: redemption.at, expiresAt: redemption.at }
  server.answers['POST /step-up/code'] = { acr: 'code' }
}

test('giving out asks who it is, goes on after that under the same key, and keeps what was typed when that is closed [BIZ-78]', async () => {
  await page.viewport(1280, 900)
  const given = { id: 'i1', collectionId: 'c1', createdAt: redemption.at, count: 1, given: 0, refused: 0, recipients: [] }
  server.answers['POST /api/collections/c1/tokens'] = inTurn(needed, needed, given)
  confirmByCode()
  await openPortal('/business/tokens/c1')
  await page.getByRole('button', { name: 'Give out', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Mobile numbers or emails' })
  await field.fill('021 555 0142')
  const give = page.getByRole('dialog').getByRole('button', { name: /Give out one token/ })
  const sheet = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await give.click()
  await expect.element(page.getByLabelText('6-digit code')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('021 555 0142')
  await expect.element(page.getByText('Nothing was given out')).not.toBeInTheDocument()
  await give.click()
  await expect.element(page.getByLabelText('6-digit code')).toHaveFocus()
  await userEvent.keyboard('246813')
  await expect.element(page.getByText('1 token is on its way')).toBeVisible()
  const keys = (server.bodies('POST /api/collections/c1/tokens') as { idempotencyKey: string }[]).map(({ idempotencyKey }) => idempotencyKey)
  expect(keys).toEqual([keys[0], keys[0], keys[0]])
})

test('giving out is stopped after a question that says what stays [BIZ-82]', async () => {
  server.answers['POST /api/collections/c1/close'] = { ...coffee, status: 'closed' }
  await openPortal('/business/tokens/c1')
  await page.getByRole('button', { name: 'Stop giving out' }).click()
  await expect.element(page.getByText(/Customers keep those they have/)).toBeVisible()
  expect(server.to('POST /api/collections/c1/close')).toEqual([])
  server.answers['GET /api/collections/c1'] = { ...coffee, status: 'closed' }
  await page.getByRole('dialog').getByRole('button', { name: 'Stop giving out' }).click()
  await expect.poll(() => server.to('POST /api/collections/c1/close')).toHaveLength(1)
  await expect.element(page.getByRole('button', { name: 'Give out', exact: true })).not.toBeInTheDocument()
})

test('the form refuses a gift card that lasts less than three years before it is sent [BIZ-77]', async () => {
  await openPortal('/business/tokens/new')
  await page.getByText('Gift card, sold').click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Corner Loaf gift card')
  await page.getByRole('textbox', { name: /Worth each/ }).fill('40')
  await expect.element(page.getByRole('combobox', { name: 'Lasts' })).toHaveValue('3-year')
  await expect.poll(() => textOf(page.getByRole('main').query())).toContain('Ends 14 November 2029')
  await page.getByRole('combobox', { name: 'Lasts' }).selectOptions('1-year')
  await expect.element(page.getByText('A gift card that is sold must last at least 3 years.')).toBeVisible()
  await page.getByRole('button', { name: 'Make the token' }).click()
  expect(server.to('POST /api/collections')).toEqual([])
})

test('a product is made with its item at the chosen shops after asking who it is, and opens [BIZ-76, BIZ-79]', async () => {
  server.answers['POST /api/collections'] = inTurn(needed, coffee)
  confirmByCode()
  await openPortal('/business/tokens/new')
  await page.getByRole('button', { name: 'Make the token' }).click()
  await expect.element(page.getByText('Enter a name')).toBeVisible()
  await expect.element(page.getByText('Enter the item and its code')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Tenth coffee')
  await page.getByRole('textbox', { name: 'Worth each' }).fill('5.50')
  await page.getByRole('textbox', { name: 'Item', exact: true }).fill('Flat white')
  await page.getByRole('textbox', { name: /Item code/ }).fill('fw')
  await page.getByRole('checkbox', { name: /Newtown Loaf/ }).click({ force: true })
  await page.getByRole('button', { name: 'Make the token' }).click()
  await expect.element(page.getByLabelText('6-digit code')).toHaveFocus()
  await userEvent.keyboard('246813')
  const made = {
    accountId: 'org',
    liveness: 'main',
    kind: 'product',
    name: 'Tenth coffee',
    worth: '550',
    picture: 'cup',
    life: { unit: 'month', count: 3 },
    redemptionConditions: [{ merchantId: 'live', items: [{ sku: 'fw', name: 'Flat white', maxValue: '550' }] }],
  }
  await expect.poll(() => server.bodies('POST /api/collections')).toEqual([made, made])
  await expect.poll(currentPath).toBe('/business/tokens/c1?shop=live')
})
