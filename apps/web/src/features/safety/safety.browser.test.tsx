import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { keepOfflineCodes, readOfflineCodes } from '../../lib/offline-codes.ts'
import { at, button, currentPath, dialog, heading, link, mockServerPerTest, openApp, pageText, refusal, server, transfer } from '../../testing/fixtures.tsx'
import { inTurn } from '../../testing/mock-server.ts'

mockServerPerTest()
beforeEach(() => {
  deployed.people.guard = true
  server.answers[safety] = { frozen: null }
})
afterEach(() => {
  deployed.people.guard = false
})

const safety = 'GET /api/accounts/mine/safety'
const freeze = 'POST /api/accounts/mine/freeze'
const unfreeze = 'POST /api/accounts/mine/unfreeze'
const byMe = { frozen: { by: 'person', since: new Date().toISOString() } }
const byOperator = { frozen: { by: 'operator', since: '2026-11-14T03:12:00.000Z', reason: 'We are checking a payment that a shop reported.' } }
const methods = { methods: ['code'], phone: '+64 21 ••• •42' }
const payAction = () => page.getByRole('navigation', { name: 'Actions' }).getByRole('link', { name: 'Pay' })

test('without people.guard there is no safety screen, no menu entry and no call', async () => {
  deployed.people.guard = false
  const screen = await openApp('/')
  await expect.poll(pageText).toContain('$128.40')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect.element(link('Passkeys')).toHaveAttribute('href', '/security')
  expect(link('Safety').elements()).toEqual([])
  await screen.unmount()
  await openApp('/safety')
  await expect.element(page.getByRole('heading', { name: 'Safety' })).not.toBeInTheDocument()
  expect(server.to(safety)).toEqual([])
})

test('the menu leads to safety, and from there to freezing, devices, passkeys and activity [GUARD-09, GUARD-13]', async () => {
  await openApp('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await link('Safety').click()
  await expect.element(heading('Safety')).toBeVisible()
  const hrefs = () =>
    page
      .getByRole('list', { name: 'Safety' })
      .getByRole('link')
      .elements()
      .map((row) => row.getAttribute('href'))
  expect(hrefs()).toEqual([
    '/safety/freeze',
    '/safety/limits',
    '/safety/permissions',
    '/safety/trusted',
    '/safety/devices',
    '/security',
    '/safety/name',
    '/safety/activity',
  ])
})

test('one press freezes; the button names the amount, and home shows the freeze [GUARD-09]', async () => {
  server.answers[freeze] = byMe
  await keepOfflineCodes('me', { set: { id: 'set', limit: 6000n as never, codes: [] }, usedIds: [] })
  await openApp('/safety/freeze')
  await button('Freeze $128.40').click()
  await expect.poll(currentPath).toBe('/')
  expect(server.to(freeze)).toHaveLength(1)
  expect(await readOfflineCodes('me')).toBeUndefined()
  await expect.poll(pageText).toMatch(/Frozen by you, \d/)
  await expect.poll(pageText).toContain('$128.40')
  await expect.element(payAction()).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByRole('heading', { name: 'Nothing can leave' })).toBeVisible()
})

test('a freeze that fails says so; one whose state cannot be loaded is still offered [GUARD-09]', async () => {
  server.answers[safety] = refusal('FORBIDDEN')
  server.answers[freeze] = inTurn(refusal('FORBIDDEN'), byMe)
  await openApp('/safety/freeze')
  await button('Freeze $128.40').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.poll(pageText).toContain('Your wallet is not frozen')
  await button('Freeze $128.40').click()
  await expect.poll(currentPath).toBe('/')
})

test('lifting a freeze asks who it is, and then everything is back [GUARD-10, SEC-4]', async () => {
  server.answers[safety] = byMe
  server.answers[unfreeze] = inTurn(refusal('SIGN_IN_AGAIN', { signIn: { acr: 'code', maxAge: 300 } }), { frozen: null })
  server.answers['GET /step-up'] = methods
  server.answers['POST /step-up/code/send'] = { resendAt: at, expiresAt: at }
  server.answers['POST /step-up/code'] = { acr: 'code' }
  await openApp('/')
  await button('Unfreeze').click()
  await page.getByLabelText('6-digit code').fill('123456')
  await expect.element(page.getByRole('heading', { name: 'Nothing can leave' })).not.toBeInTheDocument()
  await expect.element(payAction()).toHaveAttribute('href', '/scan')
  expect(pageText()).not.toContain('Frozen by you')
})

test('a freeze by the operator says why, since when and what to do, and cannot be lifted [GUARD-10]', async () => {
  server.answers[safety] = byOperator
  await openApp('/safety/freeze')
  await expect.element(page.getByText('We are checking a payment that a shop reported.')).toBeVisible()
  await expect.poll(pageText).toContain('4:12 pm')
  await expect.element(link('support@nikau.example')).toHaveAttribute('href', 'mailto:support@nikau.example')
  expect(button('Unfreeze').elements()).toEqual([])
  expect(button(/^Freeze/).elements()).toEqual([])
})

test('a freeze that the operator took over meanwhile is shown as the operator’s [GUARD-10]', async () => {
  server.answers[safety] = inTurn(byMe, byOperator)
  server.answers[unfreeze] = refusal('FROZEN_BY_OPERATOR', { since: '2026-11-14T03:12:00.000Z', reason: 'We are checking a payment that a shop reported.' })
  await openApp('/safety/freeze')
  await button('Unfreeze').click()
  await expect.element(page.getByRole('heading', { name: 'Nikau has frozen your wallet' })).toBeVisible()
})

