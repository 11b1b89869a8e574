import { getFeesReport } from '@nikau/contract/desk/reports'
import { listProposals } from '@nikau/contract/desk/proposals'
import { cents } from '@nikau/money'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type DeskServer, startDeskServer } from '../../testing/desk-server.ts'
import { answerSession, openDesk } from '../../testing/open-desk.tsx'
import { expectFocusSeen, expectSound } from '../../testing/sweep.ts'

let server: DeskServer
const row = (merchantName: string, method: string, fees: bigint, gst: bigint) => ({
  merchantId: `m-${merchantName}`,
  merchantName,
  method,
  payments: 12,
  fees: cents(fees),
  gst: cents(gst),
})
const report = (month: string, books = { fees: cents(10_030_026n), gst: cents(1_504_504n) }) => ({
  month,
  isOpen: false,
  rows: [row('Harbour Greens and Fine Foods of Wellington Limited', 'pay-by-bank', 9_999_999n, 1_500_000n), row('Corner Loaf', 'wallet', 30_027n, 4504n)],
  total: { fees: cents(10_030_026n), gst: cents(1_504_504n) },
  books,
  now: new Date(),
})

beforeEach(async () => {
  await page.viewport(1280, 800)
  server = startDeskServer()
  answerSession(server)
  server.on(listProposals, { waiting: [], decided: [], now: new Date() })
  server.on(getFeesReport, ({ query }) => report(query.month!))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('fees and GST stand by merchant and way of paying with their sum, which agrees with the books, and can be downloaded [DESK-80] [DESK-94] [DESK-95]', async () => {
  await openDesk('/reports/fees')
  await expect.element(page.getByRole('row', { name: /Harbour Greens.*Pay by bank.*12.*\$99,999\.99.*\$15,000\.00.*\$114,999\.99/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /All.*24.*\$100,300\.26.*\$15,045\.04.*\$115,345\.30/ })).toBeVisible()
  await expect.element(page.getByText('agrees with the books')).toBeVisible()
  const [first] = server.to(getFeesReport)
  await expect.element(page.getByRole('link', { name: 'Download CSV' })).toHaveAttribute('href', `/api/desk/reports/fees/export?month=${first!.query.month}`)
  await expect.element(page.getByRole('button', { name: 'Month after' })).toBeDisabled()
  await page.getByRole('button', { name: 'Month before' }).click()
  await expect.poll(() => server.to(getFeesReport).at(-1)!.query.month! < first!.query.month!).toBe(true)
  await expectSound('desktop')
  await expectFocusSeen()
  await page.viewport(390, 844)
  await expectSound('phone')
})

test('a report that differs from the books says so, and an empty month too [DESK-80]', async () => {
  server.on(getFeesReport, ({ query }) => report(query.month!, { fees: cents(10_030_025n), gst: cents(1_504_504n) }))
  await openDesk('/reports/fees')
  await expect.element(page.getByText('The report differs from the books')).toBeVisible()
  await expect.element(page.getByText('agrees with the books')).not.toBeInTheDocument()
  const none = { fees: cents(0n), gst: cents(0n) }
  server.on(getFeesReport, ({ query }) => ({ ...report(query.month!, none), rows: [], total: none }))
  await page.getByRole('button', { name: 'Month before' }).click()
  await expect.element(page.getByText('No fees in this month')).toBeVisible()
})
