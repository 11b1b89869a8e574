import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { forgetPatronCode } from '../../lib/kept-patron-code.ts'
import { rememberPayScreen } from '../../lib/last-pay-screen.ts'
import { updateLocalConfig } from '../../lib/local-config.ts'
import { asset, button, currentPath, dialog, heading, link, mockServerPerTest, openApp, pageText, refusal, server, wallet } from '../../testing/fixtures.tsx'
import { inTurn } from '../../testing/mock-server.ts'
import { prepareReader, readBars } from '../../testing/read-bars.ts'

mockServerPerTest()
beforeAll(prepareReader)

const create = 'POST /api/patron-codes'
const check = 'GET /api/me/patron-code-payment-request'
const events = 'GET /api/me/patron-code-payment-request/events'
const barcode = '9990001234567890'

/** A code of five minutes, made this many seconds ago. */
const code = (digits = barcode, age = 0) => ({
  id: `pc_${digits}`,
  accountId: 'mine',
  barcode: digits,
  createdBy: 'me',
  createdAt: new Date(Date.now() - age * 1000).toISOString(),
  expiresAt: new Date(Date.now() + (300 - age) * 1000).toISOString(),
})

const request = (id: string, status = 'new') => ({
  id,
  status,
  liveness: 'main',
  shortCode: '7F3C91B2',
  url: 'http://wallet.example/deimos/pay/r1',
  merchantId: 'm1',
  merchantName: 'Corner Loaf',
  configId: 'mc_1',
  expirySeconds: 600,
  partialAllowed: false,
  value: { amount: '1600', currency: 'NZD' },
  remainingAmount: status === 'paid' ? '0' : '1600',
  ...(status === 'paid' && { paidAt: new Date().toISOString() }),
  paymentOptions: [{ assetType: 'nikau.nzd.main', amount: '1600' }],
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
})

/** Ticks come from the test, and the clock moves with them; everything else runs as it does. */
const useTestClock = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
/** One tick after the other, each with time for its calls. */
async function tick(times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    vi.advanceTimersByTime(500)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

const requests = (call: string) => server.to(call).length
const digits = () => [...document.querySelectorAll('.n-digits span')].map((group) => group.textContent)
const ring = () => document.querySelector('.n-ring-value')
const tabs = () => page.getByRole('navigation', { name: 'Barcode or scan' })
const tab = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pay' })

let visibility: DocumentVisibilityState = 'visible'
function setVisibility(state: DocumentVisibilityState): void {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  updateLocalConfig({ showBarcode: true, mockQrScannerEnabled: true })
  forgetPatronCode()
  rememberPayScreen('scan')
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  server.answers[create] = () => code()
  server.answers[check] = () => refusal('REQUEST_NOT_FOUND')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  deployed.people.guard = false
})

test('the barcode and the scanner are one screen with a switcher, each with its path and title [ROUTE-28, CODE-01]', async () => {
  await openApp('/my-codes')
  await expect.element(page.getByRole('img', { name: 'Barcode 9990 0012 3456 7890' })).toBeVisible()
  await expect.poll(() => document.title).toBe('Barcode | Nikau')
  expect(ring()).not.toBeNull()
  await expect.element(tabs().getByRole('link', { name: 'Barcode' })).toHaveAttribute('aria-current', 'page')
  await tabs().getByRole('link', { name: 'Scan' }).click()
  await expect.poll(currentPath).toBe('/scan')
  await expect.poll(() => document.title).toBe('Scan | Nikau')
  await expect.element(tabs().getByRole('link', { name: 'Scan' })).toHaveAttribute('aria-current', 'page')
  await tabs().getByRole('link', { name: 'Barcode' }).click()
  await expect.poll(currentPath).toBe('/my-codes')
})

