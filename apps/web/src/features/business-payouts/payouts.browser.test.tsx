import { msg } from '@lingui/core/macro'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { mockServerPerTest } from '../../testing/fixtures.tsx'
import { answerFromPress, refusal, server } from '../../testing/mock-server.ts'
import { joinBusiness, openPortal } from '../../testing/portal.tsx'
import { FeesCard } from './index.ts'

mockServerPerTest()

const of = '/api/accounts/org'
const sums = { payments: '85610', refunds: '1400', ownTokens: '2200', fees: '675', gst: '103', adjustments: '0', carriedIn: '0' }
const bank = { name: 'Corner Loaf Ltd', number: '12-••••-••••323-00', particulars: 'NIKAU', code: '13NOV2026', reference: 'PO7KQ4M21DAB' }
const payout = (more: object = {}) => ({
  id: 'po-1',
  walletId: 'w',
  day: '2026-11-13',
  firstDay: '2026-11-12',
  lastDay: '2026-11-12',
  status: 'paid',
  ...sums,
  carriedOut: '0',
  net: '81232',
  bank,
  sentAt: '2026-11-13T02:55:00.000Z',
  paidAt: '2026-11-13T05:10:00.000Z',
  ...more,
})
const account = { bankAccountId: 'b1', name: 'Corner Loaf Ltd', number: '12-••••-••••323-00', effectiveAt: '2026-01-05T00:00:00.000Z' }
const line = (more: object): Record<string, unknown> => ({
  kind: 'payment',
  at: '2026-11-12T03:22:00.000Z',
  paymentRequestId: 'pr-1',
  shortCode: 'NK1',
  ...more,
})
const lines = [
  line({ amount: '85610', fee: '675', gst: '103', net: '84832', items: 'Filled roll', paidWith: [{ method: 'wallet', description: 'NZD' }] }),
  line({
    kind: 'refund',
    amount: '-1400',
    fee: '0',
    gst: '0',
    net: '-1400',
    items: 'Flat white, scone',
    paidWith: [{ method: 'pay-by-bank', description: 'ASB' }],
  }),
]
const token = line({
  kind: 'own-token',
  amount: '2200',
  ownTokens: '2200',
  fee: '0',
  gst: '0',
  net: '0',
  items: 'Scone',
  paidWith: [{ method: 'token', description: 'Free scone' }],
})

beforeEach(() => {
  // It goes on, so that a failed expectation ends.
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
  // A Saturday.
  vi.setSystemTime('2026-11-14T03:00:00.000Z')
  joinBusiness()
  server.answers[`GET ${of}/next-payouts`] = [{ walletId: 'w', day: '2026-11-16', soFar: '81232', onHold: false, ...sums }]
  server.answers[`GET ${of}/payouts`] = { items: [payout()] }
  server.answers[`GET ${of}/payout-account`] = { current: account, toConfirm: false }
  server.answers[`GET ${of}/payout-schedule`] = { current: { kind: 'daily' } }
  server.answers['GET /api/payouts/po-1'] = payout()
  server.answers['GET /api/payouts/po-1/lines'] = { items: lines.with(0, { ...lines[0]!, amount: '83410', net: '82632' }).concat(token) }
})
afterEach(() => vi.useRealTimers())

async function expectText(place: Locator, text: string) {
  await expect.poll(() => place.query()?.textContent).toContain(text)
}
const region = (name: string) => page.getByRole('region', { name })
const row = (name: RegExp) => page.getByRole('row', { name })

test.each([
  ['2026-11-14T03:00:00.000Z', '2026-11-16', 'Mon 16 Nov, after the weekend'],
  ['2026-12-23T23:00:00.000Z', '2026-12-29', 'Tue 29 Dec, after Christmas Day and Boxing Day'],
  ['2026-10-23T02:00:00.000Z', '2026-10-27', 'Tue 27 Oct, after Labour Day'],
  ['2026-11-17T23:00:00.000Z', '2026-11-19', 'Thu 19 Nov, to Corner Loaf Ltd'],
])('at %s the next payout is promised for %s, with the reason [BIZ-40]', async (now, day, text) => {
  vi.setSystemTime(now)
  server.answers[`GET ${of}/next-payouts`] = [{ walletId: 'w', day, soFar: '81232', onHold: false, ...sums }]
  await openPortal('/business/payouts')
  const field = region('Next payout, so far')
  await expectText(field, text)
  await expectText(field, '812 dollars 32')
})

