import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { base } from '../../lib/paths.ts'
import { at, button, currentPath, dialog, heading, link, mockServerPerTest, openApp, pageText, refusal, server } from '../../testing/fixtures.tsx'
import { inTurn, noNetwork } from '../../testing/mock-server.ts'

mockServerPerTest()
beforeEach(() => {
  deployed.people.guard = true
  server.answers[summary] = connection()
  server.answers['GET /api/merchants/loaf/summary'] = {
    id: 'loaf',
    name: 'Corner Loaf',
    test: false,
    location: { lat: -36.85, lng: 174.74, street: '12 Ponsonby Road', suburb: 'Ponsonby', city: 'Auckland', postCode: '1011', state: '', country: 'NZ' },
  }
  server.answers[wallets] = [
    wallet('nikau', 'Nikau', `${base}/connect`, { primaryColorHex: '#0E5A42', logoImg: 'data:image/svg+xml,%3Csvg%20xmlns="http://www.w3.org/2000/svg"/%3E' }),
    wallet('tide', 'Tide Pay', 'https://tide.example/connect?from=shop', { primaryColorHex: '#1F4FA3' }),
  ]
  server.answers['GET /api/accounts/mine/safety'] = { frozen: null }
})
afterEach(() => {
  deployed.people.guard = false
})

const summary = 'GET /api/connections/con1/summary'
const wallets = 'GET /api/merchants/loaf/supported-wallets'
const authorize = 'POST /api/connections/con1/authorize'
const list = 'GET /api/accounts/mine/permissions'
const detail = 'GET /api/permissions/con1'
const update = 'PUT /api/permissions/con1'

const connection = (more: object = {}) => ({
  id: 'con1',
  createdAt: at,
  createdByAccountName: 'Corner Loaf Ltd',
  status: 'created',
  url: 'https://nikau.example/deimos/connect/con1',
  merchantId: 'loaf',
  test: false,
  formattedCreatedAt: 'Sun 15 Nov 2026, 4:00 pm',
  redirectHref: 'https://nikau.example/deimos/connect/con1',
  ...more,
})
const wallet = (id: string, name: string, connectUrl: string, more: object = {}) => ({
  id,
  name,
  accountId: id,
  connectUrl,
  payUrl: connectUrl,
  status: 'active',
  assetTypes: [{ id: 'nikau.nzd.main' }],
  createdAt: at,
  createdBy: 'x',
  test: false,
  ...more,
})
const permission = (more: object = {}) => ({
  id: 'con1',
  kind: 'connection',
  name: 'Corner Loaf',
  merchantId: 'loaf',
  liveness: 'main',
  state: 'on',
  since: '2026-09-03T03:00:00.000Z',
  limits: { each: '3000', period: 'monthly', total: '12000' },
  used: '4250',
  lastUse: { at, amount: '850' },
  ...more,
})
const detailed = (more: object = {}) => ({ ...permission(more), month: '2026-11', uses: [{ paymentRequestId: 'r1', amount: '850', at }] })
const signOut = () => sessionStorage.clear()
const theSwitch = () => page.getByRole('switch', { name: /Pay without asking me/ })

test.each(['/connect/con1', '/connection/con1'])(
  '%s is public: who asks, and a wallet for each that connects [ROUTE-12, ROUTE-13, CONN-01, CONN-02, SESS-09]',
  async (path) => {
    signOut()
    await openApp(path)
    await expect.element(heading('Connect your wallet to Corner Loaf')).toBeVisible()
    await expect.poll(() => document.title).toBe('Connection | Nikau')
    await expect.poll(pageText).toContain('Ponsonby, Auckland')
    expect(page.getByRole('img', { name: 'Verified' }).elements()).toEqual([])
    expect(pageText()).toContain('Asked Sun 15 Nov 2026, 4:00 pm')
    await expect.element(link(/^Nikau/)).toHaveAttribute('href', '/connect?connectionId=con1')
    await expect.element(link(/^Tide Pay/)).toHaveAttribute('href', 'https://tide.example/connect?from=shop&connectionId=con1')
    const marks = [...document.querySelectorAll('.connection-wallet')]
    expect(marks.map((mark) => mark.querySelector('rect')!.getAttribute('fill'))).toEqual(['#0E5A42', '#1F4FA3'])
    expect(marks[0]!.querySelector('image')!.getAttribute('href')).toMatch(/^data:image/)
    expect(marks[1]!.textContent).toBe('T')
    expect(server.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true)
  },
)

