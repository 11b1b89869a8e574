import { calendarDate, intervalBounds } from '@nikau/nz/nz-time'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { heading, mockServerPerTest, server } from '../../testing/fixtures.tsx'
import { answerFromPress, noNetwork, refusal } from '../../testing/mock-server.ts'
import { joinBusiness, openPortal, shop } from '../../testing/portal.tsx'

mockServerPerTest()

const at = '2026-11-14T03:12:00.000Z'

/** By the hours since midnight. */
function dayOf(day: string, amounts: Record<number, number>, soFar?: number) {
  const { from, to } = intervalBounds(day)
  const total = Object.values(amounts).reduce((sum, amount) => sum + amount, 0)
  const count = Object.keys(amounts).length
  const hours = Array.from({ length: (to.getTime() - from.getTime()) / 3_600_000 }, (_, hour) => ({
    at: new Date(from.getTime() + hour * 3_600_000).toISOString(),
    amount: String(amounts[hour] ?? 0),
    count: amounts[hour] ? 1 : 0,
  }))
  return { day, amount: String(total), count, givenBack: '700', soFar: { amount: String(soFar ?? total), count }, hours }
}

const payment = (id: string, more: object = {}) => ({
  id,
  shortCode: '7F3C 91B2',
  status: 'paid',
  createdAt: at,
  paidAt: at,
  amount: '1600',
  received: '1600',
  refunded: '0',
  items: ['Flat white', 'Venison pie'],
  itemCount: 2,
  place: { kind: 'till', terminalId: 'Till 1' },
  methods: ['token', 'wallet'],
  ...more,
})

/** A stream that stays open until its page closes it. */
function openStream() {
  const stream = { send: (_event: object) => undefined as void, end: () => undefined as void }
  server.answers['GET /api/accounts/org/events'] = (_body: unknown, { signal }: { signal: AbortSignal }) =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          const write = (text: string) => controller.enqueue(new TextEncoder().encode(text))
          signal.addEventListener('abort', () => controller.error(signal.reason))
          write(': \n\nid: 1\ndata: {"id":"1","kind":"reset"}\n\n')
          stream.send = (event) => write(`id: 2\ndata: ${JSON.stringify({ id: '2', at, ...event })}\n\n`)
          stream.end = () => controller.close()
        },
      }),
    )
  return stream
}

function serve(): void {
  server.answers['GET /api/merchants/live/takings'] = {
    day: dayOf('2026-11-14', { 8: 111_300, 9: 19_020 }),
    compareWith: dayOf('2026-11-07', { 9: 106_633, 20: 50_000 }, 106_633),
  }
  server.answers['GET /api/merchants/live/payments'] = {
    items: [payment('pr_1'), payment('pr_2', { items: [], itemCount: 0, status: 'expired', methods: [] })],
  }
  server.answers['GET /api/accounts/org/next-payouts'] = [
    {
      walletId: 'w',
      day: '2026-11-16',
      soFar: '230131',
      onHold: false,
      payments: '235000',
      refunds: '700',
      ownTokens: '0',
      fees: '3625',
      gst: '544',
      adjustments: '0',
      carriedIn: '0',
    },
  ]
  server.answers['GET /api/accounts/org/payout-account'] = {
    current: { bankAccountId: 'b', name: 'Corner Loaf', number: '12-••••-••••323-00', effectiveAt: at },
    toConfirm: false,
  }
  server.answers['GET /api/accounts/org/tasks'] = [
    { kind: 'payout-sent-back', payoutId: 'po', amount: '12345', since: at },
    { kind: 'payout-account-to-confirm', bankAccountId: 'b', number: '12-••••-••••323-00', since: at },
    { kind: 'webhooks-failing', webhookId: 'wh', url: 'https://shop.example', count: 4, lastResult: '503', since: at },
    { kind: 'part-payment', paymentRequestId: 'pr_3', merchantId: 'live', shortCode: '7F3C 91B3', rest: '1360', since: at, expiresAt: at },
    { kind: 'refund-waiting', paymentRequestId: 'pr_3', merchantId: 'live', shortCode: '7F3C 91B3', amount: '6000', askedBy: 'Sione', since: at },
  ]
}