test('without showBarcode the path goes to the scanner, there is no switcher, and no code is made [CODE-01]', async () => {
  updateLocalConfig({ showBarcode: false, mockQrScannerEnabled: true })
  await openApp('/my-codes')
  await expect.poll(currentPath).toBe('/scan')
  await expect.element(heading('Scan')).toBeVisible()
  expect(tabs().elements()).toEqual([])
  expect(requests(create)).toBe(0)
})

test('signed out, the path leads to sign-in [ROUTE-28]', async () => {
  sessionStorage.clear()
  server.answers['GET /oidc/.well-known/openid-configuration'] = () => new Promise(() => {})
  await openApp('/my-codes')
  await expect.poll(() => server.requests.some(({ call }) => call.includes('openid-configuration'))).toBe(true)
  expect(requests(create)).toBe(0)
})

test('a scanner reads the code from the page: Code 128, 100 high, modules 2 wide, digits in fours [CODE-02]', async () => {
  await openApp('/my-codes')
  await expect.poll(() => document.querySelector('.n-bars path')).not.toBeNull()
  const bars = document.querySelector('.n-bars') as SVGElement
  expect(bars.getAttribute('viewBox')).toBe('0 0 246 100') // 123 modules
  expect(await readBars(bars)).toEqual({ text: barcode, format: 'Code128' })
  expect(digits()).toEqual(['9990', '0012', '3456', '7890'])
})

test('a code is requested when there is none, and renewed 30 seconds before it expires, not earlier [CODE-03]', async () => {
  useTestClock()
  server.answers[create] = inTurn(
    () => code(),
    () => code('9990009876543210'),
  )
  await openApp('/my-codes')
  await expect.poll(digits).toEqual(['9990', '0012', '3456', '7890'])
  expect(requests(create)).toBe(1)
  vi.setSystemTime(Date.now() + 269_000)
  await tick(1)
  expect(requests(create)).toBe(1)
  await tick(2)
  await expect.poll(digits).toEqual(['9990', '0098', '7654', '3210'])
  expect(requests(create)).toBe(2)
})

test('the code stays until the next one is drawn, and says how long it is still good [CODE-03, CODE-13]', async () => {
  useTestClock()
  const next = Promise.withResolvers<object>()
  server.answers[create] = inTurn(
    () => code(barcode, 268),
    () => next.promise,
  )
  await openApp('/my-codes')
  await expect.poll(() => document.querySelector('.n-bars path')).not.toBeNull()
  await tick(8)
  await expect.poll(pageText).toContain('A new code is coming')
  expect(pageText()).toMatch(/This one stays good for \d+ seconds/)
  expect(digits()).toEqual(['9990', '0012', '3456', '7890'])
  next.resolve(code('9990009876543210'))
  await expect.poll(digits).toEqual(['9990', '0098', '7654', '3210'])
  await tick(1)
  await expect.poll(pageText).toContain('Ready')
})

test('a code that has expired is not shown while the next one keeps away [CODE-03]', async () => {
  useTestClock()
  const next = Promise.withResolvers<object>()
  server.answers[create] = inTurn(
    () => code(barcode, 298),
    () => next.promise,
  )
  await openApp('/my-codes')
  await expect.poll(digits).toEqual(['9990', '0012', '3456', '7890'])
  await tick(6)
  await expect.poll(pageText).toContain('One moment')
  expect(document.querySelector('.n-bars path')).toBeNull()
  next.resolve(code('9990009876543210'))
  await expect.poll(digits).toEqual(['9990', '0098', '7654', '3210'])
})

test.each([
  [0, 1],
  [150, 0.5],
  [250, 1 / 6],
])('%d seconds after its creation the ring shows what is left of the code [CODE-04]', async (age, fraction) => {
  useTestClock()
  server.answers[create] = () => code(barcode, age)
  await openApp('/my-codes')
  await expect.poll(digits).toEqual(['9990', '0012', '3456', '7890'])
  await expect.poll(() => Number(ring()?.getAttribute('stroke-dashoffset') ?? 0)).toBeCloseTo(283 * (1 - fraction), 0)
  expect(ring()?.getAttribute('stroke-dasharray')).toBe('283')
})

