import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { currentTurn, pairing } from '../features/till-device/index.ts'
import { noteStore } from '../features/till-notes/index.ts'
import { saleEngine } from '../features/till-sale/index.ts'
import {
  button,
  create,
  handScan,
  heading,
  key,
  leg,
  mockTillPerTest,
  noNetwork,
  openTill,
  paid,
  pairDevice,
  priya,
  read,
  refusal,
  request,
  server,
  sione,
  text,
  till,
  type,
} from './fixtures.tsx'

mockTillPerTest()

test('a device is paired with a code of 8 characters, without any sign-in [TILL-01, TILL-02]', async () => {
  server.answers['POST /api/tills/pair'] = refusal('PAIRING_CODE_INVALID')
  await openTill()
  await expect.element(heading('Pair this till')).toBeVisible()
  await expect.element(button('Pair')).toBeDisabled()
  const field = page.getByRole('textbox', { name: /Pairing code/ })
  await field.fill('ab3d-k7mq')
  await expect.element(field).toHaveValue('AB3D K7MQ')
  await button('Pair').click()
  await expect.element(text('That code doesn’t work. Codes work once, for 10 minutes. Ask for a new one.')).toBeVisible()
  server.answers['POST /api/tills/pair'] = { key: 'nk_till', till }
  await button('Pair').click()
  await expect.element(heading('Who’s at the till?')).toBeVisible()
  expect(server.bodies('POST /api/tills/pair').at(-1)).toEqual({ code: 'AB3DK7MQ' })
  for (const { headers } of server.requests) expect(headers).not.toHaveProperty('authorization')
})

test('a person starts with their own six digits, and every request carries them [TILL-03]', async () => {
  pairDevice({ isSignedOn: false })
  await openTill()
  await expect.element(page.getByRole('radio', { name: 'Priya Nair' })).toBeInTheDocument()
  await expect.element(page.getByRole('radio', { name: 'Nobody Yet' })).not.toBeInTheDocument()
  server.answers['POST /api/tills/till1/sign-on'] = refusal('SIGN_ON_FAILED', { triesLeft: 4 })
  await type('111111')
  await expect.element(text('That code isn’t right. 4 tries left.')).toBeVisible()
  server.answers['POST /api/tills/till1/sign-on'] = refusal('SIGN_ON_LOCKED', { until: '2026-11-18T03:17:00.000Z' })
  await type('222222')
  await expect.element(text('Too many wrong codes. You can try again at 4:17 pm.')).toBeVisible()
  server.answers['POST /api/tills/till1/sign-on'] = { token: 'turn2', ...sione, endsAfter: 1800, refundLimit: '5000' }
  await type('482913')
  await expect.element(button('Charge')).toBeVisible()
  expect(server.bodies('POST /api/tills/till1/sign-on').at(-1)).toEqual({ personId: sione.personId, code: '482913' })
  server.answers[create] = request(1600)
  server.answers[read] = request(1600)
  await type('1600')
  handScan(key)
  await expect.poll(() => server.bodies(create)).toMatchObject([{ operatorId: sione.personId }])
  expect(server.to(create)[0]!.headers).toMatchObject({ 'x-till-turn': 'turn2' })
})

test('a turn that the server has ended asks for a code, and the basket is still there [TILL-03]', async () => {
  pairDevice()
  await openTill()
  await type('1600')
  server.answers[create] = refusal('TILL_SIGN_ON_REQUIRED')
  handScan(key)
  await expect.element(heading('Who’s at the till?')).toBeVisible()
  await type('482913')
  await expect.element(button('Charge $16.00')).toBeVisible()
})

test('30 minutes without use end the turn on the device [TILL-03]', async () => {
  pairDevice()
  localStorage.setItem('till.lastUse', String(Date.now() - 1801 * 1000))
  await openTill()
  await expect.element(heading('Who’s at the till?')).toBeVisible()
  expect(currentTurn.get()).toBeUndefined()
})

