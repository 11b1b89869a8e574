import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
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
  pairDevice,
  read,
  refusal,
  request,
  server,
  text,
  type,
} from './fixtures.tsx'

// What is still to take of a part payment.
mockTillPerTest()

const pay = 'POST /api/payment-requests/pr1/pay'
const offer = 'POST /api/payment-requests/pr1/rest'
const wallet = leg('nikau.nzd.main', '', 2500)
const kept = (whole: number, rest: number, more: object = {}) =>
  request(whole, {
    remainingAmount: String(rest),
    restUntil: new Date(Date.now() + 86_000_000).toISOString(),
    expiresAt: new Date(Date.now() + 86_000_000).toISOString(),
    paidBy: { assetTotals: [wallet] },
    ...more,
  })
const activity = {
  id: 'a3',
  type: 'payment',
  value: { amount: '1360', currency: 'NZD' },
  paymentRequestId: 'pr1',
  activityNumber: 3,
  shortCode: 'NK-7F3C-91B2-003',
  merchantId: 'shop',
  merchantConfigId: 'mc1',
  merchantAccountId: 'org',
  merchantName: 'Corner Loaf',
  createdAt: new Date().toISOString(),
  createdBy: 'till',
  paymentRequestCreatedBy: 'till',
}
const rows = () => [...document.querySelectorAll('.n-receipt-row')].map((row) => row.textContent)

/** A till whose customer has paid $25.00 of $38.62. */
async function partPaid(rest = 1362) {
  pairDevice()
  server.answers[create] = request(2500 + rest)
  server.answers[read] = kept(2500 + rest, rest)
  const screen = await openTill()
  await type(String(2500 + rest))
  handScan(key)
  await expect.element(heading('Still to take')).toBeVisible()
  return screen
}

test('the rest, the legs and four ways to take it, and what cash rounds to beforehand [TILL-13]', async () => {
  await partPaid()
  await expect.element(text('Take $13.62 by')).toBeVisible()
  await expect.element(button('EFTPOS')).toBeEnabled()
  await expect.element(button(/^Cash\s*rounds to \$13\.60$/)).toBeEnabled()
  await expect.element(button('Another Nikau code')).toBeEnabled()
  await expect.element(button('Send a link')).toBeEnabled()
  expect(rows()).toEqual(['Nikau wallet$25.00', 'Whole sale$38.62'])
  for (const tile of document.querySelectorAll('.n-till-ways > button')) expect(tile.getBoundingClientRect().height).toBeGreaterThanOrEqual(48)
})

test('five cents are too little for cash [TILL-13]', async () => {
  await partPaid(5)
  await expect.element(button(/^Cash/)).toBeDisabled()
})

test('cash records what is due, and Paid has every leg and the rounding, which make the sale [TILL-13, TILL-15]', async () => {
  await partPaid()
  server.answers[pay] = () => {
    const cash = { ...leg('external.main', 'Cash', 1360), tender: 'cash' }
    server.answers[read] = kept(3862, 0, { status: 'paid', restUntil: undefined, rounding: '2', paidBy: { assetTotals: [wallet, cash] } })
    return activity
  }
  await button(/^Cash/).dblClick()
  await expect.element(heading('Paid in full')).toBeVisible()
  expect(rows()).toEqual(['Nikau wallet$25.00', 'Cash$13.60', 'Rounding$0.02'])
  const taken = expect.stringMatching(/^[\da-f-]{36}\.1\.taken1$/)
  const body = { assetType: 'external.main', tender: 'cash', mode: 'multi-asset-payment', amount: '1362' }
  expect(server.bodies(pay)).toEqual([{ ...body, transactionId: taken, idempotencyKey: taken }])
})

test('EFTPOS without an answer says that the till is checking, and asks with the same key until it knows [TILL-13]', async () => {
  await partPaid()
  server.answers[pay] = noNetwork
  await button('EFTPOS').click()
  await expect.element(heading('We’re checking')).toBeVisible()
  await expect.element(text(/EFTPOS is being recorded\. Don’t take it again/)).toBeVisible()
  expect(document.querySelectorAll('.n-till-footer button')).toHaveLength(0)
  server.answers[pay] = () => {
    server.answers[read] = kept(3862, 0, {
      status: 'paid',
      restUntil: undefined,
      paidBy: { assetTotals: [wallet, { ...leg('external.main', 'EFTPOS', 1362), tender: 'eftpos' }] },
    })
    return activity
  }
  await expect.element(heading('Paid in full'), { timeout: 8000 }).toBeVisible()
  expect(rows()).toEqual(['Nikau wallet$25.00', 'EFTPOS$13.62'])
  expect(new Set(server.bodies(pay).map((body) => (body as { idempotencyKey: string }).idempotencyKey)).size).toBe(1)
})

test('cash after somebody else has paid the rest is not recorded, and Paid says to give it back [TILL-13]', async () => {
  await partPaid()
  server.answers[pay] = () => {
    server.answers[read] = kept(3862, 0, { status: 'paid', restUntil: undefined, paidBy: { assetTotals: [wallet, leg('nikau.nzd.main', '', 1362)] } })
    return refusal('REQUEST_PAID')
  }
  await button(/^Cash/).click()
  await expect.element(heading('Paid in full')).toBeVisible()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The rest was paid meanwhile. Nothing more was recorded: give back any cash you took for it.')
})

