import { QrCode } from '@nikau/ui'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { updateLocalConfig } from '../../lib/local-config.ts'
import { storeOutcome } from '../../lib/payment-outcome.ts'
import { noNetwork, refusal, server } from '../../testing/mock-server.ts'
import { heading, logo, mockCheckoutServerPerTest, navigated, openCheckout, press, summary, summaryCall } from './fixtures.tsx'

mockCheckoutServerPerTest()

test('a request that accepts the farm card shows a link to its page [CHK-08, CHK-12]', async () => {
  server.answers[summaryCall] = summary({ paymentOptions: [{ assetType: 'farmlands.nzd.test', amount: '1600' }] })
  await openCheckout()
  await expect.element(page.getByRole('link', { name: /^Farmlands Card/ })).toHaveAttribute('href', new URL('/deimos/farmlands/pay/pr1', location.origin).href)
})

test('merchant, amount due, logo, badges and a button for each payment method [CHK-02, CHK-05, CHK-10, CHK-11]', async () => {
  await page.viewport(390, 844)
  await openCheckout()
  await expect.element(heading('Amount due $16.00')).toBeVisible()
  await expect.element(page.getByText('Corner Loaf')).toBeVisible()
  await expect.poll(() => document.querySelector<HTMLImageElement>('.checkout-logo')?.src).toBe(logo)
  await expect
    .element(page.getByRole('link', { name: 'Pay with Nikau wallet' }))
    .toHaveAttribute('href', new URL('/deimos/nikau/pay/pr1', location.origin).href)
  expect([...document.querySelectorAll('.checkout-badges li')].map((badge) => badge.textContent)).toEqual(['Nikau Test'])
  expect([...document.querySelectorAll('.checkout-tile')].map((button) => button.lastElementChild?.previousSibling?.textContent)).toEqual([
    'BNZ',
    'ASB',
    'Westpac',
  ])
  await expect.element(page.getByText('TEST', { exact: true })).toBeVisible()
})

test('the QR code holds the request’s URL, is 800 pixels wide with error correction H, and has its caption [CHK-03, CHK-04]', async () => {
  await page.viewport(1280, 800)
  await openCheckout()
  const picture = page.getByRole('img', { name: 'QR code to pay Corner Loaf' })
  await expect.element(picture).toBeVisible()
  await expect.element(page.getByText('Scan the QR Code to pay')).toBeVisible()
  const image = picture.element() as HTMLImageElement
  await image.decode()
  expect(image.naturalWidth).toBe(800)
  await render(<QrCode text={summary().url} label="the same" />)
  await expect.element(page.getByRole('img', { name: 'the same' })).toHaveAttribute('src', image.src)
  expect(errorCorrectionOf(image)).toBe('H')
})