/** The computed colour of a role on the field. */
function role(name: string): string {
  const probe = document.querySelector('.n-field')!.appendChild(document.createElement('i'))
  probe.style.color = `var(--${name})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

test.each([
  [224, 'field-ring'],
  [225, 'flower-solid'],
  [269, 'flower-solid'],
  [270, 'field-negative'],
  [285, 'field-negative'],
])('%d of 300 seconds after its creation the ring has the colour %s [CODE-05]', async (age, colour) => {
  useTestClock()
  const renewed = Promise.withResolvers<object>() // stays away, or the new code would be shown
  server.answers[create] = inTurn(
    () => code(barcode, age),
    () => renewed.promise,
  )
  await openApp('/my-codes')
  await expect.poll(digits).toEqual(['9990', '0012', '3456', '7890'])
  await expect.poll(() => getComputedStyle(ring()!).stroke).toBe(role(colour))
})

/** Time for React and for calls that are on their way. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 500))

/** The seconds that the ring shows. */
function secondsLeft(): number {
  const [, minutes = '0', seconds = '0'] = /(\d+):(\d\d)/.exec(document.querySelector('.n-ring-figure')?.textContent ?? '') ?? []
  return Number(minutes) * 60 + Number(seconds)
}

test('the page ticks every 500 ms, and neither hidden nor after it was left [CODE-06]', async () => {
  useTestClock()
  server.answers[create] = () => code(barcode, 100)
  await openApp('/my-codes')
  await expect.poll(secondsLeft).toBeGreaterThan(150)
  const atStart = secondsLeft()
  await tick(2)
  await expect.poll(secondsLeft).toBeLessThan(atStart)
  setVisibility('hidden')
  await settled()
  const [atHiding, checked] = [secondsLeft(), requests(check)]
  await tick(20)
  expect([secondsLeft(), requests(check)]).toEqual([atHiding, checked])
  setVisibility('visible')
  await expect.poll(secondsLeft).toBeLessThanOrEqual(atHiding - 10)
  await link('Home').click()
  await expect.poll(currentPath).toBe('/')
  await settled()
  const left = requests(check)
  await tick(9)
  expect(requests(check)).toBe(left)
})

test('hidden, a code that is due is not requested before the page is seen again [CODE-06]', async () => {
  useTestClock()
  await openApp('/my-codes')
  await expect.poll(() => requests(create)).toBe(1)
  setVisibility('hidden')
  await settled()
  vi.setSystemTime(Date.now() + 280_000)
  await tick(4)
  expect(requests(create)).toBe(1)
  setVisibility('visible')
  await expect.poll(() => requests(create)).toBe(2)
})

test('every third tick asks for a payment request, and no other does [CODE-07]', async () => {
  useTestClock()
  await openApp('/my-codes')
  await expect.poll(digits).toEqual(['9990', '0012', '3456', '7890'])
  for (let n = 1; n <= 9; n++) {
    await tick(1)
    await expect.poll(() => requests(check), { message: `tick ${n}` }).toBe(Math.floor(n / 3))
  }
  expect(requests(check)).toBe(3)
})

test('a payment request that appears opens its page; whoever comes back finds a link and a new code [CODE-08]', async () => {
  useTestClock()
  server.answers[check] = inTurn(() => refusal('REQUEST_NOT_FOUND'), request('pr_polled'))
  server.answers['GET /api/payment-requests/pr_polled'] = request('pr_polled')
  await openApp('/my-codes')
  await tick(6)
  await expect.poll(currentPath).toBe('/pay/pr_polled')
  await expect.element(button('Pay $16.00')).toBeVisible()
  expect(requests(create)).toBe(1)
  await link('Back').click()
  await expect.poll(currentPath).toBe('/')
  await tab().click()
  await expect.poll(currentPath).toBe('/my-codes')
  await expect.poll(() => requests(create)).toBe(2)
  await tick(3)
  await expect.element(link('A shop waits for your payment')).toHaveAttribute('href', '/pay/pr_polled')
  expect(currentPath()).toBe('/my-codes')
})

/** A stream of events that the test writes. */
function eventStream() {
  const { readable, writable } = new TransformStream<string, string>()
  const writer = writable.getWriter()
  return {
    response: new Response(readable.pipeThrough(new TextEncoderStream())),
    send: (id: string) => writer.write(`data: ${JSON.stringify({ paymentRequestId: id })}\n\n`),
  }
}

test('a till’s request opens at once over the open connection, without a tick [CODE-08]', async () => {
  useTestClock()
  const stream = eventStream()
  server.answers[events] = stream.response
  server.answers['GET /api/payment-requests/pr_pushed'] = request('pr_pushed')
  await openApp('/my-codes')
  await expect.poll(() => requests(events)).toBe(1)
  expect(server.to(events)[0]?.headers).toMatchObject({ authorization: 'Bearer token' })
  await stream.send('pr_pushed')
  await expect.poll(currentPath).toBe('/pay/pr_pushed')
  expect(requests(check)).toBe(0)
})

test('one that was paid without approval shows the payment, not a warning about a second one [CODE-08]', async () => {
  const stream = eventStream()
  server.answers[events] = stream.response
  server.answers['GET /api/payment-requests/pr_paid'] = { ...request('pr_paid', 'paid'), patronCodeId: code().id }
  deployed.people.guard = true
  const settings = 'GET /api/accounts/mine/till-settings'
  server.answers[settings] = { noSignal: false, noSignalLimit: '6000', withoutApproval: { limit: '3000', used: '0' }, highestWithoutApproval: '20000' }
  await openApp('/my-codes')
  await expect.poll(pageText).toContain('Up to $30.00 today')
  await expect.poll(() => requests(events)).toBe(1)
  await stream.send('pr_paid')
  await expect.poll(currentPath).toBe('/pay/pr_paid/summary')
  await expect.element(dialog('Payment Successful')).toBeVisible()
  expect(pageText()).toContain('Corner Loaf')
  expect(pageText()).not.toContain('Duplicate Payment')
  expect(requests(settings)).toBe(2) // what is left of the day
})

test('one that a code of an earlier visit has paid is not opened again', async () => {
  const stream = eventStream()
  server.answers[events] = stream.response
  server.answers['GET /api/payment-requests/pr_before'] = { ...request('pr_before', 'paid'), patronCodeId: 'pc_before' }
  await openApp('/my-codes')
  await expect.poll(() => requests(events)).toBe(1)
  await stream.send('pr_before')
  await expect.poll(() => requests('GET /api/payment-requests/pr_before')).toBe(1)
  await expect.poll(digits).toEqual(['9990', '0012', '3456', '7890'])
  expect(currentPath()).toBe('/my-codes')
})

test('an error stops new requests until Try Again [CODE-09, CODE-10]', async () => {
  useTestClock()
  server.answers[create] = inTurn(refusal('UNKNOWN', {}, 500), () => code())
  await openApp('/my-codes')
  await expect.element(heading('We were unable to generate you a barcode')).toBeVisible()
  expect(pageText()).not.toContain('Too many requests')
  await tick(12)
  expect(requests(create)).toBe(1)
  await button('Try Again').click()
  await expect.poll(digits).toEqual(['9990', '0012', '3456', '7890'])
  expect(requests(create)).toBe(2)
})

test('too many requests say so on the same screen [CODE-11]', async () => {
  server.answers[create] = refusal('RATE_LIMIT_EXCEEDED', {}, 429)
  await openApp('/my-codes')
  await expect.element(heading('We were unable to generate you a barcode')).toBeVisible()
  await expect.poll(pageText).toContain('Too many requests. Please wait a moment and try again.')
  await expect.element(button('Try Again')).toBeVisible()
})

test('the tab opens the scanner first, and then whichever of the two was shown last [CODE-12]', async () => {
  await openApp('/')
  await tab().click()
  await expect.poll(currentPath).toBe('/scan')
  await tabs().getByRole('link', { name: 'Barcode' }).click()
  await expect.poll(currentPath).toBe('/my-codes')
  await expect.element(tab()).toHaveAttribute('href', '/my-codes')
  await link('Home').click()
  await expect.poll(currentPath).toBe('/')
  await tab().click()
  await expect.poll(currentPath).toBe('/my-codes')
  await tabs().getByRole('link', { name: 'Scan' }).click()
  await expect.poll(currentPath).toBe('/scan')
  await link('Home').click()
  await expect.poll(currentPath).toBe('/')
  await tab().click()
  await expect.poll(currentPath).toBe('/scan')
  expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => /scan|codes/i.test(key))).toEqual([])
})

test('for a person who has just signed up the account is created before the code [CODE-03]', async () => {
  server.answers['GET /api/account-memberships'] = []
  server.answers['POST /api/accounts'] = { id: 'mine' }
  server.answers[create] = () => (server.to('POST /api/accounts').length > 0 ? code() : refusal('FORBIDDEN'))
  await openApp('/my-codes')
  await expect.poll(digits).toEqual(['9990', '0012', '3456', '7890'])
  expect(requests(create)).toBe(1)
})

test('whoever returns to the page finds the same code, without another request [CODE-03]', async () => {
  await openApp('/my-codes')
  await expect.poll(digits).toEqual(['9990', '0012', '3456', '7890'])
  await tabs().getByRole('link', { name: 'Scan' }).click()
  await tabs().getByRole('link', { name: 'Barcode' }).click()
  await expect.poll(digits).toEqual(['9990', '0012', '3456', '7890'])
  expect(requests(create)).toBe(1)
})

test('a cola token is spent at the barcode, through the real routes [ASSET-06]', async () => {
  server.answers['GET /api/accounts/mine/assets'] = { items: [wallet(), asset('cola', 'cca.coke.main', { description: 'Coke' })] }
  await openApp('/assets/cola')
  await link('Spend it').click()
  await expect.poll(currentPath).toBe('/my-codes')
  await expect.element(page.getByRole('img', { name: 'Barcode 9990 0012 3456 7890' })).toBeVisible()
})

test('big print fills the screen in white, closes with Esc and gives the focus back; Rotate turns the code', async () => {
  await openApp('/my-codes')
  await expect.element(button('Big print')).toBeEnabled()
  await button('Big print').click()
  const big = page.getByRole('dialog', { name: 'Ready to scan' })
  await expect.element(big).toBeVisible()
  expect(big.element().textContent).toMatch(/New code in \d+ minutes/)
  const box = document.querySelector('.n-big-code')!
  expect([getComputedStyle(box).backgroundColor, box.getBoundingClientRect().height]).toEqual(['rgb(255, 255, 255)', innerHeight])
  await userEvent.keyboard('{Escape}')
  await expect.element(big).not.toBeInTheDocument()
  await expect.element(button('Big print')).toHaveFocus()
  await button('Rotate').click()
  await expect.element(button('Rotate')).toHaveAttribute('aria-pressed', 'true')
  expect(document.querySelector('.n-turn')).not.toBeNull()
})

test('the screen stays on while the code is shown, and is let go when the page is hidden or left', async () => {
  const lock = { release: vi.fn(async () => undefined) }
  const requestLock = vi.fn(async () => lock)
  vi.spyOn(navigator, 'wakeLock', 'get').mockReturnValue({ request: requestLock } as unknown as WakeLock)
  await openApp('/my-codes')
  await expect.poll(() => requestLock.mock.calls).toEqual([['screen']])
  setVisibility('hidden')
  await expect.poll(() => lock.release.mock.calls.length).toBe(1)
  setVisibility('visible')
  await expect.poll(() => requestLock.mock.calls.length).toBe(2)
  await link('Home').click()
  await expect.poll(() => lock.release.mock.calls.length).toBe(2)
})
