import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mockServerPerTest, refusal, server } from '../../testing/fixtures.tsx'
import { inTurn, noNetwork } from '../../testing/mock-server.ts'
import { joinBusiness, openPortal } from '../../testing/portal.tsx'

mockServerPerTest()

const nzd = (amount: string) => ({ amount, currency: 'NZD' })
const lineItems = [
  { name: 'Flat white', sku: 'flat-white', qty: '1', price: '550', gst: '72' },
  { name: 'Venison pie', qty: '1', price: '1050', gst: '137' },
  { name: 'Hot cross bun', qty: '3', price: '1000', gst: '130' },
]
const payment = {
  id: 'p1',
  shortCode: 'NK-7F3C-91B2',
  status: 'paid',
  createdAt: '2026-11-14T03:11:58.000Z',
  paidAt: '2026-11-14T03:12:31.000Z',
  amount: '2600',
  received: '2600',
  refunded: '0',
  items: ['Flat white'],
  itemCount: 3,
  place: { kind: 'till' },
  methods: ['own-token', 'wallet'],
  merchantAccountId: 'org',
  liveness: 'main',
  expiresAt: '2026-11-14T04:11:58.000Z',
  remaining: '0',
  legs: [],
  lineItems,
}
const options = {
  refundable: '2600',
  until: '2026-12-15T03:12:31.000Z',
  legs: [
    {
      completedPaymentId: 'token',
      method: 'token',
      description: 'Flat white token',
      amount: '550',
      refundable: '550',
      whole: true,
      lineItems: [{ name: 'Flat white', sku: 'flat-white', qty: '1', price: '550' }],
    },
    { completedPaymentId: 'wallet', method: 'wallet', description: 'Wallet', amount: '2050', refundable: '2050', whole: false },
  ],
}
const activity = {
  id: 'a1',
  type: 'refund',
  value: nzd('1050'),
  paymentRequestId: 'p1',
  activityNumber: 3,
  shortCode: 'NK-7F3-C91-003',
  merchantId: 'live',
  merchantConfigId: 'c',
  merchantAccountId: 'org',
  merchantName: 'Corner Loaf',
  createdAt: '2026-11-14T04:00:00.000Z',
  createdBy: 'crn::user:me',
  paymentRequestCreatedBy: 'crn:org:api-key:till',
}
const request = {
  id: 'p1',
  url: 'https://nikau.example/deimos/pay/p1',
  merchantId: 'live',
  merchantName: 'Corner Loaf',
  value: nzd('2600'),
  configId: 'c',
  createdAt: '2026-11-14T03:11:58.000Z',
  updatedAt: '2026-11-14T03:12:31.000Z',
  expiresAt: '2026-11-14T04:11:58.000Z',
  expirySeconds: 3600,
  paymentOptions: [],
  partialAllowed: false,
  remainingAmount: '0',
  status: 'paid',
  shortCode: 'NK-7F3C-91B2',
  liveness: 'main',
}
const refundCall = 'POST /api/payment-requests/p1/refund'

async function openDialog(more: { options?: object; payment?: object; answer?: unknown } = {}) {
  joinBusiness('manager')
  server.answers['GET /api/merchants/live/payments/p1'] = { ...payment, ...more.payment }
  server.answers['GET /api/payment-requests/p1'] = request
  server.answers['GET /api/payment-requests/p1/activities'] = { items: [] }
  server.answers['GET /api/payment-requests/p1/refund-options'] = { ...options, ...more.options }
  server.answers[refundCall] = more.answer ?? activity
  const rendered = await openPortal('/business/payments/p1')
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Refund NK 7F3C 91B2' })).toBeVisible()
  return rendered
}

const tick = (name: string) => page.getByRole('group', { name: 'Items to refund' }).getByText(name, { exact: true }).click()
const button = (amount: string) => page.getByRole('button', { name: `Refund ${amount}` })
const goesTo = (leg: string) =>
  [...document.querySelectorAll('[role=dialog] dl > div')].find((row) => row.textContent.startsWith(leg))!.querySelector('dd')!.textContent

