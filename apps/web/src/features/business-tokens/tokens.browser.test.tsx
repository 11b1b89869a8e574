import { pictureUrl } from '@nikau/contract/token-pictures'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../lib/endpoint-hooks.ts'
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
    ++tries === 1
      ? refusal('UNAVAILABLE', {}, 403)
      : { id: 'i1', collectionId: 'c1', createdAt: redemption.at, count: 2, linkCount: 0, given: 0, refused: 0, recipients: [] }
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
  const given = { id: 'i1', collectionId: 'c1', createdAt: redemption.at, count: 1, linkCount: 0, given: 0, refused: 0, recipients: [] }
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

test('links are made, shown to be copied, and again with the same key after a lost answer [BIZ-78]', async () => {
  const links = ['https://nikau.example/deimos/transfer/t1#key-1', 'https://nikau.example/deimos/transfer/t2#key-2']
  let tries = 0
  server.answers['POST /api/collections/c1/tokens'] = () =>
    ++tries === 1
      ? refusal('UNAVAILABLE', {}, 403)
      : { id: 'i1', collectionId: 'c1', createdAt: redemption.at, count: 2, linkCount: 2, given: 0, refused: 0, recipients: [], links }
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openPortal('/business/tokens/c1')
  await page.getByRole('button', { name: 'Give out', exact: true }).click()
  await page.getByText('By link').click()
  const field = page.getByRole('textbox', { name: 'How many links' })
  const make = page.getByRole('dialog').getByRole('button', { name: /^Make/ })
  await make.click()
  await expect.element(page.getByText('Enter how many')).toBeVisible()
  await field.fill('1001')
  await make.click()
  await expect.element(page.getByText('Give out at most 1,000 at a time')).toBeVisible()
  await field.fill('2')
  await expect.element(make).toHaveTextContent('Make 2 links')
  await make.click()
  await expect.element(page.getByText('Nothing was given out')).toBeVisible()
  await make.click()
  await expect.element(page.getByRole('group', { name: 'Links' })).toHaveTextContent(links.join(' '))
  await page.getByRole('button', { name: 'Copy all 2 links' }).click()
  expect(write.mock.calls).toEqual([[links.join('\n')]])
  const bodies = server.bodies('POST /api/collections/c1/tokens') as { links: number; idempotencyKey: string }[]
  expect(bodies).toEqual([{ links: 2, idempotencyKey: bodies[0]!.idempotencyKey }, bodies[0]])
  // No list has them afterwards.
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(document.body.textContent).not.toContain('key-1')
})

test('what was given out by link is listed as such [BIZ-78]', async () => {
  const issue = { id: 'i1', collectionId: 'c1', createdAt: redemption.at, count: 41, linkCount: 40, given: 41, refused: 0 }
  const link = { to: 'link', state: 'given' }
  server.answers['GET /api/collections/c1/tokens'] = { items: [{ ...issue, recipients: [{ to: '021 ••• ••67', state: 'given' }, link, link] }] }
  await openPortal('/business/tokens/c1')
  await expect.element(page.getByText('021 ••• ••67, 40 links')).toBeVisible()
})

test('a token has the picture that was chosen or uploaded [BIZ-76]', async () => {
  server.answers['POST /api/collections'] = coffee
  const upload = { id: 'mu_1', accountId: 'org', path: '/api/media-uploads/mu_1', type: 'image/png', width: 40, height: 40, createdAt: redemption.at }
  server.answers['POST /api/media-uploads'] = upload
  const first = await openPortal('/business/tokens/new')
  await page.getByText('Discount, free').click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Thanks')
  await page.getByRole('textbox', { name: /Up to/ }).fill('4')
  await page.getByRole('radio', { name: 'Farm gate' }).click({ force: true })
  const make = page.getByRole('button', { name: 'Make the token' })
  await make.click()
  await expect.poll(() => server.bodies('POST /api/collections')).toMatchObject([{ picture: 'gate' }])
  await first.unmount()
  await openPortal('/business/tokens/new')
  await page.getByText('Discount, free').click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Thanks')
  await page.getByRole('textbox', { name: /Up to/ }).fill('4')
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(picker, new File([new Uint8Array([1, 2, 3])], 'cake.png', { type: 'image/png' }))
  await expect.element(page.getByRole('radio', { name: 'Your picture' })).toBeChecked()
  // At the choice, and on the token as customers will hold it.
  const shown = [...document.querySelectorAll('img.n-art')].map((image) => image.getAttribute('src'))
  expect(shown).toEqual(['/api/media-uploads/mu_1', '/api/media-uploads/mu_1'])
  await make.click()
  await expect.poll(() => server.bodies('POST /api/collections').at(-1)).toMatchObject({ pictureId: 'mu_1' })
  expect(server.bodies('POST /api/collections').at(-1)).not.toHaveProperty('picture')
})