/** Reads the error correction level: the first two bits of the format information, in the ninth row, under a fixed mask. */
function errorCorrectionOf(image: HTMLImageElement): string | undefined {
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

test('the three steps of the Farmlands app [CHK-07]', async () => {
  await page.viewport(390, 844)
  updateLocalConfig({ showPayScreenForFarmlands: true })
  server.answers[summaryCall] = summary({ paymentOptions: [{ assetType: 'farmlands.nzd.test', amount: '1600' }] })
  await openCheckout()
  await press('Farmlands app')
  const steps = page.getByRole('dialog', { name: 'Pay with the Farmlands app' }).getByRole('listitem')
  await expect.element(steps.nth(2)).toBeVisible()
  expect(steps.elements().map((step) => step.textContent)).toEqual(['Open the Farmlands app', 'Scan this QR code', 'Confirm the payment there'])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

/** Measures how long the page was stalled: on a busy machine its timers run late. */
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

test('a new request is polled every second, unchanged ones with a 304, and never after it is closed [CHK-13]', async () => {
  let changed = false
  server.answers[summaryCall] = (_: unknown, { headers }: { headers: Record<string, string> }) => {
    const tag = headers['if-none-match']
    if (changed) return Response.json(summary({ status: 'cancelled' }), { headers: { etag: '"2"' } })
    return tag === '"1"' ? new Response(null, { status: 304 }) : Response.json(summary(), { headers: { etag: '"1"' } })
  }
  const stalled = measureStalls()
  await openCheckout()
  await expect.poll(() => server.to(summaryCall).length).toBe(4)
  const times = server.to(summaryCall).map(({ at }) => at)
  for (const [index, at] of times.slice(1).entries()) expect(Math.round((at - times[index]!) / 100)).toBeGreaterThanOrEqual(10)
  expect(times.at(-1)! - times[0]! - stalled()).toBeLessThan(4500)
  expect(server.to(summaryCall).map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"', '"1"', '"1"'])
  changed = true
  await expect.element(heading('Payment has been cancelled')).toBeVisible()
  const count = server.to(summaryCall).length
  await new Promise((resolve) => setTimeout(resolve, 2200))
  expect(server.to(summaryCall).length).toBe(count)
})

test('a failed poll changes only the status line and is tried again; an unknown request is Not Found [CHK-13]', async () => {
  let mode: 'good' | 'broken' | 'page' | 'gone' = 'good'
  server.answers[summaryCall] = () => {
    if (mode === 'broken') return noNetwork()
    if (mode === 'page') return new Response('<html>', { status: 200 })
    return mode === 'gone' ? refusal('REQUEST_NOT_FOUND', {}, 404) : summary()
  }
  await openCheckout()
  await expect.element(heading('Amount due $16.00')).toBeVisible()
  for (const failure of ['broken', 'page'] as const) {
    mode = failure
    await expect.element(page.getByText('Connection lost, trying again')).toBeVisible()
    await expect.element(heading('Amount due $16.00')).toBeVisible()
    mode = 'good'
    await expect.element(page.getByText('Waiting for payment')).toBeVisible()
  }
  mode = 'gone'
  await expect.element(heading('404')).toBeVisible()
})

const redirectPair = { redirectPaidUrl: 'https://shop.example/thanks', redirectCancelUrl: 'https://www.shop.example/left?a=1' }

test.each([
  ['paid', redirectPair, 'Payment successful', 'https://shop.example/thanks?paymentRequestId=pr1'],
  ['expired', redirectPair, 'Payment has expired', 'https://www.shop.example/left?a=1&paymentRequestId=pr1'],
  ['cancelled', redirectPair, 'Payment has been cancelled', 'https://www.shop.example/left?a=1&paymentRequestId=pr1'],
  ['paid', {}, 'Payment successful', 'https://shop.example/back?basket=7&paymentRequestId=pr1'],
] as const)(
  '%s with %j: the text, a message to the opener at the merchant’s origin only, then the redirect [CHK-14, CHK-15, CHK-16]',
  async (status, redirects, text, returnUrl) => {
    const remainingAmount = status === 'paid' ? '0' : '1600'
    server.answers[summaryCall] = summary({ status, remainingAmount, ...redirects })
    await openCheckout()
    await expect.element(heading(text)).toBeVisible()
    expect(navigated.posted[0]).toEqual([{ paymentRequestId: 'pr1', status }, new URL(returnUrl).origin])
    expect(navigated.replaced).toEqual([])
    await expect.poll(() => navigated.replaced).toEqual([returnUrl])
    await expect.element(page.getByRole('link', { name: /Corner Loaf/ })).toHaveAttribute('href', returnUrl)
  },
)

test('without a redirect URL the opener gets no message and the page stays [CHK-14, CHK-15]', async () => {
  server.answers[summaryCall] = summary({ status: 'paid', remainingAmount: '0', redirectUrl: undefined, shortCode: 'NK-7F3C-91B2' })
  await openCheckout()
  await expect.element(heading('Payment successful')).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 2500))
  expect([navigated.posted, navigated.replaced]).toEqual([[], []])
  await expect.element(page.getByText('You can close this window.')).toBeVisible()
  await expect.element(page.getByText(/^Reference NK-7F3C-91B2/)).toBeVisible()
})

test('a paid request says when it was paid; opened later, it does not look like a payment of this moment [CHK-16]', async () => {
  const paid = (paidAt: Date) => summary({ status: 'paid', remainingAmount: '0', redirectUrl: undefined, paidAt: paidAt.toISOString() })
  const tone = () => document.querySelector('.n-outcome-icon')?.getAttribute('data-tone')
  server.answers[summaryCall] = paid(new Date(Date.now() - 60_000))
  const { unmount } = await openCheckout()
  await expect.element(heading('Payment successful')).toBeVisible()
  await expect.element(page.getByText(/^Paid on \d+ \w+ \d{4}, \d+:\d\d [ap]m$/)).toBeVisible()
  expect(tone()).toBe('positive')
  await unmount()
  server.answers[summaryCall] = paid(new Date('2026-08-14T04:12:36Z'))
  await openCheckout()
  await expect.element(page.getByText('Paid on 14 August 2026, 4:12 pm')).toBeVisible()
  expect(tone()).toBe('neutral')
})

test('a redirect URL that is not http(s) is never opened', async () => {
  server.answers[summaryCall] = summary({ status: 'paid', remainingAmount: '0', redirectUrl: 'javascript:alert(1)' })
  await openCheckout()
  await expect.element(page.getByText('You can close this window.')).toBeVisible()
})

test('a part payment shows the paid and the remaining amount, while new and when closed', async () => {
  server.answers[summaryCall] = summary({ remainingAmount: '360' })
  const { unmount } = await openCheckout()
  await expect.element(heading('Amount due $3.60')).toBeVisible()
  await expect.element(page.getByText('$12.40 paid, $3.60 still to pay')).toBeVisible()
  await unmount()
  server.answers[summaryCall] = summary({ remainingAmount: '360', status: 'paid' })
  await openCheckout()
  await expect.element(heading('Payment successful')).toBeVisible()
  await expect.element(page.getByText('$3.60 still to pay')).toBeVisible()
})

test('a bank payment is created once, without a session, and its authorisation page opens [ONE-01, SESS-10]', async () => {
  server.answers['POST /api/one-off-payments'] = { id: 'oo1', authorizationUrl: 'https://bank.example/authorise?x=1' }
  await openCheckout()
  const button = page.getByRole('button', { name: 'ASB' })
  await expect.element(button).toBeVisible()
  for (let press = 0; press < 3; press++) (button.element() as HTMLElement).click()
  await expect.poll(() => navigated.assigned).toEqual(['https://bank.example/authorise?x=1'])
  const [first, ...more] = server.to('POST /api/one-off-payments')
  expect(more).toEqual([])
  expect(first?.body).toEqual({ paymentRequestId: 'pr1', bank: 'asb', idempotencyKey: expect.any(String) })
  expect(Object.keys(first!.headers)).toEqual(['content-type'])
})

test('a call without a response is repeated with the same key; an unavailable bank shows an error', async () => {
  let first = true
  server.answers['POST /api/one-off-payments'] = () => {
    if (!first) return refusal('BANK_UNAVAILABLE', {}, 503)
    first = false
    return noNetwork()
  }
  await openCheckout()
  await press('BNZ')
  await expect.element(page.getByRole('alert').getByText('We couldn’t open BNZ')).toBeVisible()
  const keys = server.to('POST /api/one-off-payments').map(({ body }) => body?.idempotencyKey)
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  await expect.element(page.getByRole('button', { name: 'BNZ' })).not.toHaveAttribute('aria-busy')
})

test('a payment cancelled at the bank shows a notice above the buttons, without message or redirect [ONE-05]', async () => {
  storeOutcome('pr1', { kind: 'cancelled' })
  await openCheckout()
  await expect.element(page.getByRole('status').filter({ hasText: 'Payment has been cancelled' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'BNZ' })).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 2500))
  expect([navigated.posted, navigated.replaced]).toEqual([[], []])
  await press('Dismiss')
  await expect.element(page.getByText('Payment has been cancelled')).not.toBeInTheDocument()
})