test('items are ticked and counted, and the button repeats their sum [BIZ-26]', async () => {
  await openDialog()
  await expect.element(button('$0.00')).toBeDisabled()
  await tick('Venison pie')
  await expect.element(button('$10.50')).toBeEnabled()
  await tick('Hot cross bun')
  await expect.element(button('$20.50')).toBeVisible()
  await page.getByRole('button', { name: 'One less' }).click()
  await expect.element(button('$17.16')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'One more' })).toBeEnabled()
  await tick('Hot cross bun')
  await button('$10.50').click()
  await expect.poll(() => server.bodies(refundCall)).toHaveLength(1)
  expect(server.bodies(refundCall)[0]).toMatchObject({
    value: nzd('1050'),
    reason: 'Wrong item',
    legs: [{ completedPaymentId: 'wallet', amount: '1050' }],
  })
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('another amount goes up to what is left, and never splits a token [BIZ-26, BIZ-27]', async () => {
  await openDialog()
  await tick('Another amount')
  const field = page.getByRole('textbox', { name: 'Amount to refund' })
  await field.fill('3.20')
  await expect.element(button('$3.20')).toBeEnabled()
  await field.fill('22')
  await expect.element(page.getByText('Tokens go back whole. Enter at most $20.50, or everything, $26.00.')).toBeVisible()
  await expect.element(button('$0.00')).toBeDisabled()
  await field.fill('26')
  await expect.element(button('$26.00')).toBeEnabled()
  expect([goesTo('Flat white token'), goesTo('Nikau wallet')]).toEqual(['$5.50', '$20.50'])
})

test('each leg says what can go back and when; a token goes back with its item [BIZ-27]', async () => {
  await openDialog()
  await expect.element(page.getByText('At once · $20.50 of $20.50 can go back here')).toBeVisible()
  await expect.element(page.getByText('At once · $5.50, whole with Flat white or not at all')).toBeVisible()
  await tick('Venison pie')
  expect([goesTo('Flat white token'), goesTo('Nikau wallet')]).toEqual(['$0.00', '$10.50'])
  await tick('Flat white')
  expect([goesTo('Flat white token'), goesTo('Nikau wallet')]).toEqual(['$5.50', '$10.50'])
  await button('$16.00').click()
  await expect.poll(() => server.bodies(refundCall)).toHaveLength(1)
  expect(server.bodies(refundCall)[0]).toMatchObject({
    legs: [
      { completedPaymentId: 'token', amount: '550' },
      { completedPaymentId: 'wallet', amount: '1050' },
    ],
  })
})

test('of a pre-authorised payment one capture is chosen, up to its amount, and named in the call [BIZ-25, BIZ-26]', async () => {
  const wallet = { ...options.legs[1], amount: '4000', refundable: '3600' }
  const capture = (confirmationIdempotencyKey: string, amount: string, refundable: string, day: string) => ({
    confirmationIdempotencyKey,
    amount,
    refundable,
    capturedAt: `2026-11-${day}T03:12:31.000Z`,
    until: `2026-12-${day}T03:12:31.000Z`,
  })
  const captures = [capture('gone', '100', '0', '11'), capture('first', '1000', '600', '12'), capture('second', '3000', '3000', '13')]
  await openDialog({ payment: { lineItems, received: '4100', refunded: '500' }, options: { refundable: '3600', legs: [wallet], captures } })
  await expect.element(page.getByText(/Paid \$10.00 .*You can give back up to \$6.00 until Sat 12 Dec, 4:12 pm\./)).toBeVisible()
  await page.getByRole('combobox', { name: 'Which capture to refund' }).selectOptions('second')
  await expect.element(page.getByText(/You can give back up to \$30.00 until Sun 13 Dec, 4:12 pm\./)).toBeVisible()
  await page.getByRole('textbox', { name: 'Amount to refund' }).fill('30.01')
  await expect.element(page.getByText('Enter an amount of at most $30.00.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Amount to refund' }).fill('12.50')
  await button('$12.50').click()
  await expect.poll(() => server.bodies(refundCall)).toHaveLength(1)
  expect(server.bodies(refundCall)[0]).toMatchObject({
    value: nzd('1250'),
    confirmationIdempotencyKey: 'second',
    legs: [{ completedPaymentId: 'wallet', amount: '1250' }],
  })
})

