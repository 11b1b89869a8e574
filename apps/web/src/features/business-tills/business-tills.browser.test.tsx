import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { currentPath, heading, mockServerPerTest, refusal, server } from '../../testing/fixtures.tsx'
import { joinBusiness, openPortal, shop } from '../../testing/portal.tsx'
import { pairing } from '../till-device/index.ts'

mockServerPerTest()

const of = '/api/accounts/org'
const now = '2026-11-14T03:20:00.000Z'
const till = (number: number, more: object = {}) => ({
  id: `till_${number}`,
  name: `Till ${number}`,
  merchantId: 'live',
  merchantName: 'Corner Loaf',
  liveness: 'main',
  status: 'paired',
  createdAt: '2026-11-02T00:00:00.000Z',
  pairedAt: '2026-11-02T00:00:00.000Z',
  ...more,
})
const inUse = till(1, { lastUsedAt: '2026-11-14T03:12:00.000Z', personName: 'Sione' })
const idle = till(2, { lastUsedAt: '2026-11-14T02:40:00.000Z' })
const waiting = till(3, { status: 'waiting', pairedAt: undefined })
const off = till(4, { status: 'off', lastUsedAt: '2026-10-29T04:20:00.000Z' })
const tests = till(5, { merchantId: 'test', liveness: 'test' })
const withCode = (of_: object) => ({ till: of_, pairing: { code: 'K7QM4R2X', expiresAt: '2026-11-14T03:30:00.000Z' } })

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
  vi.setSystemTime(now)
  await page.viewport(1280, 900)
  joinBusiness('account-owner', [shop('live'), shop('second', { name: 'Newtown Loaf' }), shop('test', { test: true })])
  Object.assign(server.answers, {
    [`GET ${of}/members`]: [],
    [`GET ${of}/invitations`]: [],
    [`GET ${of}/refund-limits`]: { cashier: '5000', manager: '50000' },
    [`GET ${of}/tills`]: [inUse, idle, waiting, off, tests],
    [`GET ${of}/till-code`]: {},
  })
})
afterEach(() => {
  vi.useRealTimers()
  pairing.set(undefined)
})

const row = (name: RegExp) => page.getByRole('table', { name: 'Tills of the business' }).getByRole('row', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const code = page.getByRole('status', { name: 'Pairing code' })

test('tills stand under Team with shop, status, last use and who is at them; test and live are not mixed [TILL-02, BIZ-07]', async () => {
  await openPortal('/business/team')
  await expect.element(row(/^Till 1 Corner Loaf Paired Now, Sione/)).toBeInTheDocument()
  await expect.element(row(/^Till 2 Corner Loaf Paired Today, 3:40 pm/)).toBeInTheDocument()
  await expect.element(row(/^Till 3 Corner Loaf Not paired yet Not used yet/)).toBeInTheDocument()
  await expect.element(row(/^Till 4 Corner Loaf Off Thu 29 Oct, 5:20 pm/)).toBeInTheDocument()
  await expect.element(row(/^Till 5/)).not.toBeInTheDocument()
})

test('in test the list has the test tills alone, each marked TEST [TILL-22, BIZ-07]', async () => {
  server.answers['GET /api/merchants/test'] = shop('test', { test: true })
  await openPortal('/business/team?shop=test')
  await expect.element(row(/^Till 5 TEST/)).toBeInTheDocument()
  await expect.element(row(/^Till 1/)).not.toBeInTheDocument()
  await button('Add a till').click()
  await expect.element(dialog.getByText('Add a test till')).toBeVisible()
})

test('a till is added to a shop and shows its code once, in two groups, with the minutes left and where to type it [TILL-02]', async () => {
  const made = till(6, { name: 'Coffee cart', status: 'waiting', pairedAt: undefined, merchantId: 'second', merchantName: 'Newtown Loaf' })
  server.answers[`POST ${of}/tills`] = refusal('TILL_ALREADY_EXISTS')
  await openPortal('/business/team')
  await button('Add a till').click()
  const shops = dialog.getByRole('combobox', { name: 'Shop' })
  await expect
    .poll(() =>
      shops
        .getByRole('option')
        .elements()
        .map((option) => option.textContent),
    )
    .toEqual(['Corner Loaf', 'Newtown Loaf'])
  await button('Add and show its code').click()
  await expect.element(dialog.getByText('Enter a name')).toBeVisible()
  expect(server.to(`POST ${of}/tills`)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Name' }).fill(' Coffee cart ')
  await shops.selectOptions('Newtown Loaf')
  await button('Add and show its code').click()
  await expect.element(dialog.getByText('This shop has a till of that name')).toBeVisible()
  server.answers[`POST ${of}/tills`] = withCode(made)
  await button('Add and show its code').click()
  await expect.element(code).toHaveTextContent('K7QM 4R2X')
  expect(server.bodies(`POST ${of}/tills`).at(-1)).toEqual({ name: 'Coffee cart', merchantId: 'second' })
  await expect.element(dialog.getByText('Good for 10 more minutes, once')).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: /\/deimos\/till$/ })).toHaveAttribute('href', `${location.origin}/deimos/till`)
  await expect.element(dialog.getByRole('img', { name: 'QR code of the till’s address' })).toBeVisible()
  // A device uses the code: the sheet notices by itself.
  server.answers[`GET ${of}/tills`] = [{ ...made, status: 'paired', pairedAt: '2026-11-14T03:21:00.000Z' }]
  await expect.element(dialog.getByRole('heading', { name: 'Coffee cart is paired' })).toBeVisible()
  await expect.element(code).not.toBeInTheDocument()
  await button('Done').click()
  await expect.element(row(/^Coffee cart Newtown Loaf Paired/)).toBeInTheDocument()
})