test('a verified merchant has its mark on the page that asks [CONN-01]', async () => {
  server.answers['GET /api/merchants/loaf/summary'] = { id: 'loaf', name: 'Corner Loaf', test: false, verified: true }
  await openApp('/connect/con1')
  await expect.element(page.getByRole('img', { name: 'Verified' })).toBeVisible()
})

test('a merchant without supported wallets says so [CONN-03]', async () => {
  server.answers[wallets] = []
  await openApp('/connect/con1')
  await expect.element(page.getByRole('heading', { name: 'No wallets available' })).toBeVisible()
  expect(pageText()).toContain('This merchant doesn’t support any wallets yet.')
  expect(link(/^Nikau/).elements()).toEqual([])
})

test('an authorised connection says so; with the guard area it leads to what the shop may do [CONN-04]', async () => {
  server.answers[summary] = connection({ status: 'authorized' })
  const screen = await openApp('/connect/con1')
  await expect.element(heading('Connection already authorised')).toBeVisible()
  expect(pageText()).toContain('You can close this page.')
  expect(pageText()).toContain('Corner Loaf, Ponsonby, Auckland')
  await expect.element(link('See what it may do')).toHaveAttribute('href', '/safety/permissions/con1')
  expect(server.to(wallets)).toEqual([])
  await screen.unmount()
  deployed.people.guard = false
  await openApp('/connect/con1')
  await expect.element(heading('Connection already authorised')).toBeVisible()
  expect(link('See what it may do').elements()).toEqual([])
})

test.each(['expired', 'ended'])('a connection that is %s has failed [CONN-05, GUARD-17]', async (status) => {
  server.answers[summary] = connection({ status })
  await openApp('/connect/con1')
  await expect.element(heading('Connection failed')).toBeVisible()
  expect(pageText()).toContain('This connection can no longer be used. Ask the merchant for a new link.')
  await expect.element(link('Back to home')).toHaveAttribute('href', '/')
  expect(link(/^Nikau/).elements()).toEqual([])
})

test('an unknown connection is not found [CONN-06]', async () => {
  server.answers[summary] = refusal('FORBIDDEN')
  await openApp('/connect/con1')
  await expect.element(heading('Connection not found')).toBeVisible()
  expect(pageText()).toContain('Make sure the link was copied correctly')
})

test('any other error of loading is a connection error that can be tried again [CONN-07]', async () => {
  server.answers[summary] = inTurn(refusal('RATE_LIMIT_EXCEEDED', {}, 400), connection())
  await openApp('/connect/con1')
  await expect.element(heading('Connection Error')).toBeVisible()
  await button('Try again').click()
  await expect.element(heading('Connect your wallet to Corner Loaf')).toBeVisible()
})

test('without the network it is a connection error, too [CONN-07]', { timeout: 30_000 }, async () => {
  server.answers[summary] = noNetwork
  await openApp('/connect/con1')
  await expect.element(heading('Connection Error'), { timeout: 20_000 }).toBeVisible()
})

test('a merchant whose summary cannot be loaded is named by the account that asks; so are its wallets tried again [CONN-01]', async () => {
  server.answers['GET /api/merchants/loaf/summary'] = refusal('FORBIDDEN')
  server.answers[wallets] = inTurn(refusal('FORBIDDEN'), [])
  await openApp('/connect/con1')
  await expect.element(heading('Connect your wallet to Corner Loaf Ltd')).toBeVisible()
  await button('Try again').click()
  await expect.element(page.getByRole('heading', { name: 'No wallets available' })).toBeVisible()
})

