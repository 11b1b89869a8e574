import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { cornerLoaf, cornerLoafNow } from '../../testing/corner-loaf.ts'
import { dialog, heading, mockServerPerTest } from '../../testing/fixtures.tsx'
import { answerFromPress, noNetwork, refusal, server } from '../../testing/mock-server.ts'
import { joinBusiness, openPortal, shop } from '../../testing/portal.tsx'

mockServerPerTest()

const keysCall = '/api/accounts/org/api-keys'
const secret = 'nk_test_a0F3mQ9vLx2RkT8bWc51HdYz6NpE7a0F3mQ9vLxWXYZ'
const made = (more: object = {}) => ({
  name: 'Kiosk',
  scopes: ['payments:read', 'payments:write'],
  liveness: 'test',
  allowedAddresses: [],
  prefix: 'nk_test_a0',
  lastFour: 'WXYZ',
  enabled: true,
  version: 1,
  createdAt: cornerLoafNow,
  createdBy: 'crn::user:1',
  ...more,
})

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
  vi.setSystemTime(cornerLoafNow)
  await page.viewport(1280, 900)
  Object.assign(server.answers, cornerLoaf)
})
afterEach(() => vi.useRealTimers())

const open = () => openPortal('/business/developers/keys?shop=test')
const row = (name: RegExp) => page.getByRole('row', { name })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const fill = (name: string, text: string) => page.getByRole('textbox', { name }).fill(text)
const box = (name: string | RegExp) => page.getByRole('checkbox', { name })

test('keys are listed with what they may do, the ends of their secret, their last use and their end, test and live apart [BIZ-07, BIZ-60, BIZ-61]', async () => {
  await open()
  await expect.element(row(/^Till1 Test key nk_test_91…91B2 read payments, take payments 4:18 pm Never On/)).toBeInTheDocument()
  await expect.element(row(/^Bookkeeping Test key nk_test_04…04TQ read payouts Tue 10 Nov, 4:12 pm 1 February 2027 On/)).toBeInTheDocument()
  await expect.element(row(/^OldTill Test key nk_test_3z…3Z0C take payments Fri 2 Oct, 4:12 pm Never Off/)).toBeInTheDocument()
  await expect.element(row(/^WebShop Real money/)).not.toBeInTheDocument()
  await page.getByRole('switch', { name: 'Test mode' }).click({ force: true })
  await expect.element(row(/^WebShop Real money nk_live_a0…A0F3 read payments, take payments, refund/)).toBeInTheDocument()
  await expect.element(row(/Test key/)).not.toBeInTheDocument()
})

test('on a phone a key shows what it may do as well [BIZ-60]', async () => {
  await page.viewport(390, 844)
  await open()
  await expect.element(page.getByRole('cell', { name: 'nk_test_04…04TQ read payouts' })).toBeVisible()
})

test('a key is made with scopes, liveness, addresses and an end, and wrong input says what to enter [BIZ-60]', async () => {
  server.answers[`POST ${keysCall}`] = { ...made(), secret }
  await open()
  await press('Make a key')
  await expect.element(dialog('Make a test key')).toBeVisible()
  await expectAccessible()
  await fill('Name', 'Web shop')
  for (const name of ['read payments', 'take payments']) await box(new RegExp(`^${name}`)).click({ force: true })
  await fill('Only from these addresses', 'shop.example')
  await press('Make the key')
  await expect.element(page.getByText('Use letters and digits only')).toBeVisible()
  await expect.element(page.getByText('Choose at least one')).toBeVisible()
  await expect.element(page.getByText(/^Enter at most 20 IP addresses or networks/)).toBeVisible()
  await expectAccessible()
  expect(server.to(`POST ${keysCall}`)).toEqual([])

  // No call of keys needs it.
  await expect.element(box(/^give out tokens/)).not.toBeInTheDocument()
  await fill('Name', 'Kiosk')
  await fill('Only from these addresses', '203.0.113.7\n2001:db8::/32, 198.51.100.0/24')
  for (const name of ['refund', 'manage webhooks']) await box(new RegExp(`^${name}`)).click({ force: true })
  await page.getByRole('combobox', { name: 'Ends' }).selectOptions('After 90 days')
  await press('Make the key')
  await expect
    .poll(() => server.bodies(`POST ${keysCall}`))
    .toEqual([
      {
        name: 'Kiosk',
        scopes: ['refunds:write', 'webhooks:write'],
        liveness: 'test',
        allowedAddresses: ['203.0.113.7', '2001:db8::/32', '198.51.100.0/24'],
        expiresAt: expect.stringMatching(/^2027-02-12T03:2/) as string,
      },
    ])
})

test('a live key is made in the live view [BIZ-07, BIZ-60]', async () => {
  server.answers[`POST ${keysCall}`] = { ...made({ liveness: 'live' }), secret: secret.replace('test', 'live') }
  await openPortal('/business/developers/keys?shop=live')
  await press('Make a key')
  await expect.element(dialog('Make a live key')).toBeVisible()
  await fill('Name', 'Kiosk')
  await press('Make the key')
  await expect.poll(() => server.bodies(`POST ${keysCall}`)).toMatchObject([{ name: 'Kiosk', liveness: 'live' }])
})