test('a withdrawal that a freeze refuses says so, and home knows it afterwards [GUARD-09]', async () => {
  server.answers[safety] = inTurn({ frozen: null }, byMe)
  server.answers['POST /api/withdrawals'] = refusal('ACCOUNT_FROZEN')
  await openApp('/')
  await expect.element(payAction()).toHaveAttribute('href', '/scan')
  await page.getByRole('button', { name: 'Menu' }).click()
  await link('Withdraw').click()
  await link(/ASB/).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('50')
  await button('Withdraw $50.00').click()
  await dialog('Your wallet is frozen').getByRole('button', { name: 'Back to home' }).click()
  await expect.element(page.getByRole('heading', { name: 'Nothing can leave' })).toBeVisible()
})

const session = (id: string, device: string, more: object = {}) => ({ id, device, firstUsedAt: at, lastUsedAt: at, current: false, ...more })

test('lists where the person is signed in; one or all others are signed out after a question [GUARD-13, SEC-23]', async () => {
  const [mine, mac, pixel] = [session('me', 'Chrome on Android', { current: true }), session('mac', 'Safari on macOS'), session('pixel', 'Firefox on Android')]
  server.answers['GET /sessions'] = inTurn({ sessions: [mine, mac, pixel] }, { sessions: [mine, pixel] }, { sessions: [mine] })
  server.answers['DELETE /sessions/mac'] = () => new Response(null, { status: 204 })
  server.answers['DELETE /sessions'] = inTurn(refusal('FORBIDDEN'), () => new Response(null, { status: 204 }))
  await openApp('/safety/devices')
  const rows = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  await expect
    .poll(() => rows.elements().map((row) => row.textContent))
    .toEqual([
      expect.stringMatching(/Chrome on Android.*This device/),
      expect.stringMatching(/Safari on macOS.*Last used.*4:00 pm.*Since/),
      expect.stringMatching(/Firefox on Android/),
    ])
  await button('Sign out Safari on macOS').click()
  const one = dialog('Sign out Safari on macOS?')
  await one.getByRole('button', { name: 'Cancel' }).click()
  expect(server.to('DELETE /sessions/mac')).toEqual([])
  await button('Sign out Safari on macOS').click()
  await one.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => rows.elements()).toHaveLength(2)
  await button('Sign out everywhere else').click()
  const others = dialog('Sign out everywhere else?')
  await others.getByRole('button', { name: 'Sign out' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await others.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => rows.elements()).toHaveLength(1)
  expect(button('Sign out everywhere else').elements()).toEqual([])
})

test('security activity names what happened, when and on which device, page by page [SEC-10]', async () => {
  const event = (id: string, kind: string, detail: object = {}) => ({ id, kind, at, device: 'Chrome on Android', detail })
  server.answers['GET /api/me/security-events'] = inTurn(
    { items: [event('1', 'withdrawal-made', { amount: '$50.00', bankAccount: '12-••••-••••323-50' }), event('2', 'signed-in')], nextPageKey: 'more' },
    { items: [event('3', 'not-known-yet')] },
  )
  await openApp('/safety/activity')
  const rows = page.getByRole('list', { name: 'Recent security activity' }).getByRole('listitem')
  await expect
    .poll(() => rows.elements().map((row) => row.textContent))
    .toEqual([expect.stringMatching(/\$50\.00 withdrawn to 12.••••.••••323.50.*4:00 pm · Chrome on Android/), expect.stringMatching(/^Signed in/)])
  await button('Show more').click()
  await expect.poll(() => rows.elements()).toHaveLength(3)
  expect(button('Show more').elements()).toEqual([])
})

test('an email change is undone with a button, not by opening the link [SEC-3]', async () => {
  location.hash = '#undo-token'
  server.answers['POST /api/profile/undo-email'] = { email: 'm•••@demo.example' }
  await openApp('/undo-email')
  await expect.element(heading('Undo email change')).toBeVisible()
  expect(server.to('POST /api/profile/undo-email')).toEqual([])
  await button('Undo the change').click()
  await expect.element(page.getByText('Your email is m•••@demo.example again')).toBeVisible()
  await expect.element(link('Sign in')).toHaveAttribute('href', '/')
  expect(server.bodies('POST /api/profile/undo-email')).toEqual([{ token: 'undo-token' }])
  location.hash = ''
})

const withdrawalRefusals = [
  ['WITHDRAWAL_MINIMUM_UNVERIFIED', { minimum: '1000' }, 'Verify this bank account', 'you can withdraw $10.00 or more'],
  ['WITHDRAWAL_LIMIT_UNVERIFIED', { until: '2026-11-23T03:12:00.000Z' }, 'Verify this bank account', 'or wait until Mon 23 Nov 4:12 pm'],
  [
    'NEW_PAYEE_LIMIT_EXCEEDED',
    { available: '2500', until: '2026-11-23T03:12:00.000Z' },
    'This bank account is new',
    'withdraw $25.00 more to new bank accounts until Mon 23 Nov 4:12 pm',
  ],
] as const

for (const [code, fields, title, text] of withdrawalRefusals)
  test(`${code} says what is possible and when [SEC-2, SEC-4]`, async () => {
    server.answers['POST /api/withdrawals'] = inTurn(refusal(code, fields), transfer('out', { type: 'withdrawal' }))
    await openApp('/withdraw/bank-accounts/asb')
    await page.getByRole('textbox', { name: 'Amount' }).fill('50')
    await button('Withdraw $50.00').click()
    await expect.element(dialog(title)).toBeVisible()
    expect(dialog(title).element().textContent).toContain(text)
    expect(dialog(title).element().textContent).toContain('Your money is still in your wallet.')
  })
