import { I18nProvider } from '@lingui/react'
import { getMerchantSummary, listSupportedWallets } from '@nikau/contract'
import { cancelOneOffPayment, createOneOffPayment, getOneOffPayment, oneOffFamily, payOneOffPayment } from '@nikau/contract/one-off-payments'
import { getPaymentRequestSummary } from '@nikau/contract/payment-requests'
import { QrCode } from '@nikau/ui'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { deployed } from '../lib/config.ts'
import { activateLanguage, i18n } from '../lib/i18n.ts'
import { rememberLocally } from '../lib/local-config.ts'
import { takeOutcome, tellOutcome } from '../lib/one-off-outcome.ts'
import { Run } from '../lib/Words.tsx'
import { CheckoutScreen } from '../features/checkout/CheckoutScreen.tsx'
import { ways } from '../features/checkout/leave.ts'
import { banks, type Circumstances, methodsFor, providersFor } from '../features/checkout/methods.ts'
import { ReturnScreen } from '../features/checkout/ReturnScreen.tsx'
import { calls } from '../features/checkout/wire.ts'
import './checkout.css'

const oneOffTypes = Object.values(oneOffFamily).map((family) => `${family}.test`)

const summary = (more: object = {}) => ({
  id: 'pr1',
  url: 'https://nikau.example/deimos/pay/pr1',
  merchantId: 'm1',
  merchantName: 'Corner Loaf',
  value: { amount: '1600', currency: 'NZD' },
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
  paymentOptions: ['nikau.nzd.test', ...oneOffTypes].map((assetType) => ({ assetType, amount: '1600' })),
  partialAllowed: false,
  remainingAmount: '1600',
  status: 'new',
  liveness: 'test',
  redirectUrl: 'https://shop.example/back?basket=7',
  ...more,
})

const logo = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'
const wallet = (name: string, types: string[], more: object = {}) => ({ name, status: 'active', test: true, assetTypes: types.map((id) => ({ id })), ...more })

interface Sent {
  at: number
  call: string
  headers: Record<string, string>
  body: Record<string, unknown> | undefined
}
let sent: Sent[]
/** What is answered to `METHOD /path`: a body, a response, or what makes one. */
let answers: Record<string, unknown>
const left = { replaced: [] as string[], assigned: [] as string[], posted: [] as unknown[][] }

const refusal = (status: number, message: string, more: object = {}) => Response.json({ statusCode: status, message, ...more }, { status })
const to = (call: string) => sent.filter((one) => one.call === call)
const theSummary = 'GET /api/payment-requests/pr1/summary'