test('Nikau shows what the shop may and may not, and connects; it takes nothing without asking [CONN-02, GUARD-16]', async () => {
  server.answers[authorize] = permission({ state: 'asks', limits: undefined, used: '0', lastUse: undefined })
  server.answers[detail] = { ...detailed({ state: 'asks', limits: undefined, used: '0' }), uses: [] }
  await openApp('/connect/con1')
  await link(/^Nikau/).click()
  await expect.element(heading('Connect Corner Loaf?')).toBeVisible()
  expect(pageText()).toContain('Ask for payments that you approve')
  expect(pageText()).toContain('See your name, number, balance or other shops')
  await expect.element(theSwitch()).not.toBeChecked()
  await button('Connect').click()
  await expect.poll(currentPath).toBe('/safety/permissions/con1')
  expect(server.bodies(authorize)).toEqual([{ accountId: 'mine' }])
  expect(server.to(update)).toEqual([])
})

test('limits are allowed right after connecting [GUARD-16]', async () => {
  server.answers[authorize] = permission({ state: 'asks', limits: undefined })
  server.answers[update] = permission()
  server.answers[detail] = detailed()
  await openApp('/connect?connectionId=con1')
  await page.getByText('Pay without asking me').click()
  await button(/^Each time: \$30\.00, change/).click()
  const amount = page.getByRole('textbox', { name: 'Each time' })
  await amount.fill('120.01')
  await button('Set limit').click()
  await expect.poll(pageText).toContain('Enter an amount up to $120.00')
  await amount.fill('20')
  await button('Set limit').click()
  await expect.element(button(/^Each time: \$20\.00, change/)).toBeVisible()
  await button('Connect').click()
  await expect.poll(currentPath).toBe('/safety/permissions/con1')
  expect(server.bodies(update)).toEqual([{ limits: { each: '2000', total: '12000' }, tokensFirst: true }])
})

test('what the shop may do is shown with its limits and whether tokens come first, as it is chosen [GUARD-16]', async () => {
  server.answers['GET /api/merchants/loaf/summary'] = { id: 'loaf', name: 'Corner Loaf', test: false, verified: true }
  server.answers[authorize] = permission({ state: 'asks', limits: undefined })
  server.answers[update] = permission()
  server.answers[detail] = detailed()
  await openApp('/connect?connectionId=con1')
  await expect.element(page.getByRole('img', { name: 'Verified' })).toBeVisible()
  expect(pageText()).not.toContain('Take up to')
  await page.getByText('Pay without asking me').click()
  await expect.poll(pageText).toContain('Take up to $30.00 each time and $120.00 a month without asking')
  expect(pageText()).toContain('Use your tokens first')
  await page.getByText('Use my tokens first').click()
  await expect.poll(pageText).not.toContain('Use your tokens first')
  await button('Connect').click()
  await expect.poll(currentPath).toBe('/safety/permissions/con1')
  expect(server.bodies(update)).toEqual([{ limits: { each: '3000', total: '12000' }, tokensFirst: false }])
})

test('a connected shop shows the verified mark, and uses tokens first or not [CONN-01, GUARD-16]', async () => {
  server.answers[detail] = inTurn(
    { ...detailed({ verified: true, tokensFirst: false }), uses: [{ paymentRequestId: 'r1', amount: '300', tokens: '550', at }] },
    detailed({ verified: true, tokensFirst: true }),
  )
  server.answers[update] = permission({ tokensFirst: true })
  await openApp('/safety/permissions/con1')
  await expect.element(page.getByRole('img', { name: 'Verified' })).toBeVisible()
  await expect.element(link(/Corner Loaf.*\$5\.50 with tokens.*minus 8 dollars 50/)).toBeVisible()
  const tokens = page.getByRole('switch', { name: /Use my tokens first/ })
  await expect.element(tokens).not.toBeChecked()
  await page.getByText('Use my tokens first').click()
  await expect.element(tokens).toBeChecked()
  expect(server.bodies(update)).toEqual([{ tokensFirst: true }])
})