test('what moves the next payout is said before it happens [BIZ-40]', async () => {
  vi.setSystemTime('2026-10-20T00:00:00.000Z')
  const { unmount } = await openPortal('/business/payouts')
  await expect.element(page.getByText('Labour Day moves the next payout: payments of Fri 23 – Mon 26 Oct go on Tue 27 Oct.')).toBeVisible()
  await unmount()
  vi.setSystemTime('2026-11-18T00:00:00.000Z')
  await openPortal('/business/payouts')
  await expect.element(page.getByText('Christmas Day moves the next payout: payments of Thu 24 – Mon 28 Dec go on Tue 29 Dec.')).toBeVisible()
})

test('the list has the sums of each payout, what the bank sent back and what was carried on [BIZ-43, BIZ-44, BIZ-48]', async () => {
  await page.viewport(1280, 800)
  server.answers[`GET ${of}/payouts`] = {
    items: [
      payout({ id: 'po-3', day: '2026-11-12', status: 'carried', carriedReason: 'below-minimum', net: '0', carriedOut: '81232', bank: undefined }),
      payout(),
      payout({ id: 'po-0', day: '2026-11-06', status: 'sent-back', returnedAt: '2026-11-06T09:00:00.000Z', returnReason: 'account-closed' }),
    ],
  }
  await openPortal('/business/payouts')
  await expect.element(row(/^Fri 13 Nov Thu 12 Nov Paid \$856.10 −\$36.00 −\$7.78 \$812.32$/)).toBeVisible()
  await expect.element(row(/^Fri 6 Nov the account is closed .* Sent back/)).toBeVisible()
  await expect.element(row(/^Thu 12 Nov \$812.32 carried on: less than the smallest payout .* Carried on/)).toBeVisible()
  // Only what is in the bank counts.
  await expect.element(row(/^Paid in November .*\$812.32$/)).toBeVisible()
})

test('a payout adds up in one column, and its lines in a table with a totals row [BIZ-44, BIZ-45]', async () => {
  await page.viewport(1280, 800)
  await openPortal('/business/payouts/po-1')
  await expect.element(page.getByRole('heading', { name: /812 dollars 32/ })).toBeVisible()
  const sum = region('How it adds up')
  for (const text of ['Payments$856.10', 'Refunds−$14.00', 'no money came in−$22.00', 'Fees−$6.75', 'GST on fees−$1.03', 'To your bank$812.32'])
    await expectText(sum, text)
  await expect.element(row(/^Filled roll .* Wallet \$834.10 – −\$7.78 \$826.32$/)).toBeVisible()
  await expect.element(row(/^Refund: Flat white, scone .* Bank, ASB – −\$14.00 – −\$14.00$/)).toBeVisible()
  await expect.element(row(/^Scone .* Token, Free scone \$22.00 −\$22.00 – \$0.00$/)).toBeVisible()
  await expect.element(row(/^Total \$856.10 −\$36.00 −\$7.78 \$812.32$/)).toBeVisible()
  await expect.element(page.getByText('3 of 3 add up')).toBeVisible()
})

test('more lines are read on demand, and nothing is said to add up before all are there [BIZ-44]', async () => {
  let calls = 0
  server.answers['GET /api/payouts/po-1/lines'] = () =>
    calls++ === 0 ? { items: [{ ...lines[0]!, amount: '83410', net: '82632' }], nextPageKey: '7' } : { items: [lines[1], token] }
  await openPortal('/business/payouts/po-1')
  await expect.element(page.getByRole('link', { name: /Filled roll/ })).toBeVisible()
  await expect.element(page.getByText('1 of 1 add up')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(page.getByText('3 of 3 add up')).toBeVisible()
})

test('the statement text is shown as the bank prints it, and its reference can be copied [BIZ-45]', async () => {
  await openPortal('/business/payouts/po-1')
  const card = region('On your bank statement')
  for (const text of ['ParticularsNIKAU', 'Code13NOV2026', 'ReferencePO7KQ4M21DAB', 'Account12-••••-••••323-00']) await expectText(card, text)
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await card.getByRole('button', { name: 'Copy reference' }).click()
  expect(written).toHaveBeenCalledWith('PO7KQ4M21DAB')
  const way = region('Its way')
  for (const text of ['Closed at midnight', 'Sent to the bankFri 13 Nov 3:55 pm', 'In your bank accountFri 13 Nov 6:10 pm']) await expectText(way, text)
})

test('CSV, the Xero file and the tax invoice of a month that is over are saved under their names [BIZ-46, BIZ-47]', async () => {
  vi.setSystemTime('2026-12-02T00:00:00.000Z')
  const file = (name: string) => new Response('x', { headers: { 'content-disposition': `attachment; filename="${name}"` } })
  server.answers['GET /api/payouts/po-1/export'] = file('nikau-payout-2026-11-13.csv')
  server.answers[`GET ${of}/fee-invoices/2026-11`] = file('nikau-fees-2026-11.pdf')
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  await openPortal('/business/payouts/po-1')
  await page.getByRole('button', { name: 'CSV' }).click()
  await expect.poll(() => saved).toEqual(['nikau-payout-2026-11-13.csv'])
  await page.getByRole('button', { name: 'Xero file' }).click()
  await expect.poll(() => saved.length).toBe(2)
  await page.getByRole('button', { name: 'Tax invoice' }).click()
  await expect.poll(() => saved.at(-1)).toBe('nikau-fees-2026-11.pdf')
})

test('before the month is over there is no tax invoice, and the page says from when [BIZ-47]', async () => {
  await openPortal('/business/payouts/po-1')
  await expect.element(page.getByText('The tax invoice for the fees of November is here when the month is over.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Tax invoice' })).not.toBeInTheDocument()
})