test('a product is allowed at another shop with items of its own [BIZ-79]', async () => {
  server.answers['POST /api/collections/c1/redemption-conditions'] = coffee
  await openPortal('/business/tokens/c1')
  await page.getByRole('button', { name: 'Allow at another shop' }).click()
  const sheet = page.getByRole('dialog')
  await expect.element(sheet.getByRole('combobox', { name: 'Shop' })).toHaveValue('second')
  await expect.element(sheet.getByRole('textbox', { name: 'Item', exact: true })).toHaveValue('Flat white')
  await sheet.getByRole('textbox', { name: /Item code/ }).fill('')
  await sheet.getByRole('textbox', { name: 'Covered up to' }).fill('5.51')
  await sheet.getByRole('button', { name: 'Allow it there' }).click()
  await expect.element(sheet.getByText('Enter its code')).toBeVisible()
  await expect.element(sheet.getByText('Enter an amount up to $5.50')).toBeVisible()
  await sheet.getByRole('textbox', { name: /Item code/ }).fill('9-fw')
  await sheet.getByRole('textbox', { name: 'Covered up to' }).fill('5')
  await sheet.getByRole('button', { name: 'Add an item' }).click()
  await sheet.getByRole('textbox', { name: 'Item', exact: true }).nth(1).fill('Long black')
  await sheet
    .getByRole('textbox', { name: /Item code/ })
    .nth(1)
    .fill('9-lb')
  await sheet.getByRole('button', { name: 'Allow it there' }).click()
  await expect
    .poll(() => server.bodies('POST /api/collections/c1/redemption-conditions'))
    .toEqual([
      {
        merchantId: 'second',
        items: [
          { name: 'Flat white', sku: '9-fw', maxValue: '500' },
          { name: 'Long black', sku: '9-lb', maxValue: '550' },
        ],
      },
    ])
  await expect.element(sheet).not.toBeInTheDocument()
})

test('a token without a shop can be allowed at one, and one that is allowed everywhere offers nothing [BIZ-79]', async () => {
  server.answers['GET /api/collections/c1'] = { ...coffee, kind: 'discount', redemptionConditions: [] }
  server.answers['POST /api/collections/c1/redemption-conditions'] = () => refusal('REDEMPTION_CONDITION_ALREADY_EXISTS', {}, 403)
  const screen = await openPortal('/business/tokens/c1')
  await expect.element(page.getByText('It can’t be used anywhere yet')).toBeVisible()
  await page.getByRole('button', { name: 'Allow at a shop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Allow it there' }).click()
  await expect.element(page.getByText('It can be used there already.')).toBeVisible()
  expect(server.bodies('POST /api/collections/c1/redemption-conditions')).toEqual([{ merchantId: 'live' }])
  await screen.unmount()
  queryClient.clear()
  const everywhere = ['live', 'second'].map((merchantId) => ({ ...coffee.redemptionConditions[0]!, merchantId }))
  server.answers['GET /api/collections/c1'] = { ...coffee, redemptionConditions: everywhere }
  await openPortal('/business/tokens/c1')
  await expect.element(page.getByRole('link', { name: 'Poster' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Allow at/ })).not.toBeInTheDocument()
})

test('the poster of a token has its name, its shops and until when it is good [BIZ-77]', async () => {
  const text = () => textOf(page.getByRole('article', { name: 'A4 poster' }).query())
  const first = await openPortal('/business/tokens/c1/poster')
  await expect.poll(text).toContain('Tenth coffee')
  for (const part of ['1. Ask us for it', '3. Use it by 31 March 2027', 'Corner Loaf', 'Product: Flat white']) expect(text()).toContain(part)
  expect(text()).not.toContain('TEST')
  await first.unmount()
  queryClient.clear()
  const life = { unit: 'year', count: 3 }
  server.answers['GET /api/collections/c1'] = { ...coffee, kind: 'gift', liveness: 'test', worth: '4000', lastDay: undefined, life }
  await openPortal('/business/tokens/c1/poster')
  await expect.poll(text).toContain('1. Buy it here for $40.00')
  expect(text()).toContain('3. Use it within 3 years of getting it')
  expect(text()).toContain('TEST')
})