test('without the guard area the shop is connected, and no permission is asked for or read', async () => {
  deployed.people.guard = false
  server.answers[summary] = inTurn(connection(), connection({ status: 'authorized' }))
  server.answers[authorize] = permission({ state: 'asks', limits: undefined })
  await openApp('/connect?connectionId=con1')
  await expect.element(heading('Connect Corner Loaf?')).toBeVisible()
  expect(theSwitch().elements()).toEqual([])
  await button('Connect').click()
  await expect.element(heading('Connection already authorised')).toBeVisible()
  expect(server.requests.filter(({ call }) => call.includes('/permissions'))).toEqual([])
})

test('a connection that somebody else took meanwhile is shown as it is; without an id it is not found', async () => {
  server.answers[summary] = inTurn(connection(), connection({ status: 'authorized' }))
  server.answers[authorize] = refusal('CONNECTION_NOT_OPEN')
  const screen = await openApp('/connect?connectionId=con1')
  await button('Connect').click()
  await expect.element(heading('Connection already authorised')).toBeVisible()
  await screen.unmount()
  await openApp('/connect')
  await expect.element(heading('Connection not found')).toBeVisible()
})

test('lists what may take money, with the most of the month and what was taken [GUARD-15]', async () => {
  server.answers[list] = {
    items: [
      permission(),
      permission({ id: 'con2', name: 'Petone Cinema', state: 'paused', used: '0', limits: { each: '2500', period: 'monthly', total: '2500' } }),
      permission({ id: 'con3', name: 'Harbour Gym', state: 'asks', used: '0', limits: undefined }),
      {
        id: 'asb',
        kind: 'direct-debit',
        name: 'ASB',
        bankAccountNumber: '12-••••-••••323-50',
        liveness: 'main',
        state: 'on',
        since: at,
        used: '5000',
        nextDate: '2026-11-16',
      },
    ],
    month: '2026-11',
    sum: { limit: '12000', used: '4250' },
  }
  const screen = await openApp('/safety')
  await link(/What may take money from me/).click()
  await expect.element(heading('What may take money from me')).toBeVisible()
  await expect.poll(pageText).toContain('Without asking, in November at most')
  expect(pageText()).toContain('120 dollars')
  expect(pageText()).toContain('$42.50 taken so far')
  const rows = (name: string) =>
    page
      .getByRole('list', { name, exact: true })
      .getByRole('link')
      .elements()
      .map((row) => [row.textContent, row.getAttribute('href')])
  expect(rows('From your wallet')).toEqual([
    ['CLCorner Loaf$42.50 of $120.00 this monthOn', '/safety/permissions/con1'],
    ['PCPetone CinemaWas $25.00 a monthPaused', '/safety/permissions/con2'],
    ['HGHarbour GymYou approve each paymentAsks', '/safety/permissions/con3'],
  ])
  expect(rows('From your bank to your wallet')).toEqual([
    [expect.stringContaining('Direct debit, ASBOnly when you top up, next on Mon 16 Nov'), '/bank-accounts'],
  ])
  await screen.unmount()
  deployed.people.guard = false
  server.requests.length = 0
  await openApp('/safety/permissions')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(server.to(list)).toEqual([])
})

test('everything that is not paused can be paused at once [GUARD-17]', async () => {
  const items = [permission(), permission({ id: 'con2', name: 'Petone Cinema', state: 'paused' })]
  server.answers[list] = inTurn(
    { items, month: '2026-11', sum: { limit: '12000', used: '4250' } },
    { items: [], month: '2026-11', sum: { limit: '0', used: '0' } },
  )
  server.answers['POST /api/permissions/con1/pause'] = permission({ state: 'paused' })
  await openApp('/safety/permissions')
  await button('Pause everything').click()
  await expect.element(page.getByRole('heading', { name: 'Nothing takes money without asking' })).toBeVisible()
  expect(server.requests.filter(({ call }) => call.endsWith('/pause')).map(({ call }) => call)).toEqual(['POST /api/permissions/con1/pause'])
})