beforeEach(async () => {
  localStorage.clear()
  deployed.cardApps = {}
  await activateLanguage('en-NZ')
  sent = []
  left.replaced = []
  left.assigned = []
  left.posted = []
  answers = {
    [theSummary]: () => Response.json(summary(), { headers: { etag: '"1"' } }),
    'GET /api/merchants/m1/summary': { id: 'm1', name: 'Corner Loaf', test: true, logo },
    'GET /api/merchants/m1/supported-wallets': [wallet('Nikau Test', ['nikau.nzd.test']), wallet('Paddock Card', ['farmlands.nzd.test'])],
  }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${address}`
    sent.push({
      at: performance.now(),
      call,
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as Sent['body']) : undefined,
    })
    const answer = answers[call]
    const given: unknown = typeof answer === 'function' ? await (answer as (init: RequestInit) => unknown)(init) : answer
    if (given === undefined) return refusal(404, 'NOT_FOUND')
    return given instanceof Response ? given : Response.json(given)
  })
  vi.spyOn(ways, 'replace').mockImplementation((address) => void left.replaced.push(address))
  vi.spyOn(ways, 'assign').mockImplementation((address) => void left.assigned.push(address))
  vi.spyOn(ways, 'opener').mockReturnValue({ postMessage: (...message: unknown[]) => void left.posted.push(message) })
  return () => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
})

const shown = (screen: React.ReactNode) => (
  <I18nProvider i18n={i18n} defaultComponent={Run}>
    {screen}
  </I18nProvider>
)
const open = () => render(shown(<CheckoutScreen id="pr1" />))
/** At once: a press by pointer first waits until the page has not moved for a while, which on a busy machine can be long. */
async function press(name: string): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(`^${name}`) })
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLElement).click()
}
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })

const here: Circumstances = { config: { cardApps: {} }, flags: { showPayScreenForFarmlands: false }, handheld: true }
const request = (types: string[], more: object = {}) => ({ id: 'pr1', status: 'new' as const, types, liveness: 'main' as const, ...more })

test('calls and options are those of the contract', () => {
  const contract = {
    summary: getPaymentRequestSummary,
    merchant: getMerchantSummary,
    wallets: listSupportedWallets,
    begin: createOneOffPayment,
    look: getOneOffPayment,
    pay: payOneOffPayment,
    cancel: cancelOneOffPayment,
  }
  for (const [name, { method, path }] of Object.entries(contract)) expect(calls[name as keyof typeof calls]).toEqual({ method, path })
  expect(Object.fromEntries(banks.map(({ id, family }) => [id, family]))).toEqual(oneOffFamily)
})

test('a button is there for each bank that the request takes, for these three and no other, and only while it is new [CHK-11, CHK-12]', () => {
  const all = [...banks.map(({ family }) => `${family}.main`), 'anz-one-off.nzd.main', 'pnz-one-off.nzd.main']
  expect(methodsFor(request(all), here).banks.map(({ id }) => id)).toEqual(['bnz', 'asb', 'westpac'])
  expect(methodsFor(request(['asb-payap-one-off.nzd.main']), here).banks.map(({ id }) => id)).toEqual(['asb'])
  expect(methodsFor(request(['nikau.nzd.main']), here)).toMatchObject({ wallet: true, banks: [], farmApp: undefined, cardApp: undefined })
  expect(methodsFor(request(['external.main']), here)).toMatchObject({ wallet: false, banks: [] })
  for (const status of ['paid', 'expired', 'cancelled'] as const)
    expect(methodsFor({ ...request([...all, 'nikau.nzd.main', 'farmlands.nzd.main']), status }, here)).toEqual({
      wallet: false,
      banks: [],
      farmApp: undefined,
      farmCard: false,
      cardApp: undefined,
    })
})

test('the farm card’s app opens by its host for real money and by the other for play money, and steps take its place under the flag [CHK-06, CHK-07]', () => {
  const config = { cardApps: { farmlands: { main: 'app.farm.example', test: 'test.farm.example' } } }
  const farm = request(['farmlands.nzd.main'])
  expect(methodsFor(farm, { ...here, config }).farmApp).toEqual({ kind: 'link', address: 'https://app.farm.example/pay/pr1' })
  expect(methodsFor({ ...farm, liveness: 'test' }, { ...here, config }).farmApp).toEqual({ kind: 'link', address: 'https://test.farm.example/pay/pr1' })
  expect(methodsFor(farm, { ...here, config, handheld: false }).farmApp).toBeUndefined()
  expect(methodsFor(farm, here).farmApp).toBeUndefined()
  const flags = { showPayScreenForFarmlands: true }
  expect(methodsFor(farm, { ...here, config, flags, handheld: false }).farmApp).toEqual({ kind: 'steps' })
  expect(methodsFor(request(['nikau.nzd.main']), { ...here, config, flags }).farmApp).toBeUndefined()
})

test('the card app opens at this request, on a phone, for what it can pay [CHK-09]', () => {
  const config = { cardApps: { card: { name: 'Till Card', pays: ['external'], main: 'card.example' } } }
  expect(methodsFor(request(['external.main']), { ...here, config }).cardApp).toEqual({ name: 'Till Card', address: 'https://card.example/pay/pr1' })
  expect(methodsFor(request(['external.test'], { liveness: 'test' }), { ...here, config }).cardApp).toBeUndefined()
  expect(methodsFor(request(['nikau.nzd.main']), { ...here, config }).cardApp).toBeUndefined()
  expect(methodsFor(request(['external.main']), { ...here, config, handheld: false }).cardApp).toBeUndefined()
})

test('the farm card has a button that leads to its page, for a request that takes it [CHK-08, CHK-12]', async () => {
  expect(methodsFor(request(['nikau.nzd.main']), here).farmCard).toBe(false)
  answers[theSummary] = summary({ paymentOptions: [{ assetType: 'farmlands.nzd.test', amount: '1600' }] })
  await open()
  await expect.element(page.getByRole('link', { name: /^Farmlands card/ })).toHaveAttribute('href', new URL('/deimos/farmlands/pay/pr1', location.origin).href)
})

test('a badge for each wallet and bank that can pay something of it [CHK-05]', () => {
  const wallets = [
    wallet('Fits', ['x', 'nikau.nzd.test']),
    wallet('Other type', ['epay.test']),
    wallet('Real money', ['nikau.nzd.test'], { test: false }),
    wallet('Closed', ['nikau.nzd.test'], { status: 'inactive' }),
  ]
  const names = (types: string[]) => providersFor({ types, liveness: 'test', status: 'new' }, wallets).map(({ name }) => name)
  expect(names(['nikau.nzd.test', 'quartz-one-off.nzd.test'])).toEqual(['Fits', 'BNZ'])
  expect(names(['external.test'])).toEqual([])
})

test('merchant, amount due, logo, badges and a button for each way to pay [CHK-02, CHK-05, CHK-10, CHK-11]', async () => {
  await page.viewport(390, 844)
  await open()
  await expect.element(heading('Amount due $16.00')).toBeVisible()
  await expect.element(page.getByText('Corner Loaf')).toBeVisible()
  await expect.poll(() => document.querySelector<HTMLImageElement>('.checkout-logo')?.src).toBe(logo)
  await expect
    .element(page.getByRole('link', { name: 'Pay with Nikau wallet' }))
    .toHaveAttribute('href', new URL('/deimos/nikau/pay/pr1', location.origin).href)
  expect([...document.querySelectorAll('.checkout-badges li')].map((badge) => badge.textContent)).toEqual(['Nikau Test', 'BNZ', 'ASB', 'Westpac'])
  expect([...document.querySelectorAll('.checkout-tile')].map((button) => button.lastElementChild?.previousSibling?.textContent)).toEqual([
    'BNZ',
    'ASB',
    'Westpac',
  ])
  await expect.element(page.getByText('TEST', { exact: true })).toBeVisible()
})

test('the QR code is that of the address, 800 wide and of level H, with its words [CHK-03, CHK-04]', async () => {
  await page.viewport(1280, 800)
  await open()
  const picture = page.getByRole('img', { name: 'QR code to pay Corner Loaf' })
  await expect.element(picture).toBeVisible()
  await expect.element(page.getByText('Scan the QR Code to pay')).toBeVisible()
  const image = picture.element() as HTMLImageElement
  await image.decode()
  expect(image.naturalWidth).toBe(800)
  await render(<QrCode text={summary().url} label="the same" />)
  await expect.element(page.getByRole('img', { name: 'the same' })).toHaveAttribute('src', image.src)
  expect(levelOf(image)).toBe('H')
})

/** The first two signs of the format, left in the ninth row, say how much of a code may be lost; they are written under a fixed mask. */
function levelOf(image: HTMLImageElement): string | undefined {
  const canvas = new OffscreenCanvas(800, 800)
  const paint = canvas.getContext('2d')!
  paint.drawImage(image, 0, 0)
  const dark = (x: number, y: number) => paint.getImageData(x, y, 1, 1).data[0]! < 128
  const edge = Array.from({ length: 800 }, (_, at) => at).find((at) => dark(at, at))!
  const finder = Array.from({ length: 800 }, (_, at) => at).find((at) => at > edge && !dark(at, edge))! - edge
  const module = finder / 7
  const at = (column: number, row: number) => dark(Math.floor(edge + (column + 0.5) * module), Math.floor(edge + (row + 0.5) * module))
  return { '11': 'L', '10': 'M', '01': 'Q', '00': 'H' }[[at(0, 8), at(1, 8)].map(Number).join('')]
}

test('the three steps of the farm card’s app [CHK-07]', async () => {
  await page.viewport(390, 844)
  rememberLocally({ showPayScreenForFarmlands: true })
  answers[theSummary] = summary({ paymentOptions: [{ assetType: 'farmlands.nzd.test', amount: '1600' }] })
  await open()
  await press('Farmlands app')
  const steps = page.getByRole('dialog', { name: 'Pay with the Farmlands app' }).getByRole('listitem')
  await expect.element(steps.nth(2)).toBeVisible()
  expect(steps.elements().map((step) => step.textContent)).toEqual(['Open the Farmlands app', 'Scan this QR code', 'Confirm the payment there'])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

/** For how long this page was given no time in all: on a busy machine no timer of its own runs then either. */
function measureStalls(): () => number {
  const everyMs = 50
  let [last, total] = [performance.now(), 0]
  const timer = setInterval(() => {
    const now = performance.now()
    total += Math.max(0, now - last - 2 * everyMs)
    last = now
  }, everyMs)
  return () => {
    clearInterval(timer)
    return total
  }
}

test('the summary is read every second while new, what is unchanged without a body, and never after [CHK-13]', async () => {
  let changed = false
  answers[theSummary] = (init: RequestInit) => {
    const tag = (init.headers as Record<string, string>)['if-none-match']
    if (changed) return Response.json(summary({ status: 'cancelled' }), { headers: { etag: '"2"' } })
    return tag === '"1"' ? new Response(null, { status: 304 }) : Response.json(summary(), { headers: { etag: '"1"' } })
  }
  const stalled = measureStalls()
  await open()
  await expect.poll(() => to(theSummary).length).toBe(4)
  const times = to(theSummary).map(({ at }) => at)
  for (const [index, at] of times.slice(1).entries()) expect(Math.round((at - times[index]!) / 100)).toBeGreaterThanOrEqual(10)
  expect(times.at(-1)! - times[0]! - stalled()).toBeLessThan(4500)
  expect(to(theSummary).map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"', '"1"', '"1"'])
  changed = true
  await expect.element(heading('Payment has been cancelled')).toBeVisible()
  const count = to(theSummary).length
  await new Promise((resolve) => setTimeout(resolve, 2200))
  expect(to(theSummary).length).toBe(count)
})

test('a read that fails changes nothing but a word, and the next one is tried; an unknown request is Not Found [CHK-13]', async () => {
  let mode: 'good' | 'broken' | 'page' | 'gone' = 'good'
  answers[theSummary] = () => {
    if (mode === 'broken') throw new TypeError('no network')
    if (mode === 'page') return new Response('<html>', { status: 200 })
    return mode === 'gone' ? refusal(404, 'REQUEST_NOT_FOUND') : summary()
  }
  await open()
  await expect.element(heading('Amount due $16.00')).toBeVisible()
  for (const trouble of ['broken', 'page'] as const) {
    mode = trouble
    await expect.element(page.getByText('Connection lost, trying again')).toBeVisible()
    await expect.element(heading('Amount due $16.00')).toBeVisible()
    mode = 'good'
    await expect.element(page.getByText('Waiting for payment')).toBeVisible()
  }
  mode = 'gone'
  await expect.element(heading('404')).toBeVisible()
})

const pair = { redirectPaidUrl: 'https://shop.example/thanks', redirectCancelUrl: 'https://www.shop.example/left?a=1' }

test.each([
  ['paid', pair, 'Payment successful', 'https://shop.example/thanks?paymentRequestId=pr1'],
  ['expired', pair, 'Payment has expired', 'https://www.shop.example/left?a=1&paymentRequestId=pr1'],
  ['cancelled', pair, 'Payment has been cancelled', 'https://www.shop.example/left?a=1&paymentRequestId=pr1'],
  ['paid', {}, 'Payment successful', 'https://shop.example/back?basket=7&paymentRequestId=pr1'],
] as const)(
  '%s with %j: the text, the word to the opener for the shop’s origin alone, then the way back [CHK-14, CHK-15, CHK-16]',
  async (status, redirects, text, back) => {
    const remainingAmount = status === 'paid' ? '0' : '1600'
    answers[theSummary] = summary({ status, remainingAmount, ...redirects })
    await open()
    await expect.element(heading(text)).toBeVisible()
    expect(left.posted[0]).toEqual([{ paymentRequestId: 'pr1', status }, new URL(back).origin])
    expect(left.replaced).toEqual([])
    await expect.poll(() => left.replaced).toEqual([back])
    await expect.element(page.getByRole('link', { name: /Corner Loaf/ })).toHaveAttribute('href', back)
  },
)

test('without an address to go back to nobody is told and the page stays on its text [CHK-14, CHK-15]', async () => {
  answers[theSummary] = summary({ status: 'paid', remainingAmount: '0', redirectUrl: undefined })
  await open()
  await expect.element(heading('Payment successful')).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 2500))
  expect([left.posted, left.replaced]).toEqual([[], []])
  await expect.element(page.getByText('You can close this window.')).toBeVisible()
})

test('an address that is none of the web is never gone to', async () => {
  answers[theSummary] = summary({ status: 'paid', remainingAmount: '0', redirectUrl: 'javascript:alert(1)' })
  await open()
  await expect.element(page.getByText('You can close this window.')).toBeVisible()
})

test('paid in part: what is paid and what is not stand apart, while it is new and at the end', async () => {
  answers[theSummary] = summary({ remainingAmount: '360' })
  const { unmount } = await open()
  await expect.element(heading('Amount due $3.60')).toBeVisible()
  await expect.element(page.getByText('$12.40 paid, $3.60 still to pay')).toBeVisible()
  await unmount()
  answers[theSummary] = summary({ remainingAmount: '360', status: 'paid' })
  await open()
  await expect.element(heading('Payment successful')).toBeVisible()
  await expect.element(page.getByText('$3.60 still to pay')).toBeVisible()
})

test('a bank is asked for once, without a session, and its address opened [ONE-01, SESS-10]', async () => {
  answers['POST /api/one-off-payments'] = { id: 'oo1', authorizationUrl: 'https://bank.example/authorise?x=1' }
  await open()
  const button = page.getByRole('button', { name: 'ASB' })
  await expect.element(button).toBeVisible()
  for (let press = 0; press < 3; press++) (button.element() as HTMLElement).click()
  await expect.poll(() => left.assigned).toEqual(['https://bank.example/authorise?x=1'])
  const [first, ...more] = to('POST /api/one-off-payments')
  expect(more).toEqual([])
  expect(first?.body).toEqual({ paymentRequestId: 'pr1', bank: 'asb', idempotencyKey: expect.any(String) })
  expect(Object.keys(first!.headers)).toEqual(['content-type'])
})

test('an answer that got lost is asked for under the same key; a bank that is down is said so', async () => {
  let lost = true
  answers['POST /api/one-off-payments'] = () => {
    if (!lost) return refusal(503, 'BANK_UNAVAILABLE')
    lost = false
    throw new TypeError('no network')
  }
  await open()
  await press('BNZ')
  await expect.element(page.getByRole('alert').getByText('BNZ could not be opened')).toBeVisible()
  const keys = to('POST /api/one-off-payments').map(({ body }) => body?.idempotencyKey)
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  await expect.element(page.getByRole('button', { name: 'BNZ' })).not.toHaveAttribute('aria-busy')
})

const payment = (status: string, more: object = {}) => ({ id: 'oo1', paymentRequestId: 'pr1', bank: 'bnz', status, liveness: 'test', ...more })
const look = 'GET /api/one-off-payments/oo1'
const pay = 'POST /api/one-off-payments/oo1/pay'
const cancel = 'POST /api/one-off-payments/oo1/cancel'
const oneOffCalls = () => sent.map(({ call }) => call).filter((call) => call.includes('/one-off-payments'))

async function returned(hash: string, bank = 'bnz') {
  const done = vi.fn<(id: string) => void>()
  const unknown = vi.fn<() => void>()
  const screen = await render(shown(<ReturnScreen bank={bank} hash={hash} onDone={done} onUnknown={unknown} />))
  return { done, unknown, screen }
}

test('with a code the payment is looked up by its state and paid; the outcome is told once [ONE-02, ONE-04, ONE-06, ONE-07]', async () => {
  answers[look] = payment('created')
  answers[pay] = payment('paid')
  const { done, unknown } = await returned('#code=c0de&id_token=t0ken&state=oo1', 'westpac')
  await expect.poll(() => done.mock.calls).toEqual([['pr1']])
  expect(oneOffCalls()).toEqual([look, pay])
  expect(to(pay)[0]?.body).toEqual({ code: 'c0de', idToken: 't0ken', idempotencyKey: 'pay-oo1' })
  expect(unknown).not.toHaveBeenCalled()
  expect(takeOutcome('pr1')).toEqual({ kind: 'paid' })
  expect(takeOutcome('pr1')).toBeUndefined()
})

test('while the bank has not said its last word it is asked again, with the same id and code [ONE-09]', async () => {
  let times = 0
  answers[look] = payment('created')
  answers[pay] = () => {
    times++
    if (times === 1) throw new TypeError('no network')
    if (times === 2) return refusal(503, 'UNAVAILABLE')
    if (times === 3) return refusal(403, 'PAYMENT_UNCONFIRMED')
    return payment(times === 4 ? 'authorized' : 'paid')
  }
  const { done } = await returned('#code=c0de&state=oo1', 'asb')
  await expect.element(heading('Checking with BNZ…')).toBeVisible()
  await expect.poll(() => done.mock.calls).toEqual([['pr1']])
  const bodies = to(pay).map(({ body }) => JSON.stringify(body))
  expect([bodies.length, new Set(bodies).size]).toEqual([5, 1])
  expect(takeOutcome('pr1')).toEqual({ kind: 'paid' })
}, 20_000)

test('without a code nothing is paid: the try is ended, and the outcome is cancelled [ONE-05, ONE-07]', async () => {
  answers[look] = payment('created')
  answers[cancel] = payment('failed', { failure: 'cancelled' })
  const { done } = await returned('#error=access_denied&state=oo1')
  await expect.poll(() => done.mock.calls).toEqual([['pr1']])
  expect(oneOffCalls()).toEqual([look, cancel])
  expect(takeOutcome('pr1')).toEqual({ kind: 'cancelled' })
})

test.each([
  ['a refusal', () => refusal(403, 'REQUEST_EXPIRED'), 'REQUEST_EXPIRED'],
  ['a refusal with a reason', () => refusal(403, 'PAYMENT_DECLINED', { reason: 'bank-unavailable' }), 'bank-unavailable'],
  ['a payment that failed', () => payment('failed', { failure: 'returned' }), 'returned'],
])('%s: no success is told, the page of the request comes next [ONE-06, ONE-07]', async (_, answer, code) => {
  answers[look] = payment('created')
  answers[pay] = answer
  const { done } = await returned('#code=c0de&state=oo1')
  await expect.poll(() => done.mock.calls).toEqual([['pr1']])
  expect(takeOutcome('pr1')).toEqual({ kind: 'refused', code })
})

test.each(['#state=oo1&code=c', '#code=c', ''])('%s of a payment that nobody knows leads nowhere [ONE-03]', async (hash) => {
  answers[look] = () => refusal(404, 'ONE_OFF_PAYMENT_NOT_FOUND')
  const { done, unknown } = await returned(hash)
  await expect.poll(() => unknown.mock.calls.length).toBe(1)
  expect(done).not.toHaveBeenCalled()
  expect(to(pay)).toEqual([])
})

test('a lookup that gets no answer is no failure: it is tried again', async () => {
  let times = 0
  answers[look] = () => (++times < 3 ? new Response('', { status: 502 }) : payment('created'))
  answers[pay] = payment('paid')
  const { done, unknown } = await returned('#code=c0de&state=oo1')
  await expect.element(page.getByText('We can’t reach Nikau')).toBeVisible()
  await expect.poll(() => done.mock.calls).toEqual([['pr1']])
  expect(unknown).not.toHaveBeenCalled()
}, 20_000)

test('cancelled at the bank is a notice above the buttons: nobody is told, nobody is sent away [ONE-05]', async () => {
  tellOutcome('pr1', { kind: 'cancelled' })
  await open()
  await expect.element(page.getByRole('status').filter({ hasText: 'Payment has been cancelled' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'BNZ' })).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 2500))
  expect([left.posted, left.replaced]).toEqual([[], []])
  await press('Dismiss')
  await expect.element(page.getByText('Payment has been cancelled')).not.toBeInTheDocument()
})

test.each([
  ['REQUEST_EXPIRED', 'Transaction Timed Out', 'This payment request has timed out as it exceeded the transaction time limit.'],
  ['REQUEST_PAID', 'Duplicate Payment', 'This payment request has already been completed in an earlier transaction.'],
  ['REQUEST_CANCELLED', 'Payment Request Cancelled', 'This payment request was cancelled.'],
  ['PAYMENT_DECLINED', 'Something Went Wrong', 'It looks like something went wrong. Please try again.'],
  ['returned', 'Something Went Wrong', 'Your bank took the money after this request had ended. It goes back to your account.'],
])('a payment that came to nothing with %s is explained before the page goes on [ONE-07]', async (code, title, text) => {
  answers[theSummary] = summary({ status: 'expired' })
  tellOutcome('pr1', { kind: 'refused', code })
  await open()
  const modal = page.getByRole('alertdialog', { name: title })
  await expect.element(modal.getByText(text)).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 2300))
  expect(left.replaced).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => left.replaced.length).toBe(1)
})

test('the seconds are counted by the server’s clock, from two minutes on', async () => {
  const ahead = 3_600_000
  answers[theSummary] = () =>
    Response.json(summary({ expiresAt: new Date(Date.now() + ahead + 90_000).toISOString() }), {
      headers: { date: new Date(Date.now() + ahead).toUTCString() },
    })
  await open()
  await expect.element(page.getByText(/^Expires in 1:[23]\d$/)).toBeVisible()
})