test('the largest number is what was taken today, with what was given back beside it [BIZ-11]', async () => {
  joinBusiness()
  openStream()
  serve()
  await openPortal('/business')
  const takings = page.getByRole('region', { name: 'Today’s takings' })
  await expect.element(takings.getByText('$1,303.20')).toBeVisible()
  await expect.element(takings.getByText('Given back')).toBeVisible()
  await expect.element(takings.getByText('$7.00')).toBeVisible()
  const sizes = [...document.querySelectorAll('main *')].map((element) => parseFloat(getComputedStyle(element).fontSize))
  expect(parseFloat(getComputedStyle(document.querySelector('.n-takings-amount .n-money')!).fontSize)).toBe(Math.max(...sizes))
})

test('it says the difference to the weekday before up to this time, or that there were no takings [BIZ-12]', async () => {
  joinBusiness()
  openStream()
  serve()
  const { unmount } = await openPortal('/business')
  await expect.element(page.getByText('$236.87 more, 22%')).toBeVisible()
  await expect.element(page.getByText(/than last Saturday by \d+:\d\d [ap]m/)).toBeVisible()
  await unmount()
  server.answers['GET /api/merchants/live/takings'] = { day: dayOf('2026-11-14', { 9: 100 }), compareWith: dayOf('2026-11-07', {}) }
  mockAgain()
  await openPortal('/business')
  await expect.element(page.getByText('No takings last Saturday')).toBeVisible()
  await expect.element(page.getByText('%')).not.toBeInTheDocument()
})

test('the hours are a picture with words, and a table with the same numbers [BIZ-13]', async () => {
  joinBusiness()
  openStream()
  serve()
  await openPortal('/business')
  const picture = page.getByRole('img', { name: /Takings by the hour/ })
  await expect
    .element(picture)
    .toHaveAccessibleName(
      /Today to .*: \$1,303\.20\. Last Saturday by then: \$1,066\.33, in the whole day: \$1,566\.33\. Busiest today: 8 am with \$1,113\.00\./,
    )
  await page.getByText('Show as a table').click()
  const table = page.getByRole('table', { name: 'Takings by the hour' })
  await expect.element(table.getByRole('row', { name: '8 am $1,113.00 $0.00' })).toBeVisible()
  await expect.element(table.getByRole('row', { name: 'Total $1,303.20 $1,566.33' })).toBeVisible()
})

