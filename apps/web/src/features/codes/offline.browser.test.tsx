import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { eraseOfflineCodes, offlineCodesDatabase } from '../../lib/erase-records.ts'
import { forgetPatronCode } from '../../lib/kept-patron-code.ts'
import { updateLocalConfig } from '../../lib/local-config.ts'
import { readOfflineCodes } from '../../lib/offline-codes.ts'
import { button, heading, mockServerPerTest, openApp, pageText, refusal, server, signInAs } from '../../testing/fixtures.tsx'
import { inTurn, noNetwork } from '../../testing/mock-server.ts'

mockServerPerTest()

const create = 'POST /api/patron-codes'
const createSet = 'POST /api/patron-codes/offline'
const settings = 'GET /api/accounts/mine/till-settings'

const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()
const person = { accountId: 'mine', createdBy: 'me' }
const code = () => ({ ...person, id: 'pc', barcode: '9990001234567890', createdAt: minutes(0), expiresAt: minutes(5) })
/** Twelve codes of five minutes, the first from now on. */
const set = () => ({
  id: 'set',
  limit: '6000',
  codes: Array.from({ length: 12 }, (_, n) => ({
    ...person,
    id: `oc${n}`,
    barcode: `888444207315${String(9681 + n)}`,
    createdAt: minutes(0),
    startsAt: minutes(n * 5),
    expiresAt: minutes(n * 5 + 5),
  })),
})
const tillSettings = (noSignal: boolean, more: object = {}) => ({ noSignal, noSignalLimit: '6000', highestWithoutApproval: '20000', ...more })

const digits = () => [...document.querySelectorAll('.n-digits span')].map((group) => group.textContent).join(' ')
const clock = (count: number) =>
  new Intl.DateTimeFormat('en-NZ', { hour: 'numeric', minute: '2-digit', hour12: true, timeZone: 'Pacific/Auckland' }).format(
    new Date(Date.now() + count * 60_000),
  )
/** A tick with the clock moved on. */
function passMinutes(count: number): void {
  vi.setSystemTime(Date.now() + count * 60_000)
  vi.advanceTimersByTime(500)
}

let isOnline = true
function setOnline(online: boolean): void {
  isOnline = online
  dispatchEvent(new Event(online ? 'online' : 'offline'))
}
/** No call gets through, and the browser knows. */
function loseSignal(): void {
  for (const call of [create, createSet, settings, 'GET /api/account-memberships', 'GET /api/me/patron-code-payment-request']) server.answers[call] = noNetwork
  setOnline(false)
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: new Date('2026-11-16T23:41:00Z') })
  await eraseOfflineCodes()
  forgetPatronCode()
  deployed.people.guard = true
  updateLocalConfig({ showBarcode: true, mockQrScannerEnabled: true })
  isOnline = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  server.answers[create] = code
  server.answers[createSet] = set
  server.answers[settings] = tillSettings(true)
  server.answers['GET /api/me/patron-code-payment-request'] = () => refusal('REQUEST_NOT_FOUND')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  deployed.people.guard = false
})

const kept = async () => (await readOfflineCodes('me'))?.set.codes.length
const hint = 'No signal in the shop? Your code still works, up to $60.00.'

/** Opens the page with signal until it keeps a set. */
async function openWithSet() {
  const screen = await openApp('/my-codes')
  await expect.poll(pageText).toContain(hint)
  return screen
}

test('with "Pay with no signal" on, the page fetches a set by a call of its own; the ordinary code is requested as always [OFFLINE-01]', async () => {
  await openWithSet()
  expect(await kept()).toBe(12)
  expect(server.bodies(createSet)).toEqual([{}])
  expect(server.to(create).length).toBe(1)
  expect(digits()).toBe('9990 0012 3456 7890')
})

test('with it off no set is asked for, and the page leads to the switch [OFFLINE-01]', async () => {
  server.answers[settings] = tillSettings(false)
  await openApp('/my-codes')
  await expect.element(page.getByRole('link', { name: 'Pay when there’s no signal' })).toHaveAttribute('href', '/safety/limits')
  expect(pageText()).not.toContain('still works')
  expect(server.to(createSet)).toEqual([])
  expect(await kept()).toBeUndefined()
})