test('a till that is switched off ends at its next call, and what was noted stays [TILL-02]', async () => {
  pairDevice()
  server.answers['GET /api/tills/till1'] = noNetwork
  server.answers[create] = noNetwork
  await openTill()
  await button(/Note a cash or EFTPOS sale/).click()
  await type('1603')
  await button(/^In cash/).click()
  await expect.element(text(/^Noted: /)).toBeVisible()
  server.answers['GET /api/tills/till1'] = refusal('UNAUTHORIZED', {}, 401)
  dispatchEvent(new Event('online'))
  await expect.element(text('This till was switched off')).toBeVisible()
  expect(pairing.get()).toBeUndefined()
  expect(noteStore.list()).toMatchObject([{ amount: 1603n, tender: 'cash', tillId: 'till1' }])
})

test('TEST stands over every screen in test, and a till does not go live without pairing again [TILL-22]', async () => {
  pairDevice({ liveness: 'test', isSignedOn: false })
  await openTill()
  const banner = async () => await expect.element(page.getByText('TEST', { exact: true })).toBeVisible()
  await expect.element(heading('Who’s at the till?')).toBeVisible()
  await banner()
  await type('482913')
  await expect.element(button('Charge')).toBeVisible()
  await banner()
  await button(/Sione Latu/).click()
  await banner()
  await button('Back to the sale').click()
  server.answers[create] = { ...request(1600), liveness: 'test' }
  server.answers[read] = paid(1600, leg('nikau.nzd.test', '', 1600))
  await type('1600')
  handScan(key)
  await expect.element(heading('Paid in full')).toBeVisible()
  await banner()
  server.answers['GET /api/tills/till1'] = { ...till, liveness: 'main' }
  dispatchEvent(new Event('online'))
  await expect.element(text('This till has changed between test and live')).toBeVisible()
  expect(pairing.get()).toBeUndefined()
})

test('with no answer to Charge the till is checking, offers no second charge, and shows what it finds [TILL-18]', async () => {
  pairDevice()
  const abandon = /^POST \/api\/tills\/till1\/sales\/[\d.a-f-]+\/abandon$/
  server.answers[create] = noNetwork
  await openTill()
  await type('1600')
  handScan(key)
  await expect.element(heading('We’re checking')).toBeVisible()
  await expect.element(text(/Don’t ask the customer to pay again/)).toBeVisible()
  await expect.element(button(/Charge/)).not.toBeInTheDocument()
  handScan(key)
  await expect.poll(() => server.requests.some(({ call }) => abandon.test(call))).toBe(true)
  expect(server.to(create)).toHaveLength(1)
  const { key: sent } = saleEngine.read().sale.charge!
  server.answers[`POST /api/tills/till1/sales/${sent}/abandon`] = { paymentRequest: paid(1600, leg('nikau.nzd.main', '', 1600)) }
  await expect.element(heading('Paid in full')).toBeVisible()
  await expect.element(button('Undo')).toBeVisible()
})

test('the doubt outlives a restart of the app [TILL-18]', async () => {
  pairDevice()
  server.answers[create] = noNetwork
  const screen = await openTill()
  await type('1600')
  handScan(key)
  await expect.element(heading('We’re checking')).toBeVisible()
  const { key: sent } = saleEngine.read().sale.charge!
  await screen.unmount()
  await openTill()
  await expect.element(heading('We’re checking')).toBeVisible()
  server.answers[`POST /api/tills/till1/sales/${sent}/abandon`] = {}
  await expect.element(text('The charge didn’t reach us. Nothing was taken.')).toBeVisible()
  await expect.element(button('Charge $16.00')).toBeVisible()
  expect(server.to(create)).toHaveLength(1)
})

test('offline, Charge is off and says why, and the basket is kept [TILL-19]', async () => {
  pairDevice()
  await openTill()
  await type('1603')
  await expect.element(button('Charge $16.03')).toBeEnabled()
  server.answers['GET /api/tills/till1'] = noNetwork
  dispatchEvent(new Event('offline'))
  await expect.element(text(/^No signal since/)).toBeVisible()
  await expect.element(heading('This till can’t take Nikau payments right now')).toBeVisible()
  await expect.element(text(/It comes back by itself/)).toBeVisible()
  await expect.element(button(/^Charge \$16\.03/)).toBeDisabled()
  handScan(key)
  server.answers['GET /api/tills/till1'] = till
  dispatchEvent(new Event('online'))
  await expect.element(button('Charge $16.03')).toBeEnabled()
  expect(server.to(create)).toEqual([])
})