test('a shop shows what it took, and is paused and started again [GUARD-15, GUARD-17, SEC-4]', async () => {
  server.answers[detail] = inTurn(detailed(), detailed({ state: 'paused' }), detailed())
  server.answers['POST /api/permissions/con1/pause'] = permission({ state: 'paused' })
  server.answers['POST /api/permissions/con1/resume'] = inTurn(refusal('SIGN_IN_AGAIN', { signIn: { acr: 'code', maxAge: 300 } }), permission())
  server.answers['GET /step-up'] = { methods: ['code'], phone: '+64 21 ••• •42' }
  server.answers['POST /step-up/code/send'] = { resendAt: at, expiresAt: at }
  server.answers['POST /step-up/code'] = { acr: 'code' }
  await openApp('/safety/permissions/con1')
  await expect.element(heading('Corner Loaf')).toBeVisible()
  expect(heading('Corner Loaf').element().closest('p')).toBeNull() // a paragraph cannot hold a heading
  expect(pageText()).toContain('Paid without asking, November')
  expect(pageText()).toContain('of $120.00 a month$77.50 left')
  await expect.element(link(/Corner Loaf.*minus 8 dollars 50/)).toHaveAttribute('href', '/pay/r1/summary')
  await button('Pause').click()
  await expect.element(page.getByRole('heading', { name: 'Paused' })).toBeVisible()
  await expect.element(theSwitch()).toBeDisabled()
  await button('Start again').click()
  await page.getByLabelText('6-digit code').fill('123456')
  await expect.element(button('Pause')).toBeVisible()
  await expect.element(theSwitch()).toBeChecked()
})

test('the limits are changed, and the permission is switched off [GUARD-16]', async () => {
  server.answers[detail] = inTurn(
    detailed(),
    detailed({ limits: { each: '3000', period: 'monthly', total: '15000' } }),
    detailed({ state: 'asks', limits: undefined }),
  )
  server.answers[update] = inTurn(refusal('FORBIDDEN'), permission(), permission({ state: 'asks', limits: undefined }))
  await openApp('/safety/permissions/con1')
  await button(/^Each month: \$120\.00/).click()
  const amount = page.getByRole('textbox', { name: 'Each month' })
  await amount.fill('29.99')
  await button('Set limit').click()
  await expect.poll(pageText).toContain('Enter at least $30.00')
  await amount.fill('150')
  await button('Set limit').click()
  await expect.poll(pageText).toContain('Your limit wasn’t changed')
  await button('Set limit').click()
  await expect.poll(() => server.bodies(update).length).toBe(2)
  await expect.element(button(/^Each month: \$150\.00/)).toBeVisible()
  await page.getByText('Pay without asking me').click()
  await expect.poll(pageText).toContain('Off: you approve each payment')
  expect(server.bodies(update)).toEqual([{ limits: { each: '3000', total: '15000' } }, { limits: { each: '3000', total: '15000' } }, { limits: null }])
})

test('a shop is disconnected after a question, and is then gone from the list [GUARD-17]', async () => {
  server.answers[detail] = detailed()
  server.answers['DELETE /api/permissions/con1'] = inTurn(refusal('FORBIDDEN'), {})
  server.answers[list] = { items: [], month: '2026-11', sum: { limit: '0', used: '0' } }
  await openApp('/safety/permissions/con1')
  await button('Disconnect').click()
  const question = dialog('Disconnect Corner Loaf?')
  await question.getByRole('button', { name: 'Keep it connected' }).click()
  expect(server.to('DELETE /api/permissions/con1')).toEqual([])
  await button('Disconnect').click()
  await expect.poll(pageText).toContain('A payment that is already made stays made.')
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await expect.element(question.getByRole('alert')).toBeVisible()
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(currentPath).toBe('/safety/permissions')
})

test('a connection that has ended is not found in the permissions', async () => {
  server.answers[detail] = refusal('FORBIDDEN')
  await openApp('/safety/permissions/con1')
  await expect.element(heading('Connection not found')).toBeVisible()
})

test('a permission that fails to load keeps its heading, and can be tried again', async () => {
  server.answers[detail] = refusal('BAD_REQUEST', {}, 400)
  await openApp('/safety/permissions/con1')
  await expect.element(button('Try again')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Connection' })).toBeInTheDocument()
})