test('with a limit of zero it is as good as off [OFFLINE-01]', async () => {
  await (await openWithSet()).unmount()
  server.answers[settings] = tillSettings(true, { noSignalLimit: '0' })
  queryClient.clear()
  await openApp('/my-codes')
  await expect.element(page.getByRole('link', { name: 'Pay when there’s no signal' })).toBeVisible()
  await expect.poll(kept).toBeUndefined()
  expect(server.to(createSet)).toHaveLength(1)
})

test('a set with another limit than the page knows brings the new limit, not one set after the other [OFFLINE-04]', async () => {
  server.answers[createSet] = () => ({ ...set(), limit: '4000' })
  server.answers[settings] = inTurn(tillSettings(true), tillSettings(true, { noSignalLimit: '4000' }))
  await openApp('/my-codes')
  await expect.poll(pageText).toContain('Your code still works, up to $40.00.')
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 120_000)
  passMinutes(2)
  await expect.poll(() => server.to(settings)).toHaveLength(2)
  expect(server.to(createSet)).toHaveLength(1)
})

test('without people.guard neither settings nor sets are asked for [OFFLINE-01]', async () => {
  deployed.people.guard = false
  await openApp('/my-codes')
  await expect.poll(digits).toBe('9990 0012 3456 7890')
  expect([...server.to(settings), ...server.to(createSet)]).toEqual([])
  expect(pageText()).not.toMatch(/signal/i)
})

test('a new set takes the place of the earlier one as soon as one of its codes has passed [OFFLINE-04]', async () => {
  await openWithSet()
  const before = await readOfflineCodes('me')
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 120_000)
  passMinutes(6)
  await expect.poll(() => server.to(createSet).length).toBe(2)
  await expect.poll(async () => (await readOfflineCodes('me'))?.set.codes[0]?.expiresAt.getTime()).toBeGreaterThan(before!.set.codes[0]!.expiresAt.getTime())
  expect(await kept()).toBe(12)
})

/** What the browser stores, as a thief of its files would read it. */
async function storedRecord() {
  const opening = indexedDB.open(offlineCodesDatabase)
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  const reading = opening.result.transaction('set').objectStore('set').get('current') as IDBRequest<{
    key: CryptoKey
    content: ArrayBuffer
    iv: Uint8Array<ArrayBuffer>
  }>
  await new Promise((resolve) => reading.addEventListener('success', resolve))
  opening.result.close()
  return reading.result
}

test('the set is encrypted with a key that cannot be taken out, and not in local storage [OFFLINE-04]', async () => {
  await openWithSet()
  const { key, content, iv } = await storedRecord()
  expect([key.extractable, key.algorithm.name]).toEqual([false, 'AES-GCM'])
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow('not extractable')
  expect(new TextDecoder('latin1').decode(content)).not.toContain('8884')
  expect(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, content))).toContain('8884442073159681')
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('8884')
})

test('signing out erases the set before anything else leaves [OFFLINE-04]', async () => {
  await openWithSet()
  const { signOut } = await import('../../lib/session.tsx')
  server.answers['GET /oidc/.well-known/openid-configuration'] = () => new Promise(() => {})
  signOut().catch(() => undefined) // the provider’s answer ends with the test
  await expect.poll(async () => (await indexedDB.databases()).map(({ name }) => name)).not.toContain(offlineCodesDatabase)
})

test('somebody else who signs in finds no set, and it is erased [OFFLINE-04]', async () => {
  await (await openWithSet()).unmount()
  server.answers[settings] = tillSettings(false)
  queryClient.clear()
  signInAs({ sub: 'somebody-else' })
  await openApp('/my-codes')
  await expect.poll(() => readOfflineCodes(undefined)).toBeUndefined() // whoever's it is
  loseSignal()
  expect(digits()).not.toContain('8884')
})

test.each(['off', 'refused'])('with the setting %s the set is erased [OFFLINE-01, OFFLINE-04]', async (how) => {
  await (await openWithSet()).unmount()
  if (how === 'off') server.answers[settings] = tillSettings(false)
  else Object.assign(server.answers, { [settings]: tillSettings(true, { noSignalLimit: '4000' }), [createSet]: refusal('ACCOUNT_FROZEN') })
  queryClient.clear()
  await openApp('/my-codes')
  await expect.poll(kept).toBeUndefined()
  await expect.poll(pageText).not.toContain('still works')
})