test('another person takes over, and the turn before ends on the server too [TILL-03]', async () => {
  pairDevice()
  await openTill()
  await button(/Sione Latu/).click()
  await button('Change person').click()
  await expect.element(heading('Who’s at the till?')).toBeVisible()
  expect(server.to('POST /api/tills/till1/sign-off')).toHaveLength(1)
  await page.getByText('Priya Nair').click()
  await type('135792')
  await expect.poll(() => server.bodies('POST /api/tills/till1/sign-on').at(-1)).toEqual({ personId: priya.personId, code: '135792' })
})

const second = { ...till, id: 'till2', name: 'Till 2' }

test('paired with another till, an open payment is set aside under its till’s name, and comes back with it [TILL-02, TILL-18]', async () => {
  pairDevice()
  server.answers[create] = request(1600)
  server.answers[read] = request(1600)
  server.answers['GET /api/tills/till2'] = second
  await openTill()
  await type('1600')
  handScan(key)
  await expect.element(text('Waiting for their approval')).toBeVisible()
  const before = pairing.get()!
  pairing.set({ key: 'nk_till2', till: { ...before.till, id: 'till2', name: 'Till 2' } })
  await expect.element(page.getByRole('heading', { name: '$16.00 is still open at Till 1' })).toBeVisible()
  await expect.element(button('Charge')).toBeVisible()
  expect(document.body.textContent).not.toContain('Nothing was taken')
  await button('I’ve read it').click()
  await expect.element(page.getByRole('heading', { name: '$16.00 is still open at Till 1' })).not.toBeInTheDocument()
  server.answers[read] = paid(1600, leg('nikau.nzd.main', '', 1600))
  pairing.set(before)
  await expect.element(heading('Paid in full')).toBeVisible()
  expect(server.requests.filter(({ call }) => call.endsWith('/abandon'))).toEqual([])
})

test('a new name and new limits do not disturb a charge that is on its way [TILL-18, TILL-24]', async () => {
  pairDevice()
  const { promise, resolve } = Promise.withResolvers<object>()
  server.answers[create] = async () => await promise
  server.answers[read] = request(1600)
  await openTill()
  await type('1600')
  handScan(key)
  await expect.element(heading('Asking the customer')).toBeVisible()
  server.answers['GET /api/tills/till1'] = { ...till, name: 'Front till' }
  dispatchEvent(new Event('online'))
  await expect.element(text('Front till, Corner Loaf')).toBeVisible()
  resolve(request(1600))
  await expect.element(text('Waiting for their approval')).toBeVisible()
  expect(server.requests.filter(({ call }) => call.endsWith('/abandon'))).toEqual([])
})

test('one tab of a device runs the till; the other one goes on when that tab is closed [TILL-06, TILL-18]', async () => {
  pairDevice()
  const { promise, resolve: closeOtherTab } = Promise.withResolvers<void>()
  const isOpen = Promise.withResolvers<void>()
  void navigator.locks.request('till.sale', async () => {
    isOpen.resolve()
    await promise
  })
  await isOpen.promise
  localStorage.setItem(
    'till.sale',
    JSON.stringify({
      id: 's1',
      basket: { lines: [], typed: '1600' },
      charges: 1,
      charge: { key: 's1.1', amount: { $cents: '1600' }, by: 'qr', at: new Date().toISOString() },
    }),
  )
  await openTill()
  await expect.element(heading('The till is open in another tab')).toBeVisible()
  await button('Go on here').click()
  await expect.element(text('It’s still open in the other tab.')).toBeVisible()
  // The charge that the other tab is making is left alone.
  expect(server.requests).toEqual([])
  closeOtherTab()
  server.answers['POST /api/tills/till1/sales/s1.1/abandon'] = { paymentRequest: paid(1600, leg('nikau.nzd.main', '', 1600)) }
  await button('Go on here').click()
  await expect.element(heading('Paid in full')).toBeVisible()
})