test('a payout that the bank sent back says why, and an owner confirms the account [BIZ-48]', async () => {
  server.answers['GET /api/payouts/po-1'] = payout({
    status: 'sent-back',
    paidAt: undefined,
    returnedAt: '2026-11-13T09:00:00.000Z',
    returnReason: 'account-closed',
  })
  server.answers[`GET ${of}/payout-account`] = { current: account, toConfirm: true }
  server.answers[`POST ${of}/payout-account/confirm`] = () => {
    server.answers[`GET ${of}/payout-account`] = { current: account, toConfirm: false }
    return { current: account, toConfirm: false }
  }
  await openPortal('/business/payouts/po-1')
  await expect.element(page.getByText('The bank’s reason: the account is closed.')).toBeVisible()
  await expectText(region('Its way'), 'Sent back by the bank')
  await page.getByRole('link', { name: 'The bank sent this payout back' }).click()
  await page.getByRole('button', { name: 'Confirm account' }).click()
  await expect.element(page.getByRole('button', { name: 'Confirm account' })).not.toBeInTheDocument()
  expect(server.to(`POST ${of}/payout-account/confirm`)).toHaveLength(1)
})

const bankAccount = (id: string, name: string) => ({
  id,
  accountId: 'org',
  bankAccountName: name,
  bankAccountNumber: '12-••••-••••777-00',
  bank: { name: 'ASB' },
  createdAt: '2026-01-05T00:00:00.000Z',
  status: 'active',
  type: 'nikau',
  liveness: 'main',
  verified: true,
  verificationTriesLeft: 5,
  directDebitAuthorized: false,
  recentTopups: [],
})

test('an owner chooses another verified account, sees from when it counts, and undoes it [BIZ-49]', async () => {
  const pending = { ...account, bankAccountId: 'b2', name: 'Corner Loaf Holdings', effectiveAt: '2026-11-17T11:00:00.000Z' }
  server.answers[`GET ${of}/bank-accounts`] = [bankAccount('b1', 'Corner Loaf Ltd'), bankAccount('b2', 'Corner Loaf Holdings')]
  const becomes = (accounts: object) => () => (server.answers[`GET ${of}/payout-account`] = accounts)
  server.answers[`PUT ${of}/payout-account`] = becomes({ current: account, pending, toConfirm: false })
  server.answers[`DELETE ${of}/payout-account`] = becomes({ current: account, toConfirm: false })
  await openPortal('/business/payouts')
  await page.getByRole('button', { name: 'Change account' }).click()
  await expect.element(page.getByText('A change takes effect after two full business days.', { exact: false })).toBeVisible()
  await page.getByText('Corner Loaf Holdings').click()
  await page.getByRole('button', { name: 'Pay out to this account' }).click()
  await expect.element(page.getByText('Another account from Wed 18 Nov')).toBeVisible()
  expect(server.bodies(`PUT ${of}/payout-account`)).toEqual([{ bankAccountId: 'b2' }])
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect.element(page.getByText('Another account from Wed 18 Nov')).not.toBeInTheDocument()
})

