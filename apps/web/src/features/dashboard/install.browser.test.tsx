import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { keepInstallPrompt } from '../../lib/install-prompt.ts'
import { localConfig, updateLocalConfig } from '../../lib/local-config.ts'
import { at, button, mockServerPerTest, openApp, pageText, server } from '../../testing/fixtures.tsx'
import { setOnline, signalPerTest } from '../../testing/signal.ts'

mockServerPerTest()
signalPerTest()
keepInstallPrompt()

const transactions = 'GET /api/wallets/wallet/transactions'
const entry = { activityNumber: 1, amount: '450', createdAt: at }
const payment = { ...entry, value: '-450', destParty: 'Daily Bread', paymentRequestId: 'request-1' }
const claim = { ...entry, value: '450', srcParty: 'Tama', assetTransferId: 'transfer-1' }
const topUp = { ...entry, value: '450', topupId: 'topup-1' }
const dialog = () => page.getByRole('dialog', { name: 'Keep Nikau close' })
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** What Chromium does soon after the page has loaded. */
function offerPrompt() {
  const prompt = vi.fn<() => Promise<unknown>>().mockResolvedValue({ outcome: 'accepted' })
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  dispatchEvent(event)
  return { prompt, event }
}

/** Another visit begins with another tab. */
const closeTab = () => sessionStorage.removeItem('nikau.visit')

async function expectNoOffer() {
  await expect.poll(pageText).toContain('$128.40')
  await new Promise((resolve) => setTimeout(resolve, 2400))
  await expect.element(dialog()).not.toBeInTheDocument()
}

beforeEach(() => {
  deployed.people.guard = true
  updateLocalConfig({ visited: true })
  server.answers[transactions] = { items: [payment] }
})
afterEach(() => {
  deployed.people.guard = false
  closeTab()
  dispatchEvent(new Event('appinstalled'))
  vi.restoreAllMocks()
})

test('on the second visit, after a payment, the browser’s own prompt is offered; one press shows it [OFFLINE-09]', async () => {
  const { prompt, event } = offerPrompt()
  expect(event.defaultPrevented).toBe(true)
  await openApp('/')
  await expect.element(dialog(), { timeout: 8000 }).toBeVisible()
  expect(prompt).not.toHaveBeenCalled()
  await button('Install').click()
  await expect.poll(() => prompt.mock.calls.length).toBe(1)
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('a claim counts as well; "Not now" closes it, and it is not offered again for 90 days [OFFLINE-09]', async () => {
  server.answers[transactions] = { items: [claim] }
  offerPrompt()
  const first = await openApp('/')
  await expect.element(dialog(), { timeout: 8000 }).toBeVisible()
  await button('Not now').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await first.unmount()
  closeTab()
  const second = await openApp('/')
  await expectNoOffer()
  await second.unmount()
  updateLocalConfig({ installOfferedAt: daysAgo(89) })
  const third = await openApp('/')
  await expectNoOffer()
  await third.unmount()
  updateLocalConfig({ installOfferedAt: daysAgo(91) })
  await openApp('/')
  await expect.element(dialog(), { timeout: 8000 }).toBeVisible()
})

test('not on the first visit, and a reload is no second one [OFFLINE-09]', async () => {
  updateLocalConfig({ visited: undefined })
  offerPrompt()
  const home = await openApp('/')
  await expectNoOffer()
  expect(localConfig().visited).toBe(true)
  await home.unmount()
  await openApp('/')
  await expectNoOffer()
})

test('not while the wallet has only been topped up [OFFLINE-09]', async () => {
  server.answers[transactions] = { items: [topUp] }
  offerPrompt()
  await openApp('/')
  await expectNoOffer()
})

test('not in the installed app, without signal, or with people.guard off [OFFLINE-09]', async () => {
  offerPrompt()
  const installed = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => Object.assign(new EventTarget(), { matches: query.includes('standalone') }) as MediaQueryList)
  const app = await openApp('/')
  await expectNoOffer()
  await app.unmount()
  installed.mockRestore()
  deployed.people.guard = false
  const off = await openApp('/')
  await expectNoOffer()
  await off.unmount()
  deployed.people.guard = true
  await openApp('/')
  await expect.poll(pageText).toContain('$128.40')
  setOnline(false)
  await expectNoOffer()
})

test('never over the menu, and not after home was left [OFFLINE-09]', async () => {
  offerPrompt()
  await openApp('/')
  await expect.poll(pageText).toContain('$128.40')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Menu' }).click()
  await new Promise((resolve) => setTimeout(resolve, 2400))
  await expect.element(dialog()).not.toBeInTheDocument()
  await page.getByRole('navigation', { name: 'Menu' }).or(page.getByRole('dialog')).getByRole('link').first().click()
  await new Promise((resolve) => setTimeout(resolve, 2400))
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(localConfig().installOfferedAt).toBeUndefined()
})

const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
test.each([
  { browser: 'Safari on an iPhone', userAgent: safari, steps: ['Tap Share in the toolbar', 'Choose Add to Home Screen', 'Tap Add'] },
  {
    browser: 'Chrome on an iPhone',
    userAgent: safari.replace('Version/18.5', 'CriOS/140.0'),
    steps: ['Tap Share beside the address', 'Choose Add to Home Screen', 'Tap Add'],
  },
  {
    browser: 'Firefox on Android',
    userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    steps: ['Tap the menu beside the address', 'Choose Add to Home Screen', 'Tap Add'],
  },
  {
    browser: 'Safari on a Mac',
    userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    steps: ['Open the File menu', 'Choose Add to Dock', 'Click Add'],
  },
])('$browser has no prompt: its own steps are shown [OFFLINE-09]', async ({ userAgent, steps }) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  await openApp('/')
  await expect.element(dialog(), { timeout: 8000 }).toBeVisible()
  const rows = dialog().getByRole('listitem')
  await expect.poll(() => rows.elements().map(({ children }) => children[1]!.textContent)).toEqual(steps)
  await expect.element(dialog().getByRole('button', { name: 'Install' })).not.toBeInTheDocument()
})

test('a browser that can install nothing is told nothing [OFFLINE-09]', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
  await openApp('/')
  await expectNoOffer()
})
