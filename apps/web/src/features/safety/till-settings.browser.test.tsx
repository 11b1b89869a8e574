import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { offlineCodesDatabase } from '../../lib/erase-records.ts'
import { updateLocalConfig } from '../../lib/local-config.ts'
import { keepOfflineCodes } from '../../lib/offline-codes.ts'
import { at, button, mockServerPerTest, openApp, pageText, refusal, server } from '../../testing/fixtures.tsx'
import { inTurn } from '../../testing/mock-server.ts'

mockServerPerTest()

const read = 'GET /api/accounts/mine/till-settings'
const update = 'PUT /api/accounts/mine/till-settings'
const settings = (more: object = {}) => ({ noSignal: false, noSignalLimit: '6000', highestWithoutApproval: '20000', ...more })
const switchOf = () => page.getByRole('switch', { name: /Pay with no signal/ })
const pill = (name: RegExp) => page.getByRole('button', { name })

beforeEach(() => {
  deployed.people.guard = true
  updateLocalConfig({ showBarcode: true })
  server.answers['GET /api/accounts/mine/limits'] = { limits: [{ name: 'no-signal', highest: '20000' }], riseHours: 24 }
  server.answers[read] = settings()
})
afterEach(() => {
  deployed.people.guard = false
})

test('paying with no signal is switched on after confirming who it is, and off at once, which erases the codes [OFFLINE-01, OFFLINE-04]', async () => {
  server.answers[update] = inTurn(refusal('SIGN_IN_AGAIN', { signIn: { acr: 'code', maxAge: 300 } }), settings({ noSignal: true }), settings())
  server.answers['GET /step-up'] = { methods: ['code'], phone: '+64 21 ••• •42' }
  server.answers['POST /step-up/code/send'] = { resendAt: at, expiresAt: at }
  server.answers['POST /step-up/code'] = { acr: 'code' }
  await openApp('/safety/limits')
  await expect.element(switchOf()).not.toBeChecked()
  expect(pageText()).toContain('together up to $60.00')
  await page.getByText('Pay with no signal', { exact: true }).click()
  await page.getByLabelText('6-digit code').fill('123456')
  await expect.element(switchOf()).toBeChecked()
  await keepOfflineCodes('me', { set: { id: 'set', limit: 6000n as never, codes: [] }, usedIds: [] })
  await page.getByText('Pay with no signal', { exact: true }).click()
  await expect.element(switchOf()).not.toBeChecked()
  await expect.poll(async () => (await indexedDB.databases()).map(({ name }) => name)).not.toContain(offlineCodesDatabase)
  expect(server.bodies(update)).toEqual([{ noSignal: true }, { noSignal: true }, { noSignal: false }])
})

test('a limit without approval is set, shown with its use and ended; over the highest it is not sent', async () => {
  server.answers[update] = inTurn(settings({ withoutApproval: { limit: '3000', used: '600' } }), settings())
  await openApp('/safety/limits')
  await pill(/without asking me: Off, change/).click()
  const amount = page.getByRole('textbox', { name: 'Pay at the till without asking me' })
  await amount.fill('200.01')
  await button('Set limit').click()
  await expect.poll(pageText).toContain('Enter an amount up to $200.00')
  expect(server.to(update)).toEqual([])
  await amount.fill('30')
  await button('Set limit').click()
  await expect.element(pill(/without asking me: \$30\.00, change/)).toBeVisible()
  expect(pageText()).toContain('$6.00 today$24.00 left')
  await pill(/without asking me/).click()
  await button('Always ask me').click()
  await expect.element(pill(/without asking me: Off, change/)).toBeVisible()
  expect(server.bodies(update)).toEqual([{ withoutApproval: '3000' }, { withoutApproval: null }])
})

test('what a till may take shows on the barcode page', async () => {
  server.answers[read] = settings({ withoutApproval: { limit: '3000', used: '600' } })
  server.answers['POST /api/patron-codes'] = () => ({
    id: 'pc',
    accountId: 'mine',
    barcode: '9990001234567890',
    createdBy: 'me',
    createdAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 300_000).toISOString(),
  })
  await openApp('/my-codes')
  await expect.poll(pageText).toContain('Up to $24.00 today pays without asking you.')
})

test('a change that fails says so and leaves the switch as it was', async () => {
  server.answers[update] = refusal('FORBIDDEN')
  await openApp('/safety/limits')
  await page.getByText('Pay with no signal', { exact: true }).click()
  await expect.poll(pageText).toContain('Nothing was changed')
  await expect.element(switchOf()).not.toBeChecked()
})

test('without the barcode there is nothing to set', async () => {
  updateLocalConfig({ showBarcode: false })
  await openApp('/safety/limits')
  await expect.element(page.getByRole('heading', { name: 'My limits' })).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'My limits' })).toBeVisible()
  expect(page.getByRole('heading', { name: 'At the till' }).elements()).toEqual([])
})

test('the limit for no signal starts at what everyone starts with, and changes with the person’s own', async () => {
  const limits = 'PUT /api/accounts/mine/limits'
  server.answers[limits] = { limits: [{ name: 'no-signal', limit: '4000', highest: '20000' }], riseHours: 24 }
  await openApp('/safety/limits')
  await pill(/^With no signal: \$60\.00, change/).click()
  expect(button(/^No limit/).elements()).toEqual([])
  server.answers[read] = settings({ noSignalLimit: '4000' })
  await page.getByRole('textbox', { name: 'With no signal' }).fill('40')
  await button('Set limit').click()
  await expect.element(pill(/^With no signal: \$40\.00, change/)).toBeVisible()
  await expect.poll(pageText).toContain('together up to $40.00')
})