test('above the limit it asks for the code of a manager, and says when one does not work [BIZ-29]', async () => {
  await openDialog({ options: { limit: '1000' } })
  await tick('Hot cross bun')
  await expect.element(page.getByRole('textbox', { name: 'Approval code' })).not.toBeInTheDocument()
  await tick('Venison pie')
  await expect.element(page.getByText(/You can refund \$10.00 of this payment yourself/)).toBeVisible()
  await expect.element(button('$20.50')).toBeDisabled()
  server.answers[refundCall] = refusal('REFUND_APPROVAL_INVALID')
  await page.getByRole('textbox', { name: 'Approval code' }).fill('111111')
  await button('$20.50').click()
  await expect.element(page.getByText(/That code doesn’t work/)).toBeVisible()
  server.answers[refundCall] = activity
  await page.getByRole('textbox', { name: 'Approval code' }).fill('246810')
  await button('$20.50').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const bodies = server.bodies(refundCall) as { approvalCode: string; externalRef: string }[]
  expect(bodies.map(({ approvalCode }) => approvalCode)).toEqual(['111111', '246810'])
  expect(new Set(bodies.map(({ externalRef }) => externalRef)).size).toBe(1)
})

test('without a code the refund is left to a manager, who is told [BIZ-14, BIZ-29]', async () => {
  await openDialog({ options: { limit: '1000' }, answer: refusal('REFUND_LIMIT_EXCEEDED', { limit: '1000' }) })
  await tick('Hot cross bun')
  await expect.element(page.getByRole('button', { name: 'Leave it to a manager' })).not.toBeInTheDocument()
  await tick('Venison pie')
  await page.getByRole('button', { name: 'Leave it to a manager' }).click()
  await expect.element(page.getByText('A manager or owner sees it on Home for a day')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(server.bodies(refundCall)).toMatchObject([{ value: nzd('2050') }])
  expect(server.bodies(refundCall)[0]).not.toHaveProperty('approvalCode')
})

test('a large refund asks who it is over the dialog, and is then made once with the same reference [BIZ-25]', async () => {
  const later = new Date(Date.now() + 600_000).toISOString()
  server.answers['GET /step-up'] = { methods: ['code'], phone: '+64 21 ••• •42' }
  server.answers['POST /step-up/code/send'] = { resendAt: later, expiresAt: later }
  server.answers['POST /step-up/code'] = { acr: 'code' }
  const needed = refusal('SIGN_IN_AGAIN', { signIn: { acr: 'code', maxAge: 300 } })
  await openDialog({ answer: inTurn(needed, needed, activity) })
  await tick('Venison pie')
  await button('$10.50').click()
  const sheet = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(button('$10.50')).toBeEnabled()
  expect(document.body.textContent).not.toContain('Nothing was refunded')
  await button('$10.50').click()
  await sheet.getByLabelText('6-digit code').fill('123456')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const bodies = server.bodies(refundCall) as { externalRef: string }[]
  expect(bodies).toHaveLength(3)
  expect(new Set(bodies.map(({ externalRef }) => externalRef)).size).toBe(1)
})

test('a balance that is too low says what is available and when more is [BIZ-30]', async () => {
  await openDialog({ answer: refusal('SETTLEMENT_BALANCE_TOO_LOW', { available: '420', moreWith: 'next-payment' }) })
  await tick('Venison pie')
  await button('$10.50').click()
  await expect.element(page.getByText(/You have \$4.20 available for refunds. More is there as soon as customers pay you/)).toBeVisible()
  await expect.element(page.getByText('Nothing was refunded')).toBeVisible()
})

test('one reference through a time-out, a reload and a second press; a new one after success [BIZ-31]', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const first = await openDialog({ answer: noNetwork })
  await tick('Venison pie')
  await button('$10.50').click()
  await expect.element(page.getByText('We don’t know yet whether it was refunded'), { timeout: 20_000 }).toBeVisible()
  await first.unmount()
  await openDialog()
  await tick('Venison pie')
  await button('$10.50').dblClick()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const refs = () => (server.bodies(refundCall) as { externalRef: string }[]).map(({ externalRef }) => externalRef)
  expect(new Set(refs()).size).toBe(1)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect.element(page.getByText(/^Your reference R-/)).toBeVisible()
  await expect.element(page.getByText(`Your reference ${refs()[0]}`)).not.toBeInTheDocument()
}, 60_000)