test.each([
  ['REQUEST_EXPIRED', 'Transaction Timed Out', 'This payment request has timed out as it exceeded the transaction time limit.'],
  ['REQUEST_PAID', 'Duplicate Payment', 'This payment request has already been completed in an earlier transaction.'],
  ['REQUEST_CANCELLED', 'Payment Request Cancelled', 'This payment request was cancelled.'],
  ['PAYMENT_DECLINED', 'Something Went Wrong', 'It looks like something went wrong. Please try again.'],
  ['other-browser', 'Something Went Wrong', 'This payment was started in another browser. You have not been charged. You can pay again here.'],
  ['returned', 'Something Went Wrong', 'Your bank paid after this request had closed. The money goes back to your account.'],
])('a payment that failed with %s is explained before the redirect [ONE-07]', async (code, title, text) => {
  server.answers[summaryCall] = summary({ status: 'expired' })
  storeOutcome('pr1', { kind: 'refused', code })
  await openCheckout()
  const modal = page.getByRole('alertdialog', { name: title })
  await expect.element(modal.getByText(text)).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 2300))
  expect(navigated.replaced).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => navigated.replaced.length).toBe(1)
})

test('the last two minutes are counted down by the server’s clock', async () => {
  const clockOffset = 3_600_000
  server.answers[summaryCall] = () =>
    Response.json(summary({ expiresAt: new Date(Date.now() + clockOffset + 90_000).toISOString() }), {
      headers: { date: new Date(Date.now() + clockOffset).toUTCString() },
    })
  await openCheckout()
  await expect.element(page.getByText(/^Expires in 1:[23]\d$/)).toBeVisible()
})

test('the checkout has the colour and the picture of the shop from its first paint on [BIZ-74]', async () => {
  server.answers[summaryCall] = summary({ merchantBranding: { colour: 'brick', logo: '/api/media-uploads/mu_1' } })
  await openCheckout()
  await expect
    .poll(() => document.querySelector('.n-checkout-summary') && getComputedStyle(document.querySelector('.n-checkout-summary')!).backgroundColor)
    .toBe('rgb(90, 42, 39)')
  expect(document.querySelector('.checkout-logo')!.getAttribute('src')).toMatch(/\/api\/media-uploads\/mu_1$/)
})
