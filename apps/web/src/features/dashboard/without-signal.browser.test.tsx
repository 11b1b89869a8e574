import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { eraseAllRecords, keptHomeDatabase } from '../../lib/erase-records.ts'
import { readKeptHome } from '../../lib/kept-home.ts'
import { updateLocalConfig } from '../../lib/local-config.ts'
import { keepOfflineCodes } from '../../lib/offline-codes.ts'
import { cents } from '@nikau/money'
import { at, mockServerPerTest, openApp, pageText, server, signInAs, wallet } from '../../testing/fixtures.tsx'
import { noNetwork } from '../../testing/mock-server.ts'
import { setOnline, signalPerTest } from '../../testing/signal.ts'

mockServerPerTest()
signalPerTest()

const assets = 'GET /api/accounts/mine/assets'
const transactions = 'GET /api/wallets/wallet/transactions'
const payment = (n: number) => ({
  activityNumber: n,
  amount: '450',
  value: '-450',
  createdAt: new Date(Date.parse(at) + n * 60_000).toISOString(),
  destParty: `Shop ${n}`,
  paymentRequestId: `request-${n}`,
})
const answers = () => ({ ...server.answers })

const kept = async () => await readKeptHome('me', new Date())
const rows = () => page.getByRole('main').getByRole('listitem')
const action = (name: string) => page.getByRole('navigation', { name: 'Actions' }).getByRole('link', { name, exact: true })

beforeEach(async () => {
  await eraseAllRecords()
  deployed.people.guard = true
  updateLocalConfig({ showSendAsset: true, showBarcode: true })
  server.answers[transactions] = { items: Array.from({ length: 25 }, (_, n) => payment(25 - n)) }
})
afterEach(() => {
  deployed.people.guard = false
})

/** No call gets through, and the browser knows. */
function loseSignal() {
  const before = answers()
  for (const call of Object.keys(server.answers)) server.answers[call] = noNetwork
  setOnline(false)
  return () => {
    Object.assign(server.answers, before)
    setOnline(true)
  }
}

/** Opens home until the device has kept it, then starts anew without signal: nothing is in memory. */
async function startWithoutSignal() {
  const home = await openApp('/')
  await expect.poll(kept).toBeDefined()
  await home.unmount()
  queryClient.clear()
  const findSignal = loseSignal()
  await openApp('/')
  return findSignal
}

test('with people.guard off nothing is kept, and no more activity is asked for than shown [OFFLINE-07]', async () => {
  deployed.people.guard = false
  await openApp('/')
  await expect.poll(pageText).toContain('$128.40')
  await expect.poll(() => rows().elements().length).toBe(5)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(keptHomeDatabase)
  loseSignal()
  await expect.poll(pageText).toContain('No signal')
  expect(pageText()).not.toContain('as of')
})

test('a start without signal shows the last balance with its time and 20 activities, and all of it is fresh again by itself [OFFLINE-07, OFFLINE-08]', async () => {
  const findSignal = await startWithoutSignal()
  await expect.element(page.getByText('128 dollars 40', { exact: true })).toBeInTheDocument()
  await expect.poll(pageText).toMatch(/as of \d+:\d\d [ap]m/)
  await expect.poll(pageText).toMatch(/No signal\. Showing \d+:\d\d [ap]m/)
  await expect.poll(pageText).toMatch(/Activityuntil \d+:\d\d [ap]m/)
  expect(rows().elements()).toHaveLength(20)
  expect(pageText()).not.toContain('couldn’t')
  findSignal()
  server.answers[assets] = { items: [wallet({ balance: '9900', availableBalance: '9900' })] }
  await expect.poll(pageText).toContain('$99.00')
  expect(pageText()).not.toContain('as of')
  await expect.poll(() => rows().elements().length).toBe(5)
  await expect.poll(async () => (await kept())?.available).toBe(cents(9900n))
})

test('without signal Send and Top up are disabled and say why, and keep the focus; Pay leads to the codes [OFFLINE-08]', async () => {
  await openApp('/')
  await expect.element(action('Send')).toHaveAttribute('href', '/send')
  const send = action('Send').element() as HTMLElement
  send.focus()
  const findSignal = loseSignal()
  for (const name of ['Send No signal', 'Top up No signal']) {
    await expect.element(action(name)).toHaveAttribute('aria-disabled', 'true')
    expect(action(name).element().hasAttribute('href')).toBe(false)
  }
  await expect.element(action('Pay')).toHaveAttribute('href', '/my-codes')
  expect(document.activeElement).toBe(send)
  findSignal()
  await expect.element(action('Send')).toHaveAttribute('href', '/send')
  expect(document.activeElement).toBe(send)
})