test('a code that nobody used in time is gone, and another one is made [TILL-02]', async () => {
  server.answers[`POST ${of}/tills/till_3/pairing-code`] = withCode(waiting)
  await openPortal('/business/team')
  await button('Change Till 3').click()
  await button('Pair a device').click()
  await expect.element(code).toHaveTextContent('K7QM 4R2X')
  vi.setSystemTime('2026-11-14T03:29:30.000Z')
  await expect.element(dialog.getByText('Good for 1 more minute, once')).toBeVisible()
  vi.setSystemTime('2026-11-14T03:30:01.000Z')
  await expect.element(dialog.getByText(/^The code is over: nobody used it/)).toBeVisible()
  await expect.element(code).not.toBeInTheDocument()
  server.answers[`POST ${of}/tills/till_3/pairing-code`] = { till: waiting, pairing: { code: 'AAAA2222', expiresAt: '2026-11-14T03:40:01.000Z' } }
  await button('Make a new code').click()
  await expect.element(code).toHaveTextContent('AAAA 2222')
})

test('a paired till gets a code for another device, and counts as paired only when that one has used it [TILL-02]', async () => {
  server.answers[`POST ${of}/tills/till_1/pairing-code`] = withCode(inUse)
  await openPortal('/business/team')
  await button('Change Till 1').click()
  await button('Pair another device').click()
  await expect.element(code).toHaveTextContent('K7QM 4R2X')
  await expect.poll(() => server.to(`GET ${of}/tills`).length).toBeGreaterThan(1)
  await expect.element(code).toBeVisible()
  server.answers[`GET ${of}/tills`] = [{ ...inUse, pairedAt: '2026-11-14T03:22:00.000Z' }]
  await expect.element(dialog.getByRole('heading', { name: 'Till 1 is paired' })).toBeVisible()
})

test('a till is renamed, and switched off after a question that says what ends [TILL-02]', async () => {
  server.answers[`PUT ${of}/tills/till_2`] = { ...idle, name: 'Back' }
  server.answers[`POST ${of}/tills/till_2/switch-off`] = { ...idle, status: 'off' }
  await openPortal('/business/team')
  await button('Change Till 2').click()
  await expect.element(button('Save the name')).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Back')
  await button('Save the name').click()
  await expect.poll(() => server.bodies(`PUT ${of}/tills/till_2`)).toEqual([{ name: 'Back' }])
  await button('Change Till 2').click()
  await button('Switch off').click()
  const question = page.getByRole('alertdialog', { name: 'Switch off Till 2?' })
  await expect.element(question.getByText(/^It ends at its next call/)).toBeVisible()
  expect(server.to(`POST ${of}/tills/till_2/switch-off`)).toEqual([])
  server.answers[`GET ${of}/tills`] = [{ ...idle, status: 'off' }]
  await question.getByRole('button', { name: 'Switch off' }).click()
  await expect.element(row(/^Till 2 Corner Loaf Off/)).toBeInTheDocument()
  await button('Change Till 2').click()
  await expect.element(button('Pair a device')).toBeVisible()
  await expect.element(button('Switch off')).not.toBeInTheDocument()
})