test('the secret is shown once with Copy, closes only after it is said to be stored, and leaves the ends of it [BIZ-61]', async () => {
  const keys = cornerLoaf[`GET ${keysCall}`] as object[]
  server.answers[`POST ${keysCall}`] = () => {
    server.answers[`GET ${keysCall}`] = [...keys, made()]
    return { ...made(), secret }
  }
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await open()
  await press('Make a key')
  await fill('Name', 'Kiosk')
  await press('Make the key')
  const shown = dialog('Copy the key of Kiosk now')
  await expect.element(shown.getByText(secret)).toBeVisible()
  await expectAccessible()
  await shown.getByRole('button', { name: 'Copy' }).click()
  await expect.element(shown.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(copied).toHaveBeenCalledWith(secret)

  await userEvent.keyboard('{Escape}')
  await page.elementLocator(document.querySelector('.n-scrim')!).click({ position: { x: 8, y: 8 } })
  await expect.element(shown.getByRole('button', { name: 'Done' })).toBeDisabled()
  await expect.element(shown.getByText(secret)).toBeVisible()

  await box('I’ve stored it safely').click({ force: true })
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(row(/^Kiosk Test key nk_test_a0…WXYZ/)).toBeInTheDocument()
  const kept = [document.documentElement.outerHTML, JSON.stringify(localStorage), JSON.stringify(sessionStorage), location.href]
  expect(kept.some((text) => text.includes(secret))).toBe(false)
})

test('what stands in the way of a key is said in words [BIZ-60]', async () => {
  await open()
  await press('Make a key')
  await fill('Name', 'Kiosk')
  const reasons = [
    [() => refusal('API_KEY_ALREADY_EXISTS'), 'There is a key with this name already. Choose another name.'],
    [() => refusal('API_KEY_LIMIT_EXCEEDED'), 'A business has at most 100 keys.'],
    [noNetwork, 'We didn’t get an answer. If the key is in the list now, switch it off and make another one.'],
  ] as const
  for (const [answer, text] of reasons) {
    server.answers[`POST ${keysCall}`] = answer
    const before = server.to(`POST ${keysCall}`).length
    await press('Make the key')
    await expect.element(page.getByText(text)).toBeVisible()
    // A repetition would make the name taken, with a secret that nobody has seen.
    expect(server.to(`POST ${keysCall}`)).toHaveLength(before + 1)
  }
})

test('a new secret lets the old one work for a chosen time of at most 7 days [BIZ-62]', async () => {
  server.answers[`POST ${keysCall}/Till1/roll`] = { ...made({ name: 'Till1', previousUntil: '2026-11-21T03:20:00.000Z' }), secret }
  await open()
  await press('Change Till1')
  const overlap = page.getByRole('combobox', { name: 'After a new secret, the old one works for' })
  await expect.poll(() => overlap.element().textContent).toBe('no longer1 hour1 day7 days')
  await overlap.selectOptions('7 days')
  await expectAccessible()
  await press('Make a new secret')
  await expect.element(dialog('Copy the key of Till1 now').getByText('Sat 21 Nov, 4:20 pm')).toBeVisible()
  await expect.element(page.getByText(secret)).toBeVisible()
  expect(server.bodies(`POST ${keysCall}/Till1/roll`)).toEqual([{ overlapHours: 168 }])
})

test('a key is switched off and on [BIZ-60]', async () => {
  server.answers[`PUT ${keysCall}/Till1`] = made({ name: 'Till1', enabled: false })
  server.answers[`PUT ${keysCall}/OldTill`] = made({ name: 'OldTill' })
  await open()
  for (const [name, action] of [
    ['Till1', 'Switch off'],
    ['OldTill', 'Switch on'],
  ] as const) {
    await press(`Change ${name}`)
    await press(action)
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  }
  expect(server.bodies(`PUT ${keysCall}/Till1`)).toEqual([{ enabled: false }])
  expect(server.bodies(`PUT ${keysCall}/OldTill`)).toEqual([{ enabled: true }])
})

test('without a key the page says what one is for; what fails can be tried again [BIZ-60]', async () => {
  server.answers[`GET ${keysCall}`] = () => refusal('INTERNAL', {}, 400)
  await open()
  await expect.element(page.getByText('Couldn’t load your keys')).toBeVisible()
  await expectAccessible()
  answerFromPress(() => {
    server.answers[`GET ${keysCall}`] = []
  })
  await press('Try again')
  await expect.element(page.getByText('No test keys yet')).toBeVisible()
  await expectAccessible()
})

test('a developer starts in test mode with keys, webhooks and the log, and is told so in the live view; a manager asks an owner [BIZ-05, BIZ-06]', async () => {
  const shops = [shop('live'), shop('test', { test: true })]
  joinBusiness('developer', shops)
  const { unmount } = await openPortal('/business/developers/keys')
  await expect.element(row(/^Till1 Test key/)).toBeInTheDocument()
  for (const name of ['API keys', 'Webhooks', 'Request log']) await expect.element(page.getByRole('link', { name, exact: true })).toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Payouts' })).not.toBeInTheDocument()
  await unmount()

  server.requests.length = 0
  const live = await openPortal('/business/developers/keys?shop=live')
  await expect.element(heading('Ask an owner')).toBeVisible()
  expect(server.to(`GET ${keysCall}`)).toEqual([])
  await press('Switch on test mode')
  await expect.element(row(/^Till1 Test key/)).toBeInTheDocument()
  await live.unmount()

  joinBusiness('manager', shops)
  localStorage.clear()
  server.requests.length = 0
  for (const path of ['keys', 'webhooks', 'requests']) {
    queryClient.clear()
    const opened = await openPortal(`/business/developers/${path}`)
    await expect.element(heading('Ask an owner')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Developers' })).not.toBeInTheDocument()
    await opened.unmount()
  }
  expect(server.requests.filter(({ call }) => /api-keys|webhooks|requests$/.test(call))).toEqual([])
})