test('a refund that was made while its answer was lost is not made again by the next one, which has a reference of its own [BIZ-31]', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const first = await openDialog({ answer: noNetwork })
  await tick('Venison pie')
  await button('$10.50').click()
  await expect.element(page.getByText('We don’t know yet whether it was refunded'), { timeout: 20_000 }).toBeVisible()
  await first.unmount()
  const [token, wallet] = options.legs
  await openDialog({ options: { refundable: '1550', legs: [token, { ...wallet, refundable: '1000' }] } })
  await tick('Hot cross bun')
  await button('$10.00').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const refs = (server.bodies(refundCall) as { externalRef: string }[]).map(({ externalRef }) => externalRef)
  expect(refs.at(-1)).not.toBe(refs[0])
}, 60_000)

test('a reference that made another amount is told, and not used again [BIZ-31]', async () => {
  await openDialog({ answer: refusal('REPEAT_REFERENCE') })
  await tick('Venison pie')
  await button('$10.50').click()
  await expect.element(page.getByText(/A refund of another amount was just made/)).toBeVisible()
  server.answers[refundCall] = activity
  await button('$10.50').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const [before, after] = server.bodies(refundCall) as { externalRef: string }[]
  expect(before!.externalRef).not.toBe(after!.externalRef)
})

test('the dialog names the last day and its time, on that day as today [BIZ-32]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-14T05:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const { unmount } = await openDialog()
  await expect.element(page.getByText(/You can give back up to \$26.00 until Tue 15 Dec, 4:12 pm\./)).toBeVisible()
  await unmount()
  vi.setSystemTime(new Date('2026-12-15T01:00:00Z'))
  await openDialog()
  await expect.element(page.getByText(/until 4:12 pm today\./)).toBeVisible()
})

test('long names and large amounts fit, and everything is large enough to touch [BIZ-26]', async () => {
  const name = 'Whakapapa extra large wholegrain sourdough with karengo and mānuka honey butter'
  await openDialog({ payment: { lineItems: [...lineItems, { name, qty: '2', price: '9999999', gst: '1304347' }] } })
  await tick(name)
  for (const width of [390, 1280]) {
    await page.viewport(width, 900)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
  const targets = [...document.querySelectorAll<HTMLElement>('[role=dialog] :is(button, select, label:has(input))')]
  // The dialog has a button for screen readers only.
  const small = targets.filter((target) => target.tabIndex >= 0 || target.matches('label')).filter((target) => target.offsetHeight < 48)
  expect(small.map((target) => target.outerHTML)).toEqual([])
})

test('a payment without items offers everything as the amount [BIZ-26]', async () => {
  await openDialog({ payment: { lineItems: [] } })
  await expect.element(button('$26.00')).toBeEnabled()
})