test('for a cashier the portal starts with the till: their own code, the way to it, and nothing else [TILL-03, BIZ-05, BIZ-06]', async () => {
  joinBusiness('cashier', [shop('live')])
  server.answers[`PUT ${of}/till-code`] = refusal('TILL_CODE_TOO_SIMPLE', {}, 400)
  await openPortal('/business')
  await expect.poll(currentPath).toBe('/business/take/till?shop=live')
  await expect.element(heading('Take a payment')).toBeVisible()
  await expect.element(page.getByText('You have no code yet.')).toBeVisible()
  const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  expect(places.elements().map((element) => element.textContent)).toEqual(['Take a payment'])
  await expect.element(places.first()).toHaveAttribute('aria-current', 'page')
  await expect.element(page.getByRole('link', { name: 'Payment link' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Open the till' })).toHaveAttribute('href', `${location.origin}/deimos/till`)
  await expect.element(page.getByText('An owner or manager pairs a device, under Team.')).toBeVisible()
  const field = page.getByRole('textbox', { name: 'New code' })
  await field.fill('1234')
  await button('Save the code').click()
  await expect.element(page.getByText('Enter 6 digits')).toBeVisible()
  expect(server.to(`PUT ${of}/till-code`)).toEqual([])
  await field.fill('123456')
  await button('Save the code').click()
  await expect.element(page.getByText('That’s too easy to guess. Choose another one.')).toBeVisible()
  server.answers[`PUT ${of}/till-code`] = { setAt: now }
  await field.fill('739154')
  await button('Save the code').click()
  await expect.element(page.getByText('Your code is set. You can start at the till with it.')).toBeVisible()
  expect(server.bodies(`PUT ${of}/till-code`).at(-1)).toEqual({ code: '739154' })
  await expect.element(field).toHaveValue('')
  for (const call of ['tills', 'members']) expect(server.to(`GET ${of}/${call}`)).toEqual([])
})

test('owners and managers find the till beside links and stickers, and their own code in it [TILL-03]', async () => {
  joinBusiness('manager', [shop('live')])
  server.answers[`GET ${of}/till-code`] = { setAt: '2026-11-02T20:14:00.000Z' }
  await openPortal('/business/take/till')
  await expect.element(page.getByText('You set it on Tue 3 Nov, 9:14 am.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Till', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect.element(page.getByRole('link', { name: 'Payment link' })).toBeVisible()
  await page.getByRole('link', { name: 'Team', exact: true }).last().click()
  await expect.element(row(/^Till 1/)).toBeInTheDocument()
})

test('on a phone that is a till, Take opens the till; on another one it opens the ways to take a payment', async () => {
  await page.viewport(390, 844)
  const take = page.getByRole('link', { name: 'Take', exact: true })
  const first = await openPortal('/business/take/till')
  await expect.element(take).toHaveAttribute('href', '/business/take')
  await expect.element(page.getByText(/^This device isn’t paired/)).toBeVisible()
  await first.unmount()
  const limits = { perPayment: 200_000n, perDay: 2_000_000n, refund: 200_000n } as never
  const device = { id: 'till_1', name: 'Till 1', merchantId: 'live', merchantName: 'Corner Loaf', accountId: 'org', accountName: 'Corner Loaf Ltd' }
  pairing.set({ key: 'nk_live_x', till: { ...device, liveness: 'main', limits } })
  await openPortal('/business/take/till')
  await expect.element(take).toHaveAttribute('href', `${location.origin}/deimos/till`)
  await expect.element(page.getByText('This device is Till 1 of Corner Loaf.')).toBeVisible()
})

test('a role that takes no payments has neither code nor till [BIZ-06]', async () => {
  joinBusiness('accountant', [shop('live')])
  await openPortal('/business/take/till')
  await expect.element(heading('Ask an owner')).toBeVisible()
  expect(server.to(`GET ${of}/till-code`)).toEqual([])
})