test('what is kept is encrypted, is of this person only, and is erased when another person reads it [OFFLINE-07]', async () => {
  await (await openApp('/')).unmount()
  await openApp('/')
  await expect.poll(kept).toMatchObject({ givenName: 'Mia', available: 12840n })
  const opening = indexedDB.open(keptHomeDatabase)
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  const reading = opening.result.transaction('set').objectStore('set').get('current') as IDBRequest<{ key: CryptoKey; content: ArrayBuffer }>
  await new Promise((resolve) => reading.addEventListener('success', resolve))
  opening.result.close()
  expect(reading.result.key.extractable).toBe(false)
  expect(new TextDecoder('latin1').decode(reading.result.content)).not.toMatch(/12840|Shop|Mia/)
  expect(JSON.stringify([localStorage, sessionStorage])).not.toMatch(/12840|Shop 25/)
  expect(await readKeptHome('somebody-else', new Date())).toBeUndefined()
  expect(await kept()).toBeUndefined()
})

test('another person, and a balance older than seven days, show one sentence instead [OFFLINE-07]', async () => {
  const home = await openApp('/')
  await expect.poll(kept).toBeDefined()
  await home.unmount()
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  expect(await readKeptHome('me', inDays(6.9))).toBeDefined()
  expect(await readKeptHome('me', inDays(7.1))).toBeUndefined()
  expect(await kept()).toBeUndefined() // erased
  queryClient.clear()
  signInAs({ sub: 'somebody-else' })
  loseSignal()
  await openApp('/')
  await expect.poll(pageText).toContain('Your balance shows when signal is back')
  expect(pageText()).not.toMatch(/128|Shop \d|couldn’t/)
})

test('codes for the till are named, with their limit and end [OFFLINE-07]', async () => {
  const inMinutes = (count: number) => new Date(Date.now() + count * 60_000)
  const code = {
    id: 'oc',
    accountId: 'mine',
    createdBy: 'me',
    barcode: '8884442073159681',
    createdAt: inMinutes(0),
    startsAt: inMinutes(0),
    expiresAt: inMinutes(60),
  }
  await keepOfflineCodes('me', { set: { id: 'set', limit: cents(6000n), codes: [code] }, usedIds: [] })
  await startWithoutSignal()
  await expect.element(page.getByRole('link', { name: 'You can still pay at the till' })).toHaveAttribute('href', '/my-codes')
  await expect.poll(pageText).toMatch(/Up to \$60\.00, until .*\d+:\d\d [ap]m\./)
})

test('without a session only the installed app shows what was kept, and no link that needs one [OFFLINE-07]', async () => {
  const home = await openApp('/')
  await expect.poll(kept).toBeDefined()
  await home.unmount()
  queryClient.clear()
  sessionStorage.clear()
  loseSignal()
  const tab = await openApp('/')
  await expect.poll(pageText).toContain('You need signal to sign in. This page goes on by itself when it’s back.')
  expect(pageText()).not.toMatch(/128|Shop \d/)
  await tab.unmount()
  Object.defineProperty(navigator, 'standalone', { value: true, configurable: true })
  await openApp('/')
  await expect.poll(pageText).toMatch(/Kia ora, Mia.*as of \d+:\d\d [ap]m/)
  expect(rows().elements()).toHaveLength(20)
  expect(rows().getByRole('link').elements()).toEqual([])
  Reflect.deleteProperty(navigator, 'standalone')
  vi.restoreAllMocks()
})

// The last one: from then on this page is signing out.
test('signing out erases it, and an answer that arrives afterwards does not bring it back [OFFLINE-07]', async () => {
  await openApp('/')
  await expect.poll(kept).toBeDefined()
  const { signOut } = await import('../../lib/session.tsx')
  server.answers['GET /oidc/.well-known/openid-configuration'] = () => new Promise(() => {})
  signOut().catch(() => undefined) // the provider’s answer ends with the test
  await expect.poll(kept).toBeUndefined()
  server.answers[assets] = { items: [wallet()] }
  void queryClient.refetchQueries({ type: 'active' })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await kept()).toBeUndefined()
})