test('another customer’s code is scanned for the rest, also by a hand scanner; an old one says so [TILL-13, TILL-07]', async () => {
  await partPaid()
  server.answers[offer] = refusal('PATRON_CODE_INVALID')
  await button('Another Nikau code').click()
  await button('Type the 16 digits').click()
  await expect.element(button('Charge $13.62')).toBeVisible()
  await page.getByRole('textbox', { name: 'Customer’s code' }).fill(key)
  await button('Charge $13.62').click()
  await expect.element(text('This code doesn’t work. Ask for a fresh code.')).toBeVisible()
  server.answers[offer] = kept(3862, 1362)
  handScan(key)
  await expect.element(heading('Waiting for the other customer')).toBeInTheDocument()
  await expect.element(text('The other customer sees Corner Loaf and $13.62 on their phone.')).toBeVisible()
  expect(server.bodies(offer)).toEqual([{ barcode: key }, { barcode: key }])
  await button('Take it another way').click()
  await expect.element(text('Take $13.62 by')).toBeVisible()
  handScan(key)
  await expect.element(heading('Waiting for the other customer')).toBeInTheDocument()
  server.answers[read] = kept(3862, 0, { status: 'paid', restUntil: undefined, paidBy: { assetTotals: [wallet, leg('nikau.nzd.main', '', 1362)] } })
  await expect.element(heading('Paid in full')).toBeVisible()
  expect(server.to(create)).toHaveLength(1)
})

test('a link is a QR code of at least 240 px, to copy and to share, and the till shows when the rest arrives [TILL-13]', async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>(async () => {})
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  await partPaid()
  server.answers[offer] = kept(3862, 1362)
  await button('Send a link').click()
  const code = page.getByRole('img', { name: 'QR code to pay Corner Loaf $13.62' })
  await expect.element(code).toBeVisible()
  const { width, height } = code.element().getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(240)
  expect(server.bodies(offer)).toEqual([{}])
  await button('Copy link').click()
  await button('Share').click()
  expect([copy.mock.calls[0], share.mock.calls[0]]).toEqual([
    ['https://nikau.example/deimos/pay/pr1'],
    [{ url: 'https://nikau.example/deimos/pay/pr1', title: 'Corner Loaf' }],
  ])
  // The page is killed: it goes on with the link.
  saleEngine.stop()
  saleEngine.resume()
  await expect.element(code).toBeVisible()
  server.answers[read] = kept(3862, 0, { status: 'paid', restUntil: undefined, paidBy: { assetTotals: [wallet, leg('nikau.nzd.main', '', 1362)] } })
  await expect.element(heading('Paid in full')).toBeVisible()
  Reflect.deleteProperty(navigator, 'share')
  copy.mockRestore()
})

test('giving back a part payment whose rest is open cancels it, and shows the legs that went back [TILL-14]', async () => {
  await partPaid()
  await button('Give back $25.00 and stop').click()
  server.answers['POST /api/payment-requests/pr1/cancel'] = () => {
    server.answers[read] = kept(3862, 3862, { status: 'cancelled', restUntil: undefined, paidBy: undefined })
    return activity
  }
  await button('Give back $25.00').click()
  await expect.element(heading('Given back')).toBeVisible()
  expect(rows()).toEqual(['Nikau wallet$25.00'])
  expect(server.to('POST /api/payment-requests/pr1/void')).toHaveLength(0)
})

test('after its day the screen says what the shop keeps, never that nothing was taken, and the payment can be looked at [TILL-13, TILL-14, TILL-16]', async () => {
  await partPaid()
  server.answers[pay] = () => {
    server.answers[read] = kept(3862, 1362, { status: 'paid', restUntil: undefined })
    return refusal('REQUEST_EXPIRED')
  }
  await button(/^Cash/).click()
  await expect.element(heading('Part paid')).toBeVisible()
  await expect.element(text('The shop keeps the $25.00 that was paid. It’s too late to take the other $13.62 with it.')).toBeVisible()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Nothing more was recorded. Give back any cash you took for the rest, or charge it as a new sale.')
  expect(rows()).toEqual(['Nikau wallet$25.00', 'Not taken$13.62', 'Whole sale$38.62'])
  expect(document.body.textContent).not.toContain('Nothing was taken')
  await expect.element(button(/Give back/)).not.toBeInTheDocument()
  await button('Look at the payment').click()
  await expect.element(button('Back to the payments')).toBeVisible()
})

test('giving back above a limit asks for a manager’s code and sends it [TILL-14, TILL-21]', async () => {
  await partPaid()
  await button('Give back $25.00 and stop').click()
  const cancel = 'POST /api/payment-requests/pr1/cancel'
  server.answers[cancel] = refusal('REFUND_LIMIT_EXCEEDED', { limit: '2000' })
  await button('Give back $25.00').click()
  const field = page.getByRole('textbox', { name: 'Manager’s code' })
  await expect.element(button('Give back $25.00')).toBeDisabled()
  await field.fill('000000')
  server.answers[cancel] = refusal('REFUND_APPROVAL_INVALID')
  await button('Give back $25.00').click()
  await expect.element(text(/That code doesn’t work/)).toBeVisible()
  await field.fill('482913')
  server.answers[cancel] = () => {
    server.answers[read] = kept(3862, 3862, { status: 'cancelled', restUntil: undefined, paidBy: undefined })
    return activity
  }
  await button('Give back $25.00').click()
  await expect.element(heading('Given back')).toBeVisible()
  expect(server.bodies(cancel)).toEqual([{}, { approvalCode: '000000' }, { approvalCode: '482913' }])
})