test('the next payout has its amount so far, its day and the masked account; tasks say what to do [BIZ-14]', async () => {
  joinBusiness()
  openStream()
  serve()
  await openPortal('/business')
  const payout = page.getByRole('region', { name: 'Next payout' })
  await expect.element(payout.getByText('$2,301.31')).toBeVisible()
  await expect.element(payout.getByText('Mon 16 Nov')).toBeVisible()
  await expect.element(payout.getByText(/, to 12-••••-••••323-00/)).toBeVisible()
  const tasks = page.getByRole('region', { name: 'Needs you' }).getByRole('listitem')
  await expect
    .poll(() => tasks.elements().map((element) => element.querySelector('.n-item-name')?.textContent))
    .toEqual([
      'Check your payout account',
      'Confirm your payout account',
      'Your server missed 4 webhooks',
      'Take the last $13.60 of a part payment',
      'Decide about a refund of $60.00',
    ])
  await expect.element(page.getByText('7F3C 91B3, since Sat 14 Nov, 4:12 pm. It’s above the limit of Sione.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: /Decide about a refund of \$60\.00/ }))
    .toHaveAttribute('href', expect.stringContaining('/business/payments/pr_3'))
})

test('a payment appears without a reload, and events of other shops load nothing [BIZ-15]', async () => {
  joinBusiness()
  const stream = openStream()
  serve()
  await openPortal('/business')
  const table = page.getByRole('table', { name: 'The latest payments' })
  await expect.element(table.getByRole('row', { name: /Flat white, Venison pie/ })).toBeVisible()
  const { order, from } = server.to('GET /api/merchants/live/payments')[0]!.query
  expect([order, (Date.parse(calendarDate(new Date())) - Date.parse(from!)) / 86_400_000]).toEqual(['paid', 30])
  await new Promise((resolve) => setTimeout(resolve, 1200))
  const loads = () => server.to('GET /api/merchants/live/payments').length
  const before = loads()
  stream.send({ kind: 'paid', merchantId: 'elsewhere', paymentRequestId: 'pr_9' })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(loads()).toBe(before)
  server.answers['GET /api/merchants/live/payments'] = { items: [payment('pr_4', { items: ['Kūmara sourdough'], itemCount: 1, amount: '9999999' })] }
  server.answers['GET /api/merchants/live/takings'] = { day: dayOf('2026-11-14', { 9: 999_999 }), compareWith: dayOf('2026-11-07', {}) }
  stream.send({ kind: 'paid', merchantId: 'live', paymentRequestId: 'pr_4' })
  await expect.element(table.getByRole('row', { name: /Kūmara sourdough.*\$99,999\.99/ }), { timeout: 3000 }).toBeVisible()
  await expect.element(page.getByText('$9,999.99', { exact: true }).first()).toBeVisible()
})

test('a lost connection shows when the numbers were right, until it is back [BIZ-15]', { timeout: 20_000 }, async () => {
  joinBusiness()
  const stream = openStream()
  serve()
  await openPortal('/business')
  await expect.element(page.getByRole('region', { name: 'Today’s takings' }).getByText('$1,303.20')).toBeVisible()
  await expect.element(page.getByText(/^Updated/)).not.toBeInTheDocument()
  const events = server.answers['GET /api/accounts/org/events']
  server.answers['GET /api/accounts/org/events'] = noNetwork
  stream.end()
  await expect.element(page.getByRole('status').getByText(/^Updated \d+:\d\d [ap]m$/), { timeout: 6000 }).toBeVisible()
  server.answers['GET /api/accounts/org/events'] = events
  await expect.element(page.getByText(/^Updated/), { timeout: 6000 }).not.toBeInTheDocument()
})

test('a developer of a live shop and a cashier have no Home, a member of one shop no payouts [BIZ-05, BIZ-06]', async () => {
  openStream()
  serve()
  for (const [role, start] of [
    ['developer', 'Ask an owner'],
    ['cashier', 'Take a payment'],
  ] as const) {
    joinBusiness(role)
    mockAgain()
    const { unmount } = await openPortal('/business?shop=live')
    await expect.element(heading(start)).toBeVisible()
    expect(server.to('GET /api/merchants/live/takings')).toEqual([])
    await unmount()
  }
  joinBusiness('manager')
  mockAgain()
  server.answers['GET /api/accounts/org/next-payouts'] = () => refusal('FORBIDDEN')
  await openPortal('/business')
  await expect.element(page.getByRole('region', { name: 'Today’s takings' }).getByText('$1,303.20')).toBeVisible()
  await expect.element(heading('Next payout')).not.toBeInTheDocument()
})

test('a new shop has no payments and nothing to do; what fails can be tried again [BIZ-11, BIZ-14]', async () => {
  joinBusiness('account-owner', [shop('live')])
  openStream()
  serve()
  server.answers['GET /api/merchants/live/takings'] = { day: { ...dayOf('2026-11-14', {}), givenBack: '0' }, compareWith: dayOf('2026-11-07', {}) }
  server.answers['GET /api/merchants/live/payments'] = { items: [] }
  server.answers['GET /api/accounts/org/tasks'] = () => refusal('INTERNAL', {}, 400)
  await openPortal('/business')
  await expect.element(page.getByRole('region', { name: 'Today’s takings' }).getByText('$0.00').first()).toBeVisible()
  await expect.element(page.getByText('New ones show here by themselves.', { exact: false })).toBeVisible()
  await expect.element(page.getByText('Couldn’t load what needs you')).toBeVisible()
  answerFromPress(() => {
    server.answers['GET /api/accounts/org/tasks'] = []
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Nothing right now')).toBeVisible()
})

/** Another person opens the page in the same test. */
function mockAgain(): void {
  server.requests.length = 0
  queryClient.clear()
}

test('a new business reads on Home what it may take until it was looked at, in the live view only [BIZ-73]', async () => {
  joinBusiness()
  serve()
  openStream()
  const checklist = { accountId: 'org', status: 'verified', live: true, steps: [] }
  server.answers['GET /api/accounts/org/checklist'] = { ...checklist, limits: { perDay: '200000', perPayment: '20000' } }
  const text = page.getByText('Until we’ve looked at your first payments, you can take $2,000.00 a day and $200.00 a payment.')
  const { unmount } = await openPortal('/business')
  await expect.element(text).toBeVisible()
  await unmount()
  queryClient.clear()
  const inTest = await openPortal('/business?shop=test')
  await expect.element(page.getByText('TEST', { exact: true })).toBeVisible()
  await expect.element(text).not.toBeInTheDocument()
  await inTest.unmount()
  queryClient.clear()
  server.answers['GET /api/accounts/org/checklist'] = checklist
  await openPortal('/business?shop=live')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await expect.element(text).not.toBeInTheDocument()
})