test('without signal the page shows the code of this window, how long, how much and how many follow, and never "Paid" [OFFLINE-05]', async () => {
  await openWithSet()
  loseSignal()
  await expect.element(page.getByRole('img', { name: 'Barcode 8884 4420 7315 9681' })).toBeVisible()
  await expect.element(heading('Barcode, no signal')).toBeInTheDocument()
  // Its own times count, not that of the last contact.
  expect(pageText()).toContain('No signal')
  expect(pageText()).not.toContain('No signal. Showing')
  expect(pageText()).toContain(`Works for5 minuntil ${clock(5)}`)
  expect(pageText()).toContain('Pays up to$60.00without asking you')
  expect(pageText()).toContain(`11 more codes after this one, until ${clock(60)}.`)
  passMinutes(7)
  await expect.poll(digits).toBe('8884 4420 7315 9682')
  expect(pageText()).toContain('Works for3 min')
  expect(pageText()).toContain('10 more codes')
  expect(pageText().replace('Paid. Show the next code', '')).not.toMatch(/\bpaid\b/i)
  expect(document.querySelector('.n-ring')).toBeNull()
  expect(server.to(create).length).toBe(1)
})

test('a code that the person says has paid is not shown again, and the next one comes with its window [OFFLINE-05]', async () => {
  const screen = await openWithSet()
  loseSignal()
  await button('Paid. Show the next code').click()
  await expect.poll(pageText).toContain(`Your next code works from ${clock(5)}`)
  expect(document.querySelector('.n-bars')).toBeNull()
  expect(button('Paid. Show the next code').elements()).toEqual([])
  await expect.poll(async () => (await readOfflineCodes('me'))?.usedIds).toEqual(['oc0'])
  await screen.unmount()
  await openApp('/my-codes')
  await expect.poll(pageText).toContain('Your next code works from')
  passMinutes(5.1)
  await expect.poll(digits).toBe('8884 4420 7315 9682')
})

test('with none left it says when the last one ended, and Try Again [OFFLINE-05, CODE-10]', async () => {
  await openWithSet()
  loseSignal()
  passMinutes(61)
  await expect.element(heading('We were unable to generate you a barcode')).toBeVisible()
  expect(pageText()).toContain(`Your last code for no signal ended at ${clock(-1)}.`)
  await expect.element(button('Try Again')).toBeVisible()
})

test('a phone that thinks it is connected but reaches nobody gets the code too, and the ordinary one when somebody answers [OFFLINE-05]', async () => {
  await (await openWithSet()).unmount()
  forgetPatronCode()
  server.answers[create] = noNetwork
  server.answers['GET /api/me/patron-code-payment-request'] = noNetwork
  await openApp('/my-codes')
  await expect.poll(digits).toBe('8884 4420 7315 9681')
  await expect.element(page.getByText('No signal', { exact: true })).toBeVisible()
  server.answers[create] = code
  server.answers['GET /api/me/patron-code-payment-request'] = () => refusal('REQUEST_NOT_FOUND')
  vi.advanceTimersByTime(1500)
  await expect.poll(digits).toBe('9990 0012 3456 7890')
})

test('signal that comes back brings the ordinary code back [OFFLINE-05]', async () => {
  await openWithSet()
  setOnline(false)
  await expect.poll(digits).toBe('8884 4420 7315 9681')
  setOnline(true)
  await expect.poll(digits).toBe('9990 0012 3456 7890')
})

test('started without signal and without a session, the page shows the codes of the person who has not signed out [OFFLINE-05]', async () => {
  await (await openWithSet()).unmount()
  sessionStorage.clear()
  loseSignal()
  const screen = await openApp('/my-codes')
  await expect.poll(digits).toBe('8884 4420 7315 9681')
  await screen.unmount()
  await eraseOfflineCodes()
  await openApp('/my-codes')
  await expect.element(heading('We were unable to generate you a barcode')).toBeVisible()
})

test('a session whose renewal gets no answer is kept [OFFLINE-05]', async () => {
  await (await openWithSet()).unmount()
  const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user'))!
  sessionStorage.setItem(key, JSON.stringify({ ...(JSON.parse(sessionStorage.getItem(key)!) as object), refresh_token: 'r', expires_at: 1 }))
  server.answers['GET /oidc/.well-known/openid-configuration'] = noNetwork
  loseSignal()
  await openApp('/my-codes')
  await expect.poll(digits).toBe('8884 4420 7315 9681')
  expect(sessionStorage.getItem(key)).not.toBeNull()
})