test('a new account is added for payouts and verified with the code of its cent [BIZ-49]', async () => {
  const added = { ...bankAccount('b3', 'Corner Loaf'), status: 'created', verified: false }
  server.answers[`GET ${of}/bank-accounts`] = []
  server.answers['POST /api/bank-accounts'] = () => {
    server.answers[`GET ${of}/bank-accounts`] = [added]
    return added
  }
  server.answers['POST /api/bank-accounts/b3/verify'] = () => {
    server.answers[`GET ${of}/bank-accounts`] = [{ ...added, verified: true, status: 'active' }]
    return { verificationCode: '1234', bankAccount: { ...added, verified: true, status: 'active' } }
  }
  server.answers[`GET ${of}/payout-account`] = { toConfirm: false }
  await openPortal('/business/payouts')
  await page.getByRole('button', { name: 'Choose an account' }).click()
  await page.getByRole('button', { name: 'Add a bank account' }).click()
  await page.getByRole('button', { name: 'Add this account' }).click()
  await expect.element(page.getByText('Account number is invalid')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name on account' }).fill('Corner Loaf')
  await page.getByRole('textbox', { name: 'Account number' }).fill('01-0902-0068389-00')
  await page.getByRole('button', { name: 'Add this account' }).click()
  await page.getByRole('textbox', { name: /Code for/ }).fill('1234')
  expect(server.bodies('POST /api/bank-accounts')).toMatchObject([{ accountId: 'org', bankAccountName: 'Corner Loaf', purpose: 'settlement' }])
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect.element(page.getByRole('radio', { name: /Corner Loaf/ })).toBeInTheDocument()
})

test('an owner sets a weekly schedule, which counts from the next day [BIZ-41]', async () => {
  server.answers[`PUT ${of}/payout-schedule`] = (body: unknown) => {
    const schedules = { current: { kind: 'daily' }, pending: { schedule: body, firstDay: '2026-11-15' } }
    return (server.answers[`GET ${of}/payout-schedule`] = schedules)
  }
  await openPortal('/business/payouts')
  await page.getByRole('button', { name: 'Change schedule' }).click()
  await page.getByText('Weekly').click()
  await page.getByText('Wednesday').click()
  await page.getByRole('button', { name: 'Save, from tomorrow on' }).click()
  await expectText(region('Schedule'), 'From 15 November 2026: Each Wednesday, or on the next business day')
  expect(server.bodies(`PUT ${of}/payout-schedule`)).toEqual([{ kind: 'weekly', weekday: 3 }])
})

test.each(['manager', 'accountant'] as const)('a %s reads payouts and is offered no change of account or schedule [BIZ-49]', async (role) => {
  joinBusiness(role)
  server.answers[`GET ${of}/payout-account`] = { current: account, pending: { ...account, bankAccountId: 'b2' }, toConfirm: true }
  await openPortal('/business/payouts')
  await expect.element(row(/Fri 13 Nov/)).toBeVisible()
  await expect.element(page.getByText('Is this account right?')).toBeVisible()
  for (const name of ['Change account', 'Change schedule', 'Confirm account', 'Undo the change'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
})

test('a long name and large amounts stay within a phone', async () => {
  server.answers[`GET ${of}/next-payouts`] = [{ walletId: 'w', day: '2026-11-16', soFar: '9999999', onHold: false, ...sums, payments: '10004377' }]
  server.answers[`GET ${of}/payouts`] = {
    items: [payout({ net: '9999999', payments: '10004377' }), payout({ id: 'po-0', net: '0', payments: '4378', status: 'carried' })],
  }
  server.answers[`GET ${of}/payout-account`] = { current: { ...account, name: 'Whakatane-and-Opotiki-Bakers-Cooperative-Society-Limited' }, toConfirm: false }
  await openPortal('/business/payouts')
  await expect.element(row(/Fri 13 Nov .*\$99,999.99/).first()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('without a payout yet the page says when the first one comes, and what failed can be tried again', async () => {
  server.answers[`GET ${of}/payouts`] = { items: [] }
  server.answers[`GET ${of}/next-payouts`] = refusal('FORBIDDEN')
  await openPortal('/business/payouts')
  await expect.element(page.getByText('No payouts yet')).toBeVisible()
  await expect.element(page.getByText('We couldn’t load the next payout')).toBeVisible()
  answerFromPress(() => {
    server.answers[`GET ${of}/next-payouts`] = [{ walletId: 'w', day: '2026-11-16', soFar: '0', onHold: false, ...sums, payments: '4378' }]
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectText(region('Next payout, so far'), '0 dollars')
})

test('in test mode the page says that test money is not paid out', async () => {
  await openPortal('/business/payouts?shop=test')
  await expect.element(page.getByText('Test money isn’t paid out')).toBeVisible()
})

test('fees are shown with those to come and their first day [BIZ-33, BIZ-38]', async () => {
  server.answers['GET /api/merchants/live/fees'] = {
    gst: 1500,
    inForce: [
      { method: 'wallet', rate: 75, fixed: '0' },
      { method: 'pay-by-bank', rate: 50, fixed: '10', cap: '500' },
    ],
    toCome: [{ method: 'wallet', rate: 80, fixed: '0', firstDay: '2027-01-01' }],
  }
  await openPortal('/business', [{ name: 'fees', path: '/business', title: msg`Fees`, Screen: () => <FeesCard merchantId="live" /> }])
  const card = region('Fees')
  for (const text of ['Nikau wallet0.75%', 'Pay by bank0.50% and $0.10, at most $5.00', 'GST of 15%', 'Nikau wallet, from 1 January 20270.80%'])
    await expectText(card, text)
})
